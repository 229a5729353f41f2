/** Facts of a row for the inspector's header, as of an event. */

import type { Interpretation } from "../../lib/dialects/interpretation.ts";
import type { Item } from "../../lib/dialects/item.ts";
import { getItemTextLengthAt } from "../../lib/dialects/item-content.ts";
import { getItemEndTime } from "../../lib/dialects/rows.ts";
import { readUsage } from "../../lib/dialects/token-usage.ts";
import { TERMINAL_STATES } from "../../lib/protocol/model.ts";
import { getMessageTask } from "../../lib/timeline/messages.ts";
import type { EntryOf, Timeline } from "../../lib/timeline/timeline.ts";
import { truncateText } from "../content/agent-text.tsx";
import { formatTokenSplit } from "../content/format-token-split.ts";
import { formatReason, getDialectLabel } from "../content/reason-text.ts";
import { formatBytes, formatCount, formatDuration, formatQuantity } from "../ui/format.ts";
import type { Hue } from "../ui/hue.ts";

export interface RowFact {
  readonly name: string;
  readonly value: string;
  /** Text from the wire. */
  readonly isLiteral?: boolean;
  /** Tooltip; defaults to the value. */
  readonly title?: string;
  readonly hue?: Hue;
}

export function createRowFacts(
  interpretation: Interpretation,
  item: Item,
  n: number,
  time: (ms: number) => string,
): RowFact[] {
  const { timeline } = interpretation;
  const { entry, events } = item;
  const facts = createIdFacts(timeline, item, n);
  if (events.count > 0) {
    facts.push({ name: "Frames", value: formatCount(events.countAt(n)) });
    facts.push({ name: "Wire bytes", value: formatBytes(events.bytesAt(n)) });
  }
  if (item.isNested || entry.kind === "artifact" || entry.kind === "message") {
    facts.push({
      name: "Text",
      value: formatCharacters(getItemTextLengthAt(interpretation, item, n)),
    });
  }
  facts.push(...createTimeFacts(timeline, item, n, time));
  const isDelivered = entry.kind === "artifact" && !item.isNested && item.kindAt(n) !== "tool";
  if (isDelivered) facts.push(createEndFact(timeline, entry, n));
  facts.push(...createAuthorFacts(item, n), ...createReasonFacts(interpretation, item, n));
  return facts.filter(({ value }) => value !== "");
}

function createIdFacts(timeline: Timeline, { entry }: Item, n: number): RowFact[] {
  const facts: RowFact[] = [];
  const task =
    timeline.tasks[entry.kind === "message" ? getMessageTask(entry.message, n) : entry.task];
  if (entry.kind === "artifact") {
    const { artifactId, hasGeneratedId } = entry.artifact;
    const value = hasGeneratedId ? `${artifactId} (generated)` : artifactId;
    facts.push({ name: "artifactId", value, isLiteral: true });
  }
  if (entry.kind === "message") {
    const { messageId, role } = entry.message.message;
    if (messageId !== null) facts.push({ name: "messageId", value: messageId, isLiteral: true });
    facts.push({ name: "Role", value: role });
  }
  if (entry.kind !== "artifact" && task && task.id !== "") {
    facts.push({ name: "task", value: task.id, isLiteral: true });
  }
  return facts;
}

/** The agent's name and the token usage. */
function createAuthorFacts(item: Item, n: number): RowFact[] {
  const attachments = item.attachmentsAt(n);
  const authors = attachments
    .filter(({ meaning: means }) => means === "author")
    .map(({ value }) => value);
  const names = new Set(authors.filter((name) => typeof name === "string"));
  const facts: RowFact[] = [];
  if (names.size > 0)
    facts.push({ name: "Agent", value: truncateText([...names].join(" · "), 200) });
  const tokens = readUsage(attachments.find(({ meaning: means }) => means === "usage")?.value);
  if (tokens) {
    facts.push({
      name: "Tokens",
      value: formatCount(tokens.total),
      title: formatTokenSplit(tokens),
    });
  }
  return facts;
}

/** The newest reason for the interpretation; the tooltip lists the earlier ones. */
function createReasonFacts(interpretation: Interpretation, item: Item, n: number): RowFact[] {
  const reason = item.reasonAt(n);
  if (!reason) return [];
  const earlier = item.reasons.filter((other) => other.firstEvent <= n && other !== reason);
  const earlierReasons = earlier
    .toReversed()
    .map((other) => `Earlier: ${other.kind}, ${formatReason(interpretation, other)}`);
  const title = [`${reason.kind}, ${formatReason(interpretation, reason)}`, ...earlierReasons].join(
    "\n",
  );
  return [
    { name: "Dialect", value: getDialectLabel(interpretation, reason.dialect), title },
    { name: "Matched rule", value: truncateText(reason.why, 300), isLiteral: true, title },
    { name: "Confidence", value: reason.confidence, title },
  ];
}

function createTimeFacts(
  timeline: Timeline,
  item: Item,
  n: number,
  time: (ms: number) => string,
): RowFact[] {
  const count = item.events.countAt(n);
  if (count < 2) return [{ name: "Time", value: time(item.time) }];
  const last = getItemEndTime(timeline, item, n);
  const facts: RowFact[] = [
    { name: "First", value: time(item.time) },
    { name: "Last", value: time(last) },
  ];
  const durationMs = last - item.time;
  if (!(durationMs > 0)) return facts;
  const rate = ((count - 1) * 1000) / durationMs;
  const isStream = item.entry.kind === "artifact" && item.kind !== "tool";
  facts.push(
    isStream
      ? { name: "Rate", value: `${rate < 10 ? rate.toFixed(1) : formatCount(Math.round(rate))} /s` }
      : { name: "Duration", value: formatDuration(durationMs) },
  );
  return facts;
}

/** Whether an artifact is complete, according to its agent. */
function createEndFact(
  timeline: Timeline,
  { artifact, task, events }: EntryOf<"artifact">,
  n: number,
): RowFact {
  const revision = artifact.revisionAt(n);
  const lastChunk = revision?.lastChunkEvent ?? -1;
  if (lastChunk >= 0 && lastChunk <= n) return { name: "Chunks", value: "lastChunk received" };
  if (revision?.source === "snapshot") return { name: "Chunks", value: "none (sent whole)" };
  const last = timeline.exchanges[timeline.events.exchange.at(events.lastAt(n) ?? 0)];
  const state = timeline.tasks[task]?.transitionAt(n)?.state;
  const isTaskOver = state !== undefined && TERMINAL_STATES.has(state);
  // The end of a truncated log also ends the stream.
  const isStreamOver = last?.end != null && last.end.firstEvent <= n;
  return isTaskOver || isStreamOver
    ? { name: "Chunks", value: "no lastChunk", hue: "warning" }
    : { name: "Chunks", value: "streaming" };
}

/** From a million on, the unit is omitted. */
function formatCharacters(length: number): string {
  return length < 1e6 ? formatQuantity(length, "char") : formatCount(length);
}
