/** Tasks, their artifacts and messages in the report. */

import type { Draft } from "../dialects/drafts/draft.ts";
import type { DialectReading } from "../dialects/reading.ts";
import type { Part, Role, TaskState } from "../protocol/model.ts";
import { joinPartTexts } from "../protocol/read-parts.ts";
import type { ArtifactStream } from "../timeline/artifact.ts";
import { taskOf } from "../timeline/messages.ts";
import type { TaskLane } from "../timeline/task.ts";
import type { MessageFact, Timeline } from "../timeline/timeline.ts";
import { bornBy } from "../timeline/track.ts";
import { copyExactDigits } from "../wire/exact-json.ts";
import { span } from "./exchange-report.ts";

export interface TaskReport {
  id: string;
  contextId: string | null;
  state: TaskState;
  rawState: string | null;
  transitions: { state: TaskState; rawState: string | null; event: number; legal: boolean }[];
  artifacts: ArtifactReport[];
  messages: MessageReport[];
  drafts: DraftReport[];
}

export interface DraftReport {
  messageId: string | null;
  /** Of each text part. */
  text: string[];
  metadata: unknown;
  /** The whole message came. */
  settled: boolean;
}

export interface ArtifactReport {
  artifactId: string;
  name: string | null;
  text: string;
  parts: number;
  chunks: number;
  revisions: number;
  closed: boolean;
  data: unknown[];
  files: FileReport[];
  /** First and last of what told of it: updates, and snapshots that held what was not known. */
  events: number[];
}

interface FileReport {
  name: string | null;
  mediaType: string | null;
  bytes: number | null;
  uri: string | null;
}

export interface MessageReport {
  role: Role;
  messageId: string | null;
  text: string;
  /** The first event in which the agent said it; `null` for what only the client sent. */
  event: number | null;
}

export function taskReport(reading: DialectReading, task: TaskLane, n: number): TaskReport {
  const { timeline } = reading;
  return {
    id: task.id,
    contextId: task.contexts.at(n) ?? null,
    state: task.transitionAt(n)?.state ?? "unknown",
    rawState: task.rawStates.at(n) ?? null,
    transitions: task.transitions
      .slice(0, bornBy(task.transitions, n))
      .map(({ state, rawState, birth, legal }) => ({ state, rawState, event: birth, legal })),
    artifacts: task.artifacts
      .slice(0, bornBy(task.artifacts, n))
      .map((artifact) => artifactReport(timeline, artifact, n)),
    messages: timeline.messages
      .slice(0, bornBy(timeline.messages, n))
      .filter((fact) => taskOf(fact, n) === task.index)
      .map((fact) => messageReport(fact, n)),
    drafts: reading
      .draftsOf(task.index)
      .filter(({ birth }) => birth <= n)
      .map((draft) => draftReport(draft, n)),
  };
}

function draftReport(draft: Draft, n: number): DraftReport {
  return {
    messageId: draft.messageId,
    text: draft.partsAt(n).flatMap((part) => (part.kind === "text" ? [part.text] : [])),
    metadata: draft.metadataAt(n) ?? {},
    settled: draft.settlementAt(n) !== null,
  };
}

function artifactReport(
  { entries }: Timeline,
  artifact: ArtifactStream,
  n: number,
): ArtifactReport {
  const revision = artifact.revisionAt(n);
  const others = revision?.othersAt(n) ?? [];
  const track = entries[artifact.entry]?.track;
  return {
    artifactId: artifact.artifactId,
    name: artifact.names.at(n) ?? null,
    text: revision?.textAt(n) ?? "",
    parts: revision?.partsAt(n) ?? 0,
    chunks: revision?.chunksAt(n) ?? 0,
    revisions: bornBy(artifact.revisions, n),
    closed: revision !== undefined && revision.closed >= 0 && revision.closed <= n,
    data: dataReport(others),
    files: others.flatMap((part) => (part.kind === "file" ? [fileReport(part)] : [])),
    events: track ? span(track.countAt(n), (i) => track.at(i)) : [],
  };
}

function dataReport(parts: readonly Part[]): unknown[] {
  const found: unknown[] = [];
  for (const part of parts) {
    if (part.kind !== "data") continue;
    copyExactDigits(part, "data", found, found.length);
    found.push(part.data);
  }
  return found;
}

function fileReport(part: Extract<Part, { kind: "file" }>): FileReport {
  return {
    name: part.name ?? null,
    mediaType: part.mediaType ?? null,
    bytes: part.bytes === undefined ? null : decodedLength(part.bytes),
    uri: part.uri ?? null,
  };
}

/** How many bytes a base64 text stands for. */
function decodedLength(base64: string): number {
  const digits = base64.replace(/[\s=]/g, "").length;
  return Math.floor((digits * 3) / 4);
}

export function messageReport(fact: MessageFact, n: number): MessageReport {
  const { role, messageId, parts } = fact.message;
  const event = fact.seen.countAt(n) > 0 ? fact.seen.at(0) : null;
  return { role, messageId, text: joinPartTexts(parts), event };
}
