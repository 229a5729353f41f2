/**
 * The response from one URL that may serve an agent card: its facts, and a sentence that names the
 * cause of a failure and what would help.
 */

import type { CardAttempt } from "../../api/api-types.ts";
import { sanitizeLine } from "../../api/recording-metadata.ts";
import { mayServeCard } from "../../protocol/card/candidates.ts";
import { readCard } from "../../protocol/card/card.ts";
import { findCardLink, looksLikeCard } from "../../protocol/card/detect-card.ts";
import { tryParseJson } from "../../protocol/json.ts";
import { getHeaderValue } from "../../wire/headers.ts";
import type { EndRecord, HeaderList, WireRecord } from "../../wire/record.ts";
import { decodeRecordBytes } from "../exchange/response-body.ts";

/** Built from the records of one exchange. */
export class CardResponse {
  /** True once any response came, even a redirect. */
  hasResponse = false;
  readonly url: string;
  status: number | null = null;
  contentType: string | null = null;
  challenge: string | null = null;
  bytes = 0;
  #startTime = 0;
  readonly #data: Buffer[] = [];

  /** `url` is the URL that was requested. */
  constructor(url: string) {
    this.url = url;
  }

  addRecord(record: WireRecord): void {
    if (record.r === "open") this.#startTime = record.t ?? 0;
    if (record.r === "head" || record.r === "redirect") this.hasResponse = true;
    if (record.r === "head") {
      this.status = record.status;
      this.contentType = getHeaderValue(record.headers, "content-type");
      this.challenge = getChallenge(record.headers);
    }
    if (record.r !== "data") return;
    const bytes = decodeRecordBytes(record);
    this.bytes += bytes.length;
    this.#data.push(bytes);
  }

