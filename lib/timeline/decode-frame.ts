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
import { DecodeIssue } from "../protocol/decode-flags.ts";
import { isRpcResponse } from "../protocol/envelope.ts";
import { isObject, type JsonObject } from "../protocol/json.ts";
import { EVENT_KINDS, isTerminalOrWaiting } from "../protocol/model.ts";
import { formatPlural } from "../text/plural.ts";
import { type Frame, FrameIssue, stripRecordSeparator } from "../wire/frame.ts";
import { SKIPPED_TEXT_LIMIT, type SkippedInput } from "../wire/record.ts";
import type { Exchange } from "./exchange.ts";
import { createDecodeContext, decodeText, getFrameIssues, isKeepAlive } from "./frame-context.ts";
import { decodeGrpcMessage, findUnreadableMessage } from "./grpc-frame.ts";
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

// Responses that were saved without their requests, as `curl -N` prints them: where one ends and
// the next begins, and whether an envelope has the id of its response.
//
// A file may contain several responses in a row. A new one begins only after the previous one
// ended, so an id or task that changes earlier changes within a response.

const MESSAGE = EVENT_KINDS.indexOf("message");
const ERROR = EVENT_KINDS.indexOf("error");

/** Reads a frame's value before it is decoded. Returns the issues of its envelope. */
function readLoneFrame(timeline: Timeline, exchange: Exchange, value: unknown): number {
  const envelope = isObject(value) && isRpcResponse(value) ? value : null;
  const id = envelope?.id;
  const isOther =
    exchange.responseId !== undefined && id !== undefined && id !== exchange.responseId;
  // A recorded head has only one response.
  const mayFollow = exchange.isAlone && exchange.head === null && exchange.events.count > 0;
  if (mayFollow && isResponseOver(timeline, exchange)) {
    if (isOther || beginsOtherTask(timeline, exchange, envelope?.result ?? value)) {
      beginResponse(exchange, id);
      return 0;
    }
  }
  exchange.responseId ??= id;
  // A server that could not read the request's id responds with an error and a null id.
  const isNameless = id === null && envelope?.error !== undefined;
  return isOther && !isNameless ? DecodeIssue.WrongId : 0;
}

function beginResponse(exchange: Exchange, id: unknown): void {
  exchange.responses++;
  exchange.responseId = id;
  exchange.currentTask = -1;
  exchange.finalEvent = -1;
}

function isResponseOver({ events, tasks }: Timeline, exchange: Exchange): boolean {
  const kind = events.kind.at(exchange.events.last);
  if (exchange.finalEvent >= 0 || kind === MESSAGE || kind === ERROR) return true;
  return isTerminalOrWaiting(tasks[exchange.currentTask]?.state ?? null);
}

/** Is the value the start of a response about another task? */
function beginsOtherTask({ tasks }: Timeline, { currentTask }: Exchange, value: unknown): boolean {
  if (!isObject(value)) return false;
  const known = tasks[currentTask]?.id;
  const task = isObject(value.task) ? value.task : isTaskObject(value) ? value : null;
  return task !== null && typeof task.id === "string" && task.id !== known;
}

function isTaskObject({ kind, id, status, final }: JsonObject): boolean {
  if (kind !== undefined) return kind === "task";
  return id !== undefined && isObject(status) && final === undefined;
}
