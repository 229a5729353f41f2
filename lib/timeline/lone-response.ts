/**
 * Responses that were saved without their requests, as `curl -N` prints them: where one ends and
 * the next begins, and whether an envelope has the id of its response.
 *
 * A file may contain several responses in a row. A new one begins only after the previous one
 * ended, so an id or task that changes earlier changes within a response.
 */

import { DecodeIssue } from "../protocol/decode-flags.ts";
import { isRpcResponse } from "../protocol/envelope.ts";
import { isObject, type JsonObject } from "../protocol/json.ts";
import { EVENT_KINDS, TERMINAL_STATES, WAITING_STATES } from "../protocol/model.ts";
import type { Exchange } from "./exchange.ts";
import type { Timeline } from "./timeline.ts";

const MESSAGE = EVENT_KINDS.indexOf("message");
const ERROR = EVENT_KINDS.indexOf("error");

/** Reads a frame's value before it is decoded. Returns the issues of its envelope. */
export function readLoneFrame(timeline: Timeline, exchange: Exchange, value: unknown): number {
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
  const state = tasks[exchange.currentTask]?.state ?? null;
  return state !== null && (TERMINAL_STATES.has(state) || WAITING_STATES.has(state));
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
