/** Timeline rows in the report. */

import type { Interpretation } from "../dialects/interpretation.ts";
import type { Attachment, Item } from "../dialects/item.ts";
import { getItemTextAt, getItemTitleAt } from "../dialects/item-content.ts";
import type { Confidence, ItemKind, Meaning } from "../dialects/kinds.ts";
import { getItemEndTime } from "../dialects/rows.ts";
import { joinPartTexts } from "../protocol/read-parts.ts";
import type { Entry, EntryKind, Timeline } from "../timeline/timeline.ts";
import { getErrorDetail } from "../timeline/timeline-queries.ts";
import { getFirstAndLast, toReportTime } from "./exchange-report.ts";

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
  sure: Confidence | null;
  attachments: AttachmentReport[];
  text: string | null;
}

/** An attachment of a row. */
interface AttachmentReport {
  means: Meaning;
  key: string;
  value: unknown;
  dialect: string;
  why: string;
  event: number;
}

/** The rows as of event `n`, and the index of the row that shows an item. */
export function createEntryReports(
  interpretation: Interpretation,
  n: number,
): { entries: EntryReport[]; getRowIndex: (item: Item) => number } {
  const rows = interpretation.items.filter((item) => item.isRowAt(n));
  const indexes = new Map(rows.map((item, index) => [item, index]));
  const getRowIndex = (item: Item) => indexes.get(item.getRowItemAt(n)) ?? -1;
  const entries = rows.map((item) => createEntryReport(interpretation, item, n, getRowIndex));
  for (const item of interpretation.items) {
    const { entry } = item;
    if (item.firstEvent > n || item.isNested || entry.kind !== "artifact") continue;
    entries[getRowIndex(item)]?.artifactIds.push(entry.artifact.artifactId);
  }
  return { entries, getRowIndex };
}

function createEntryReport(
  interpretation: Interpretation,
  item: Item,
  n: number,
  getRowIndex: (item: Item) => number,
): EntryReport {
  const { timeline } = interpretation;
  const { events } = item;
  const count = events.countAt(n);
  const reason = item.reasonAt(n);
  return {
    kind: item.kindAt(n),
    title: getItemTitleAt(interpretation, item, n),
    taskId: timeline.tasks[item.taskAt(n)]?.id ?? null,
    artifactIds: [],
    parent: item.parent === null ? null : getRowIndex(item.parent),
    events: getFirstAndLast(count, (i) => events.at(i)),
    count,
    startMs: toReportTime(item.time),
    endMs: toReportTime(getItemEndTime(timeline, item, n)),
    dialect: reason?.dialect ?? null,
    why: reason?.why ?? KIND_REASONS[item.entry.kind],
    sure: reason?.confidence ?? null,
    attachments: item.attachmentsAt(n).map(toAttachmentReport),
    text: getEntryContent(interpretation, item, n),
  };
}

function toAttachmentReport(attachment: Attachment): AttachmentReport {
  const { meaning, key, value, dialect, why, firstEvent } = attachment;
  return { means: meaning, key, value: value ?? null, dialect, why, event: firstEvent };
}

const KIND_REASONS: Readonly<Record<EntryKind, string>> = {
  message: "a message",
  state: "a task state change",
  artifact: "updates of one artifactId",
  error: "an error",
  http: "an event of the HTTP exchange",
  other: "not defined by A2A",
};

function getEntryContent(interpretation: Interpretation, item: Item, n: number): string | null {
  const { entry } = item;
  if (item.isNested) return getItemTextAt(interpretation, item, n);
  switch (entry.kind) {
    case "message":
    case "artifact":
      return getItemTextAt(interpretation, item, n);
    case "state":
      return getStateMessage(interpretation.timeline, entry);
    case "error":
      return getErrorDetail(entry, n);
    case "other":
      return entry.detail;
    case "http":
      return entry.detail ?? null;
  }
}

/** The text of the agent's message in a status update. */
function getStateMessage(timeline: Timeline, { index, firstEvent }: Entry): string | null {
  const message = timeline.entries[index + 1];
  const isOwn = message?.parent === index && message.firstEvent === firstEvent;
  return isOwn && message.kind === "message" ? joinPartTexts(message.message.message.parts) : null;
}
