/** The messages of a stored task against what its streams delivered: lost, not stored, or moved. */

import type { Message, Task } from "../protocol/model.ts";
import { joinPartTexts } from "../protocol/read-parts.ts";
import type { OpenRecord } from "../wire/record.ts";
import type { DeliveryStatus } from "./compare-stored-task.ts";
import type { Exchange } from "./exchange.ts";
import type { RefoldedTask } from "./refold.ts";
import type { Timeline } from "./timeline.ts";

export interface MessageComparison {
  readonly role: Message["role"];
  readonly text: string;
  readonly deliveryStatus: DeliveryStatus;
}

export interface HistoryComparison {
  /** What the agent said in the streams and is in no history that was asked for. */
  readonly unstored: readonly MessageComparison[];
  /** The agent's messages stand in the history as they came. */
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
  const told = ({ timeline: { messages } }: RefoldedTask) => messages.map(({ message }) => message);
  const [first, all] = [told(turns), told(streams)];
  return (message: Message): MessageComparison => {
    const knows = (messages: readonly Message[]) =>
      messages.some((one) => isSameMessage(one, message));
    const verdict = knows(sent) || knows(first) ? "complete" : knows(all) ? "recovered" : "lost";
    return { role: message.role, text: joinPartTexts(message.parts), deliveryStatus: verdict };
  };
}

/** What the agent said against the history that it stored of it. */
export function compareHistory(
  { history, status }: Task,
  { open }: Exchange,
  streams: RefoldedTask,
): HistoryComparison {
  const told = streams.timeline.messages
    .map(({ message }) => message)
    .filter(({ role }) => role === "agent");
  const placeOf = (message: Message) => told.findIndex((one) => isSameMessage(one, message));
  const places = history.map(placeOf).filter((place) => place >= 0);
  // The same words said again are one message, where they have no ids.
  const once = [...new Set(places)];
  const isInOrder = once.every((place, i) => i === 0 || place > (once[i - 1] ?? 0));
  if (history.length === 0) return { unstored: [], isInOrder };
  const stored = status.message ? [...history, status.message] : history;
  // Of what was asked for in part, the earlier messages are not expected.
  const first = isPartialRequest(open.record) ? Math.min(told.length, ...places) : 0;
  const unstored = told
    .slice(first)
    .filter((message) => !stored.some((one) => isSameMessage(one, message)))
    .map(({ role, parts }) => ({
      role,
      text: joinPartTexts(parts),
      deliveryStatus: "only" as const,
    }));
  return { unstored, isInOrder };
}

/** What cannot be read here is taken for a part. */
function isPartialRequest({ url, body = "", bodyB64 }: OpenRecord): boolean {
  return bodyB64 !== undefined || /history_?length/i.test(`${url} ${body}`);
}

/** By its id, where both have one, and by who says what. */
function isSameMessage(a: Message, b: Message): boolean {
  if (a.messageId !== null && b.messageId !== null && a.messageId !== b.messageId) return false;
  return a.role === b.role && joinPartTexts(a.parts) === joinPartTexts(b.parts);
}
