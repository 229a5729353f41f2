/** The rows of the timeline in the report. */

import { textAt, titleAt } from "../dialects/content.ts";
import type { Attachment, Item } from "../dialects/item.ts";
import type { ItemKind, Meaning, Sureness } from "../dialects/kinds.ts";
import type { DialectReading } from "../dialects/reading.ts";
import { endTimeOf } from "../dialects/rows.ts";
import { joinPartTexts } from "../protocol/read-parts.ts";
import { errorDetail } from "../timeline/read.ts";
import type { Entry, EntryKind, Timeline } from "../timeline/timeline.ts";
import { knownTime, span } from "./exchange-report.ts";

export interface EntryReport {
  kind: ItemKind;
  title: string;
  taskId: string | null;
  artifactIds: string[];
  parent: number | null;
  events: number[];
  count: number;
  startMs: number | null;
  endMs: number | null;
  dialect: string | null;
  why: string;
  sure: Sureness | null;
  attachments: AttachmentReport[];
  text: string | null;
}

/** Something said beside a row. */
export interface AttachmentReport {
  means: Meaning;
  key: string;
  value: unknown;
  dialect: string;
  why: string;
  event: number;
}

/** The rows as of event `n`, and where each item stands among them: by what tells it. */
export function entryReports(
  reading: DialectReading,
  n: number,
): { entries: EntryReport[]; placeOf: (item: Item) => number } {
  const rows = reading.items.filter((item) => item.isRowAt(n));
  const places = new Map(rows.map((item, place) => [item, place]));
  const placeOf = (item: Item) => places.get(item.tellerAt(n)) ?? -1;
  const entries = rows.map((item) => entryReport(reading, item, n, placeOf));
  for (const item of reading.items) {
    const { entry } = item;
    if (item.birth > n || item.isInside || entry.kind !== "artifact") continue;
    entries[placeOf(item)]?.artifactIds.push(entry.artifact.artifactId);
  }
  return { entries, placeOf };
}

function entryReport(
  reading: DialectReading,
  item: Item,
  n: number,
  placeOf: (item: Item) => number,
): EntryReport {
  const { timeline } = reading;
  const { track } = item;
  const count = track.countAt(n);
  const reason = item.reasonAt(n);
  return {
    kind: item.kindAt(n),
    title: titleAt(reading, item, n),
    taskId: timeline.tasks[item.taskAt(n)]?.id ?? null,
    artifactIds: [],
    parent: item.parent === null ? null : placeOf(item.parent),
    events: span(count, (i) => track.at(i)),
    count,
    startMs: knownTime(item.time),
    endMs: knownTime(endTimeOf(timeline, item, n)),
    dialect: reason?.dialect ?? null,
    why: reason?.why ?? WHY[item.entry.kind],
    sure: reason?.sure ?? null,
    attachments: item.attachmentsAt(n).map(attachmentReport),
    text: contentOf(reading, item, n),
  };
}

function attachmentReport(attachment: Attachment): AttachmentReport {
  const { means, key, value, dialect, why, birth } = attachment;
  return { means, key, value: value ?? null, dialect, why, event: birth };
}

const WHY: Readonly<Record<EntryKind, string>> = {
  message: "a message",
  state: "a change of the task's state",
  artifact: "updates of one artifactId",
  error: "an error",
  http: "what happened to the HTTP exchange",
  other: "nothing that A2A has a name for",
};

function contentOf(reading: DialectReading, item: Item, n: number): string | null {
  const { entry } = item;
  if (item.isInside) return textAt(reading, item, n);
  switch (entry.kind) {
    case "message":
    case "artifact":
      return textAt(reading, item, n);
    case "state":
      return messageOf(reading.timeline, entry);
    case "error":
      return errorDetail(entry, n);
    case "other":
      return entry.detail;
    case "http":
      return null;
  }
}

/** What an agent said as it changed the state. */
function messageOf(timeline: Timeline, { index, birth }: Entry): string | null {
  const said = timeline.entries[index + 1];
  const isOwn = said?.parent === index && said.birth === birth;
  return isOwn && said.kind === "message" ? joinPartTexts(said.message.message.parts) : null;
}
