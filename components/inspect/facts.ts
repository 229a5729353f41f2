/** What is to be said of a row in a few words, as of an event. */
import { textLengthAt } from "../../lib/dialects/content.ts";
import type { Item } from "../../lib/dialects/item.ts";
import type { DialectReading } from "../../lib/dialects/reading.ts";
import { endTimeOf } from "../../lib/dialects/rows.ts";
import { readUsage } from "../../lib/dialects/usage.ts";
import { taskOf } from "../../lib/timeline/messages.ts";
import type { EntryOf, Timeline } from "../../lib/timeline/timeline.ts";
import { dialectLabel, groundOf } from "../said/ground.ts";
import { short } from "../said/short.ts";
import { splitOf } from "../said/tokens.ts";
import { formatBytes, formatCount, formatDuration } from "../ui/format.ts";
import type { Hue } from "../ui/hue.ts";

export interface Fact {
  readonly name: string;
  readonly value: string;
  /** Text from the wire. */
  readonly isLiteral?: boolean;
  /** More of it, for who points at it; its value where there is no more. */
  readonly title?: string;
  readonly hue?: Hue;
}

export function factsOf(
  reading: DialectReading,
  item: Item,
  n: number,
  time: (ms: number) => string,
): Fact[] {
  const { timeline } = reading;
  const { entry, track } = item;
  const facts = namesOf(timeline, item, n);
  if (track.count > 0) {
    facts.push({ name: "Frames", value: formatCount(track.countAt(n)) });
    facts.push({ name: "Wire bytes", value: formatBytes(track.bytesAt(n)) });
  }
  if (item.isInside || entry.kind === "artifact" || entry.kind === "message") {
    facts.push({ name: "Text", value: charsOf(textLengthAt(reading, item, n)) });
  }
  facts.push(...timeFacts(timeline, item, n, time));
  if (entry.kind === "artifact" && !item.isInside) facts.push(...artifactFacts(timeline, entry, n));
  facts.push(...saidFacts(item, n), ...reasonFacts(reading, item, n));
  return facts.filter(({ value }) => value !== "");
}

function namesOf(timeline: Timeline, { entry }: Item, n: number): Fact[] {
  const facts: Fact[] = [];
  const task = timeline.tasks[entry.kind === "message" ? taskOf(entry.message, n) : entry.task];
  if (entry.kind === "artifact") {
    const { artifactId, madeUp } = entry.artifact;
    const value = madeUp ? `${artifactId} (made up)` : artifactId;
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

/** Who spoke, and what it took. */
function saidFacts(item: Item, n: number): Fact[] {
  const said = item.attachmentsAt(n);
  const authors = said.filter(({ means }) => means === "author").map(({ value }) => value);
  const names = new Set(authors.filter((name) => typeof name === "string"));
  const facts: Fact[] = [];
  if (names.size > 0) facts.push({ name: "Agent", value: short([...names].join(" · "), 200) });
  const tokens = readUsage(said.find(({ means }) => means === "usage")?.value);
  if (tokens) {
    facts.push({
      name: "Tokens",
      value: formatCount(tokens.total),
      title: splitOf(tokens),
    });
  }
  return facts;
}

/** Why it is read as it is: the newest reason, and the earlier ones for who points at it. */
function reasonFacts(reading: DialectReading, item: Item, n: number): Fact[] {
  const reason = item.reasonAt(n);
  if (!reason) return [];
  const earlier = item.reasons.filter((other) => other.birth <= n && other !== reason);
  const told = earlier
    .toReversed()
    .map((other) => `Before: ${other.kind}, ${groundOf(reading, other)}`);
  const title = [`${reason.kind}, ${groundOf(reading, reason)}`, ...told].join("\n");
  return [
    { name: "Dialect", value: dialectLabel(reading, reason.dialect), title },
    { name: "Read by", value: short(reason.why, 300), isLiteral: true, title },
    { name: "Certainty", value: reason.sure, title },
  ];
}

function timeFacts(
  timeline: Timeline,
  item: Item,
  n: number,
  time: (ms: number) => string,
): Fact[] {
  const count = item.track.countAt(n);
  if (count < 2) return [{ name: "At", value: time(item.time) }];
  const last = endTimeOf(timeline, item, n);
  const facts: Fact[] = [
    { name: "First", value: time(item.time) },
    { name: "Last", value: time(last) },
  ];
  const took = last - item.time;
  if (!(took > 0)) return facts;
  const rate = ((count - 1) * 1000) / took;
  const isStream = item.entry.kind === "artifact" && item.kind !== "tool";
  facts.push(
    isStream
      ? { name: "Rate", value: `${rate < 10 ? rate.toFixed(1) : formatCount(Math.round(rate))} /s` }
      : { name: "Took", value: formatDuration(took) },
  );
  return facts;
}

function artifactFacts(
  timeline: Timeline,
  { artifact, exchange }: EntryOf<"artifact">,
  n: number,
): Fact[] {
  const closed = artifact.revisionAt(n)?.closed ?? -1;
  const isOver = timeline.exchanges[exchange]?.endAt(n) != null;
  const facts: Fact[] = [];
  if (closed >= 0 && closed <= n) facts.push({ name: "Closed", value: "lastChunk" });
  else if (isOver) facts.push({ name: "Closed", value: "no lastChunk", hue: "warning" });
  else facts.push({ name: "Closed", value: "streaming" });
  return facts;
}

/** A million and more says by itself what it counts. */
function charsOf(length: number): string {
  return length < 1e6 ? `${formatCount(length)} chars` : formatCount(length);
}
