/** The rows of the timeline in the report. */

import { textOf } from "../protocol/parts.ts";
import { taskOf } from "../timeline/messages.ts";
import { endTime, errorTitle } from "../timeline/read.ts";
import type { Entry, EntryKind, Timeline } from "../timeline/timeline.ts";
import { knownTime, span } from "./exchange-report.ts";

export interface EntryReport {
  kind: EntryKind;
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
  text: string | null;
}

export function entryReport(timeline: Timeline, entry: Entry, n: number): EntryReport {
  const { track } = entry;
  const count = track.countAt(n);
  return {
    kind: entry.kind,
    title: titleOf(timeline, entry, n),
    taskId: timeline.tasks[taskAt(entry, n)]?.id ?? null,
    artifactIds: entry.kind === "artifact" ? [entry.artifact.artifactId] : [],
    parent: entry.parent < 0 ? null : entry.parent,
    events: span(count, (i) => track.at(i)),
    count,
    startMs: knownTime(entry.time),
    endMs: knownTime(endTime(timeline, entry, n)),
    dialect: null,
    why: WHY[entry.kind],
    text: contentOf(timeline, entry, n),
  };
}

function taskAt(entry: Entry, n: number): number {
  return entry.kind === "message" ? taskOf(entry.message, n) : entry.task;
}

const WHY: Readonly<Record<EntryKind, string>> = {
  message: "a message",
  state: "a change of the task's state",
  artifact: "updates of one artifactId",
  error: "an error",
  http: "what happened to the HTTP exchange",
  other: "nothing that A2A has a name for",
};

function titleOf(timeline: Timeline, entry: Entry, n: number): string {
  switch (entry.kind) {
    case "message":
      return entry.message.message.role;
    case "state":
      return entry.transition.state;
    case "artifact":
      return entry.artifact.names.at(n) ?? entry.artifact.artifactId;
    case "error":
      return errorTitle(timeline, entry, n);
    default:
      return entry.title;
  }
}

function contentOf(timeline: Timeline, entry: Entry, n: number): string | null {
  switch (entry.kind) {
    case "message":
      return textOf(entry.message.message.parts);
    case "artifact":
      return entry.artifact.revisionAt(n)?.textAt(n) ?? "";
    case "state": {
      const said = timeline.entries[entry.index + 1];
      const isOwn = said?.parent === entry.index && said.birth === entry.birth;
      return isOwn && said.kind === "message" ? textOf(said.message.message.parts) : null;
    }
    case "error":
    case "other":
      return entry.detail;
    case "http":
      return null;
  }
}
