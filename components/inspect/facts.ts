/** What is to be said of a row in a few words, as of an event. */
import { textOf } from "../../lib/protocol/parts.ts";
import { endTime } from "../../lib/timeline/read.ts";
import type { Entry, EntryOf, Timeline } from "../../lib/timeline/timeline.ts";
import { formatBytes, formatCount, formatDuration } from "../ui/format.ts";
import type { Hue } from "../ui/hue.ts";

export interface Fact {
  readonly name: string;
  readonly value: string;
  /** Text from the wire. */
  readonly isLiteral?: boolean;
  readonly hue?: Hue;
}

export function factsOf(
  timeline: Timeline,
  entry: Entry,
  n: number,
  time: (ms: number) => string,
): Fact[] {
  const facts: Fact[] = [];
  const task = timeline.tasks[entry.task];
  if (entry.kind === "artifact") {
    const { artifactId, madeUp } = entry.artifact;
    facts.push({
      name: "artifactId",
      value: madeUp ? `${artifactId} (made up)` : artifactId,
      isLiteral: true,
    });
  }
  if (entry.kind === "message") {
    const { messageId, role } = entry.message.message;
    if (messageId !== null) facts.push({ name: "messageId", value: messageId, isLiteral: true });
    facts.push({ name: "Role", value: role });
  }
  if (entry.kind !== "artifact" && task && task.id !== "") {
    facts.push({ name: "task", value: task.id, isLiteral: true });
  }
  const count = entry.track.countAt(n);
  if (entry.track.count > 0) {
    facts.push({ name: "Frames", value: formatCount(count) });
    facts.push({ name: "Wire bytes", value: formatBytes(entry.track.bytesAt(n)) });
  }
  if (entry.kind === "artifact") {
    const length = entry.artifact.revisionAt(n)?.textLengthAt(n) ?? 0;
    facts.push({ name: "Text", value: charsOf(length) });
  }
  if (entry.kind === "message") {
    const { length } = textOf(entry.message.message.parts);
    facts.push({ name: "Text", value: charsOf(length) });
  }
  facts.push(...timeFacts(timeline, entry, n, time));
  if (entry.kind === "artifact") facts.push(...artifactFacts(timeline, entry, n));
  return facts.filter(({ value }) => value !== "");
}

function timeFacts(
  timeline: Timeline,
  entry: Entry,
  n: number,
  time: (ms: number) => string,
): Fact[] {
  const count = entry.track.countAt(n);
  if (count < 2) return [{ name: "At", value: time(entry.time) }];
  const last = endTime(timeline, entry, n);
  const facts: Fact[] = [
    { name: "First", value: time(entry.time) },
    { name: "Last", value: time(last) },
  ];
  const took = last - entry.time;
  if (!(took > 0)) return facts;
  const rate = ((count - 1) * 1000) / took;
  facts.push(
    entry.kind === "artifact"
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
