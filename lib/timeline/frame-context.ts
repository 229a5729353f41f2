/** What is known about a frame before it is decoded: its exchange, its bytes and its purpose. */

import { mayServeCard } from "../protocol/card/candidates.ts";
import type { DecodedEvent } from "../protocol/classify.ts";
import { createOtherEvent, type DecodeContext, decodeUnreadable } from "../protocol/decode.ts";
import { DecodeIssue, VersionEvidence } from "../protocol/decode-flags.ts";
import { toPlainErrorText } from "../protocol/envelope.ts";
import { getErrorMessage } from "../text/error-message.ts";
import { type Frame, FrameIssue, RECORD_SEPARATOR } from "../wire/frame.ts";
import { getHeaderValue } from "../wire/headers.ts";
import type { Exchange } from "./exchange.ts";
import { isDiscovery } from "./exchange-queries.ts";

/** The decode context of an exchange; decoding again later gives the same result. */
export function createDecodeContext(
  exchange: Exchange,
  before = Number.POSITIVE_INFINITY,
): DecodeContext {
  const has = (bit: number) => exchange.hasEvidence(bit, before - 1);
  return {
    requestId: exchange.request ? exchange.request.id : undefined,
    operation: exchange.request?.operation ?? null,
    // A notification is the request itself; its HTTP status is Loupe's response.
    httpStatus: exchange.open.record.inbound ? null : (exchange.head?.record.status ?? null),
    rest03: exchange.isRest03 || has(VersionEvidence.Rest03),
    not03: exchange.isNot03 || has(VersionEvidence.Part1),
    expectsCard: expectsCard(exchange),
    isForeign: isForeign(exchange),
  };
}

const isForeign = (exchange: Exchange): boolean =>
  isDiscovery(exchange) && exchange.request === null && !mayServeCard(exchange.open.record.url);

function expectsCard({ request, open: { record }, head }: Exchange): boolean {
  if (head && head.record.status >= 300) return false;
  if (request !== null) return request.operation === "extended-card";
  return record.method === "GET" && mayServeCard(record.url);
}

/** The event of a frame that is not JSON. `error`: why it is not. */
export function decodeText(
  exchange: Exchange,
  { kind, data }: Frame,
  error: unknown,
  context: DecodeContext,
  issues: number,
): DecodedEvent[] {
  if (kind !== "stray" || !isNonJsonContent(exchange)) {
    return decodeUnreadable(data, error, context, issues);
  }
  const hasFailed = (context.httpStatus ?? 0) >= 400;
  const message = getErrorMessage(error);
  return [createOtherEvent("Not JSON", hasFailed ? toPlainErrorText(data) : message, issues)];
}

/** Is the response a web page or server message that was never meant to be JSON? */
function isNonJsonContent(exchange: Exchange): boolean {
  const { head, framer } = exchange;
  if (!head || framer?.framing === "sse") return false;
  const type = getHeaderValue(head.record.headers, "content-type") ?? "";
  if (/json|event-stream/i.test(type)) return false;
  // Such as a health check, to which many agents respond without a type.
  return type !== "" || isForeign(exchange) || head.record.status >= 300;
}

/** Is the frame a keep-alive: a comment, an empty event, or an event named for it? */
export function isKeepAlive({ kind, data, event }: Frame): boolean {
  if (kind === "comment") return true;
  if (kind === "fields" || event === "error") return false;
  if (event !== undefined && /^(?:ping|heartbeat|keep-?alive)$/i.test(event)) return true;
  return data.trim().length === 0;
}

/** Issues in a frame's bytes: bits of `DecodeIssue`. */
export function getFrameIssues(frame: Frame, exchange: Exchange): number {
  // It was never text.
  if (exchange.framer?.framing === "binary") return 0;
  let bits = 0;
  if (frame.kind === "stray") bits |= DecodeIssue.Stray;
  if (frame.issues & FrameIssue.Unterminated) bits |= DecodeIssue.Unterminated;
  if (frame.data.startsWith(RECORD_SEPARATOR)) bits |= DecodeIssue.Separator;
  if (frame.event === "error") bits |= DecodeIssue.ErrorEvent;
  if (exchange.body.hasInvalidUtf8 && frame.data.includes("\uFFFD"))
    bits |= DecodeIssue.InvalidUtf8;
  return bits;
}