  get text(): string {
    return Buffer.concat(this.#data).toString("utf8");
  }

  toAttempt(end: EndRecord): Omit<CardAttempt, "url" | "exchange" | "outcome"> {
    const { status, contentType, bytes, challenge } = this;
    const by = end.error?.by;
    const ms = Math.max(0, Math.round((end.t ?? 0) - this.#startTime));
    const { limit } = end;
    return {
      status,
      ...(by && { by }),
      ...(limit && { limit }),
      cause: end.cause,
      contentType,
      bytes,
      ms,
      challenge,
    };
  }
}

/** `identified`: the request carried credentials. */
export function classifyCardResponse(
  response: CardResponse,
  end: EndRecord,
  identified: boolean,
): { isCard: boolean; outcome: string } {
  const { status, challenge } = response;
  const no = (outcome: string) => ({ isCard: false, outcome });
  if (status === null) return no(describeFailure(response, end));
  const http = `HTTP ${status}`;
  if (status === 401 || status === 403) {
    return no(
      `${http}: ${describeDenial(status, identified)}${challenge ? ` Requested: ${challenge}` : ""}`,
    );
  }
  if (status >= 500) return no(`${http}: server error.`);
  if (status < 200 || status > 299) return no(`${http}${getTlsHint(response)}.`);
  if (end.cause === "limit") return no(`${http}, but too large for a card: ${end.error?.message}`);
  if (end.cause !== "complete") return no(`${http}, cut off: ${end.error?.message ?? end.cause}`);
  const flaw = findCardFlaw(response);
  if (flaw !== null) return no(`${http}, but ${flaw}.`);
  const what = hasInterface(response) ? "an agent card" : "an agent card without an interface";
  return { isCard: true, outcome: `${http}, ${what}.` };
}

function describeDenial(status: number, identified: boolean): string {
  if (status === 401) {
    return identified
      ? "the server did not accept the credentials."
      : "the server requires credentials, and none were sent.";
  }
  return identified
    ? "the server refused access with these credentials."
    : "the server refused access; no credentials were sent.";
}

/** What a system error code means for the address that the user typed. */
const MEANING_BY_CODE: Readonly<Record<string, string>> = {
  ECONNREFUSED: "Connection refused: is the agent running on this port?",
  ENOTFOUND: "Host not found: check the spelling of its name.",
  EAI_AGAIN: "DNS lookup failed: is the DNS server reachable?",
  EHOSTUNREACH: "The host is unreachable from here.",
  ENETUNREACH: "The host's network is unreachable from here.",
};

function describeFailure({ text }: CardResponse, { cause, error }: EndRecord): string {
  const message = error?.message ?? `No response (${cause}).`;
  const meaning = MEANING_BY_CODE[error?.code ?? ""];
  if (meaning) return `${meaning} (${message})`;
  if (error?.code?.startsWith("HPE_")) {
    return `${describeServer(text)} (${message})`;
  }
  return message;
}

/** Names the server by bytes that are not HTTP/1.1. */
function describeServer(text: string): string {
  if (text.charCodeAt(0) === TLS_ALERT) return "The server speaks TLS: try https://.";
  if (isHttp2Frame(text)) return "The server speaks only HTTP/2, as gRPC servers do.";
  return "The server does not speak HTTP.";
}

/** True for the first frame an HTTP/2 server sends: SETTINGS on stream 0. */
export function isHttp2Frame(text: string): boolean {
  const code = (at: number) => text.charCodeAt(at);
  return text.length >= 9 && code(0) === 0 && code(1) === 0 && code(3) === 4;
}

/** First byte of the alert that a TLS server sends to a client that does not speak TLS. */
const TLS_ALERT = 0x15;

function getTlsHint({ status, text }: CardResponse): string {
  return status === 400 && /\bHTTPS\b/.test(text.slice(0, 1000))
    ? ": the server speaks TLS on this port; try https://"
    : "";
}

function findCardFlaw({ text, contentType, url }: CardResponse): string | null {
  if (text.trim() === "") return "the body is empty";
  const value = tryParseJson(text);
  if (value === undefined) {
    const isPage = /^text\/html\b/i.test(contentType ?? "") || /^\s*<(!doctype|html)\b/i.test(text);
    return isPage ? "it is a web page, not JSON" : "the body is not JSON";
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return "the JSON is not an agent card: it is not an object";
  }
  if (Object.hasOwn(value, "jsonrpc")) {
    return "the JSON is not an agent card but a JSON-RPC response: this may be the agent's endpoint";
  }
  const link = findCardLink(value);
  if (link !== null) {
    const linked = resolveOnOrigin(link, url);
    const where = sanitizeLine(link, MAX_LINK_LENGTH);
    return linked === null
      ? `the JSON is not an agent card: it names one at ${where}, which is not on its origin. To use it, connect to that address`
      : `the JSON is not an agent card: it names one at ${where}`;
  }
  if (looksLikeCard(value, mayServeCard(url))) return null;
  return "the JSON is not an agent card: too few of its members are there (name, url or supportedInterfaces, capabilities, skills)";
}

const MAX_LINK_LENGTH = 200;

/** The URL at which a response says that the card is, if it has the same origin. */
export function findLinkedCardUrl({ status, text, url }: CardResponse): string | null {
  if (status === null || status < 200 || status > 299) return null;
  const link = findCardLink(tryParseJson(text));
  return link === null ? null : resolveOnOrigin(link, url);
}

function resolveOnOrigin(link: string, base: string): string | null {
  if (!URL.canParse(link, base)) return null;
  const url = new URL(link, base);
  const isOwn = url.origin === new URL(base).origin && url.username === "" && url.password === "";
  url.hash = "";
  return isOwn ? url.href : null;
}

/** Whether the card names an interface, so that the agent can be called. */
export function hasInterface({ text }: Pick<CardResponse, "text">): boolean {
  return (readCard(tryParseJson(text))?.interfaces.length ?? 0) > 0;
}

/** Several challenges may share one header or have one each: both mean the same. */
function getChallenge(headers: HeaderList): string | null {
  const all = headers.filter(([name]) => name.toLowerCase() === "www-authenticate");
  return all.length > 0 ? all.map(([, value]) => value).join(", ") : null;
}
