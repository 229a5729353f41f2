/**
 * Compares the messages of a stored task with what its streams delivered: lost, not stored, or
 * reordered.
 */

import type { Message, Task } from "../protocol/model.ts";
import { joinPartTexts } from "../protocol/read-parts.ts";
import type { OpenRecord } from "../wire/record.ts";
import type { Exchange } from "./exchange.ts";
import type { RefoldedTask } from "./refold.ts";
import type { Timeline } from "./timeline.ts";

/**
 * `complete`: the streams of its turns delivered it. `recovered`: only resubscribing (or canceling)
 * delivered it. `lost`: stored, but no stream delivered it. `only`: delivered, but not stored.
 */
export type DeliveryStatus = "complete" | "recovered" | "lost" | "only";

export interface MessageComparison {
  readonly role: Message["role"];
  readonly text: string;
  readonly deliveryStatus: DeliveryStatus;
}

export interface HistoryComparison {
  /** Messages the agent streamed that are missing from the stored history. */
  readonly unstored: readonly MessageComparison[];
  /** The history holds the agent's messages in the order they were streamed. */
  readonly isInOrder: boolean;
}

export function getSentMessages({ exchanges }: Timeline, n: number): Message[] {
  return exchanges.flatMap(
    ({ firstEvent, request }) => (firstEvent <= n && request?.message) || [],
  );
}

export function createMessageComparer(
  sent: readonly Message[],
  turns: RefoldedTask,
  streams: RefoldedTask,
) {
  const getMessages = ({ timeline: { messages } }: RefoldedTask) =>
    messages.map(({ message }) => message);
  const [first, all] = [getMessages(turns), getMessages(streams)];
  return (message: Message): MessageComparison => {
    const includes = (messages: readonly Message[]) =>
      messages.some((one) => isSameMessage(one, message));
    const deliveryStatus =
      includes(sent) || includes(first) ? "complete" : includes(all) ? "recovered" : "lost";
    return { role: message.role, text: joinPartTexts(message.parts), deliveryStatus };
  };
}

/** Compares the agent's messages with the stored history. */
export function compareHistory(
  { history, status }: Task,
  { open }: Exchange,
  streams: RefoldedTask,
): HistoryComparison {
  const delivered = streams.timeline.messages
    .map(({ message }) => message)
    .filter(({ role }) => role === "agent");
  const indexOf = (message: Message) => delivered.findIndex((one) => isSameMessage(one, message));
  const indexes = history.map(indexOf).filter((index) => index >= 0);
  // Without ids, repeated messages with the same text count as one.
  const once = [...new Set(indexes)];
  const isInOrder = once.every((index, i) => i === 0 || index > (once[i - 1] ?? 0));
  if (history.length === 0) return { unstored: [], isInOrder };
  const stored = status.message ? [...history, status.message] : history;
  // If only part of the history was requested, earlier messages are not expected.
  const first = isPartialRequest(open.record) ? Math.min(delivered.length, ...indexes) : 0;
  const unstored = delivered
    .slice(first)
    .filter((message) => !stored.some((one) => isSameMessage(one, message)))
    .map(({ role, parts }) => ({
      role,
      text: joinPartTexts(parts),
      deliveryStatus: "only" as const,
    }));
  return { unstored, isInOrder };
}

/**
 * Was only part of the history requested? Assumed for binary requests, which are not decoded here.
 */
function isPartialRequest({ url, body = "", bodyB64 }: OpenRecord): boolean {
  return bodyB64 !== undefined || /history_?length/i.test(`${url} ${body}`);
}

/** Same id (if both have one), role and text. */
function isSameMessage(a: Message, b: Message): boolean {
  if (a.messageId !== null && b.messageId !== null && a.messageId !== b.messageId) return false;
  return a.role === b.role && joinPartTexts(a.parts) === joinPartTexts(b.parts);
}
