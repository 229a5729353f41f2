/** The verdict on an error response over HTTP, JSON-RPC or gRPC, from the agent or from a proxy. */

import { PAGE_TEXT } from "../../protocol/envelope.ts";
import { EVENT_KINDS, type ProtocolError } from "../../protocol/model.ts";
import { truncateToGraphemes } from "../../text/graphemes.ts";
import type { Exchange } from "../../timeline/exchange.ts";
import { decodeFrameEvents } from "../../timeline/lookup-responses.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import { getErrorTitle, getFrameText } from "../../timeline/timeline-queries.ts";
import { getHeaderValue } from "../../wire/headers.ts";
import type { HeadRecord } from "../../wire/record.ts";
import { type ExchangePart, findLastInPart } from "./exchange-part.ts";
import { detectGateway } from "./proxy-signs.ts";
import {
  createEventEvidence,
  createHeadEvidence,
  createVerdict,
  type Verdict,
} from "./verdict-model.ts";
import { quoteText } from "./verdict-reason.ts";

export function findFailureVerdict(
  timeline: Timeline,
  exchange: Exchange,
  n: number,
  part: ExchangePart | null,
): Verdict | null {
  const head = exchange.headAt(n);
  const error = findLastInPart(exchange.errors, n, part);
  if (error !== null) return createErrorVerdict(timeline, exchange, error, n);
  // A redirect that was not followed is a failure.
  if (head === null || head.status < 300) return null;
  return createStatusVerdict(timeline, exchange, head, n);
}

/** An error that is an event and has a layer. */
function createErrorVerdict(
  timeline: Timeline,
  exchange: Exchange,
  event: number,
  n: number,
): Verdict {
  const head = exchange.headAt(n);
  const entry = timeline.entries[timeline.events.entry.at(event)];
  const errorEntry = entry?.kind === "error" ? entry : null;
  const error = errorEntry?.error ?? decodeError(timeline, exchange, event);
  const evidence = [createEventEvidence(timeline, event), createHeadEvidence(exchange, n)];
  if (errorEntry && error && error.layer !== "http") {
    const over = head !== null && head.status >= 400 ? ` over HTTP ${head.status}` : "";
    const isBare = error.code === null && error.reason === null;
    const title = isBare ? "without a code" : getErrorTitle(timeline, errorEntry, n);
    const text = [title, error.message].filter(Boolean).join(": ");
    const because = `The agent responded with ${LAYERS[error.layer]}${over}, ${text}`;
    const verdict = createVerdict(
      "rpc-error",
      because,
      "agent",
      evidence,
      quoteText(error.message),
    );
    return isBare ? verdict : { ...verdict, error: title };
  }
  const what = head === null ? "an error" : `HTTP ${head.status} and an error in its body`;
  const text = [error?.reason, error?.message].filter(Boolean).join(": ");
  // A sender that gives an A2A reason is not a proxy.
  const isOwn = head === null || head.status < 400 || (error?.reason ?? null) !== null;
  const name = isOwn ? null : (detectGateway(head)?.name ?? null);
  const likely = name === null ? "" : `, likely sent by ${name} and not by the agent`;
  const because = `The server responded with ${what}${likely}${text === "" ? "." : `: ${text}`}`;
  const by = name === null ? "agent" : "proxy";
  return createVerdict("http-error", because, by, evidence, quoteText(error?.message ?? ""));
}

/** An HTTP error is shown in the row of its status, so its error is decoded again from its bytes. */
function decodeError(timeline: Timeline, exchange: Exchange, event: number): ProtocolError | null {
  const text = decodeFrameEvents(timeline, exchange, event).find(({ kind }) => kind === "error");
  return text?.kind === "error" ? text.error : null;
}

const LAYERS = { "json-rpc": "a JSON-RPC error", grpc: "a gRPC error" } as const;

function createStatusVerdict(
  timeline: Timeline,
  exchange: Exchange,
  head: HeadRecord,
  n: number,
): Verdict {
  const gateway = detectGateway(head);
  const first = exchange.events.countAt(n) > 0 ? exchange.events.at(0) : null;
  const page = first === null ? null : findPageTitle(getFrameText(timeline, first));
  const leads = head.status >= 400 || getHeaderValue(head.headers, "location") !== null;
  const status = `HTTP ${head.status}${leads ? "" : " without a Location to follow"}`;
  const what = `${status}${page === null ? "" : ` and the page “${page}”`}`;
  const evidence = [createHeadEvidence(exchange, n), createEventEvidence(timeline, first)];
  const text = page === null ? findPlainText(timeline, exchange, head, n) : null;
  const likely = gateway
    ? `; it was likely sent by ${gateway.name ?? "a proxy"}, not by the agent`
    : "";
  const because = `The server responded with ${what}${likely}${text === null ? "." : `: “${text}”`}`;
  return createVerdict("http-error", because, gateway ? "proxy" : "agent", evidence, text);
}

/** What a failed response says in plain text; `null` if that is no more than its status. */
function findPlainText(
  { entries, events }: Timeline,
  { entry }: Exchange,
  { status, statusText }: HeadRecord,
  n: number,
): string | null {
  const own = entries[entry];
  const body = own?.kind === "error" ? own.body : undefined;
  if (!body || body.firstEvent > n || events.kind.at(body.firstEvent) !== OTHER) return null;
  const { message } = body.error;
  if (message === PAGE_TEXT) return null;
  const text = quoteText(message);
  const isStatus = [statusText, `${status}`, `${status} ${statusText}`].includes(text ?? "");
  return isStatus ? null : text;
}

const OTHER = EVENT_KINDS.indexOf("other");

const SNIFFED_CHARACTERS = 10_000;
const MAX_TITLE_LENGTH = 80;

/** The title of an HTML page. */
function findPageTitle(text: string): string | null {
  const title =
    /<title[^>]*>([^<]{1,200})<\/title>/i.exec(text.slice(0, SNIFFED_CHARACTERS))?.[1] ?? "";
  const plain = truncateToGraphemes(title.replace(/\s+/g, " ").trim(), MAX_TITLE_LENGTH);
  return plain === "" ? null : plain;
}

/** A clause that describes the content, such as “it is a web page”; `null` if unknown. */
export function describeForeignContent(start: string): string | null {
  const title = findPageTitle(start);
  if (title !== null) return `it is the web page “${title}”`;
  if (/^\uFEFF?\s*<(?:!doctype html|html)\b/i.test(start)) return "it is a web page";
  if (start.startsWith(GZIP_START))
    return "it is compressed with gzip, but its headers do not say so";
  if (/^[^\0]{0,2}(?:[^\0]\0){4}|^[^\0]{0,2}(?:\0[^\0]){4}/.test(start)) {
    return "it is encoded in UTF-16 instead of UTF-8";
  }
  return null;
}

/** The first three bytes of gzip; the second is invalid UTF-8. */
const GZIP_START = "\u001F\uFFFD\b";

/** The number of characters that are examined. */
export const FOREIGN_CONTENT_LENGTH = SNIFFED_CHARACTERS;
