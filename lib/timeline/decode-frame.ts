/**
 * Decodes one frame of an exchange: finds its value and the events in it. What is not an event is
 * noted where it belongs: keep-alives and what was cut off in the exchange, what cannot be read in
 * the skipped input.
 *
 * **Guarantees:** never throws; a frame with content gives at least one event, unless it is reported
 * as skipped.
 */

import { parseExactJson } from "../json/exact-json.ts";
import type { DecodedEvent } from "../protocol/classify.ts";
import { createOtherEvent, decodeValue } from "../protocol/decode.ts";
import { isRpcResponse } from "../protocol/envelope.ts";
import { isObject } from "../protocol/json.ts";
import { formatPlural } from "../text/plural.ts";
import { type Frame, FrameIssue, stripRecordSeparator } from "../wire/frame.ts";
import { SKIPPED_TEXT_LIMIT, type SkippedInput } from "../wire/record.ts";
import type { Exchange } from "./exchange.ts";
import { createDecodeContext, decodeText, getFrameIssues, isKeepAlive } from "./frame-context.ts";
import { decodeGrpcMessage, findUnreadableMessage } from "./grpc-frame.ts";
import { readLoneFrame } from "./lone-response.ts";
import type { Timeline } from "./timeline.ts";

export interface DecodedFrame {
  /** `undefined` if it has none. */
  readonly value: unknown;
  readonly events: readonly DecodedEvent[];
}

const NO_CONTENT: DecodedFrame = { value: undefined, events: [] };

const CUT_OFF = "cut off by the end of the stream";

/** `time`: when the frame was complete. */
export function decodeFrame(
  timeline: Timeline,
  skipped: SkippedInput[],
  exchange: Exchange,
  frame: Frame,
  time: number,
): DecodedFrame {
  if (exchange.body.isBinary) return decodeMessage(timeline, skipped, exchange, frame);
  if (isKeepAlive(frame)) {
    exchange.commentEvents.push(timeline.events.length);
    exchange.comments.push(time);
    return NO_CONTENT;
  }
  if (frame.kind === "fields") return NO_CONTENT;
  const issues = getFrameIssues(frame, exchange);
  let { value } = frame;
  try {
    value ??= parseExactJson(stripRecordSeparator(frame.data));
  } catch (error) {
    const events = decodeNonJson(timeline, skipped, exchange, frame, error, issues);
    return { value: undefined, events };
  }
  exchange.envelopeId = isObject(value) && isRpcResponse(value) ? value.id : undefined;
  const isLone = exchange.request === null && exchange.framer?.framing === "sse";
  const envelope = isLone ? readLoneFrame(timeline, exchange, value) : 0;
  return { value, events: decodeValue(value, createDecodeContext(exchange), issues | envelope) };
}

/** A gRPC message, complete or cut off. */
function decodeMessage(
  timeline: Timeline,
  skipped: SkippedInput[],
  exchange: Exchange,
  frame: Frame,
): DecodedFrame {
  if (frame.issues & FrameIssue.Unterminated) {
    const { start, end } = frame;
    const text = `${formatPlural(end - start, "byte")} of a message`;
    skipped.push({ at: start, reason: CUT_OFF, text, x: exchange.id });
    exchange.truncatedEvent = { firstEvent: timeline.lastEvent, start, end };
    return NO_CONTENT;
  }
  const unreadable = findUnreadableMessage(frame);
  if (unreadable) {
    const { title, reason, decodeIssues } = unreadable;
    return { value: undefined, events: [createOtherEvent(title, reason, decodeIssues)] };
  }
  const { value, decodeIssues } = decodeGrpcMessage(exchange, frame);
  return { value, events: decodeValue(value, createDecodeContext(exchange), decodeIssues) };
}

/** A frame that is not JSON is an event, unless the end of the stream cut it off. */
function decodeNonJson(
  timeline: Timeline,
  skipped: SkippedInput[],
  exchange: Exchange,
  frame: Frame,
  error: unknown,
  issues: number,
): DecodedEvent[] {
  const { kind, start, end, data } = frame;
  const isCut = (frame.issues & FrameIssue.Unterminated) !== 0;
  const isTail = isCut && (kind === "data" || exchange.events.count > 0);
  const isShown = exchange.head !== null || exchange.open.record.inbound === true;
  const isNoise = kind === "stray" && !isShown;
  skipped.push({
    at: exchange.body.byteOffset(start),
    reason: isTail ? CUT_OFF : "not JSON",
    text: data.slice(0, SKIPPED_TEXT_LIMIT),
    ...(isShown && { x: exchange.id }),
  });
  if (isTail) exchange.truncatedEvent = { firstEvent: timeline.lastEvent, start, end };
  if (isTail || isNoise) return [];
  return decodeText(exchange, frame, error, createDecodeContext(exchange), issues);
}
