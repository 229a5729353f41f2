/** Tasks in the report, with their artifacts, messages and drafts. */

import type { Interpretation } from "../dialects/interpretation.ts";
import type { Draft } from "../dialects/streaming-messages/draft.ts";
import { copyExactDigits } from "../json/exact-json.ts";
import type { Part, Role, TaskState } from "../protocol/model.ts";
import { joinPartTexts } from "../protocol/read-parts.ts";
import type { ArtifactStream } from "../timeline/artifact.ts";
import { countUpToEvent } from "../timeline/event-index.ts";
import { getMessageTask } from "../timeline/messages.ts";
import type { TaskLane } from "../timeline/task.ts";
import type { Timeline, TimelineMessage } from "../timeline/timeline.ts";
import { getFirstAndLast } from "./exchange-report.ts";

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

interface DraftReport {
  messageId: string | null;
  /** The text of each text part. */
  text: string[];
  metadata: unknown;
  /** The final message has arrived. */
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
  /** First and last event of it: updates, and snapshots that contain something new. */
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
  /** The first event with the message; `null` if only the client sent it. */
  event: number | null;
}

export function createTaskReport(
  interpretation: Interpretation,
  task: TaskLane,
  n: number,
): TaskReport {
  const { timeline } = interpretation;
  return {
    id: task.id,
    contextId: task.contexts.at(n) ?? null,
    state: task.transitionAt(n)?.state ?? "unknown",
    rawState: task.rawStates.at(n) ?? null,
    transitions: task.transitions
      .slice(0, countUpToEvent(task.transitions, n))
      .map(({ state, rawState, firstEvent, legal }) => ({
        state,
        rawState,
        event: firstEvent,
        legal,
      })),
    artifacts: task.artifacts
      .slice(0, countUpToEvent(task.artifacts, n))
      .map((artifact) => createArtifactReport(timeline, artifact, n)),
    messages: timeline.messages
      .slice(0, countUpToEvent(timeline.messages, n))
      .filter((fact) => getMessageTask(fact, n) === task.index)
      .map((fact) => createMessageReport(fact, n)),
    drafts: interpretation
      .getDrafts(task.index)
      .filter(({ firstEvent }) => firstEvent <= n)
      .map((draft) => createDraftReport(draft, n)),
  };
}

function createDraftReport(draft: Draft, n: number): DraftReport {
  return {
    messageId: draft.messageId,
    text: draft.partsAt(n).flatMap((part) => (part.kind === "text" ? [part.text] : [])),
    metadata: draft.metadataAt(n) ?? {},
    settled: draft.finalMessageAt(n) !== null,
  };
}

function createArtifactReport(
  { entries }: Timeline,
  artifact: ArtifactStream,
  n: number,
): ArtifactReport {
  const revision = artifact.revisionAt(n);
  const others = revision?.nonTextPartsAt(n) ?? [];
  const track = entries[artifact.entry]?.events;
  return {
    artifactId: artifact.artifactId,
    name: artifact.names.at(n) ?? null,
    text: revision?.textAt(n) ?? "",
    parts: revision?.partCountAt(n) ?? 0,
    chunks: revision?.chunksAt(n) ?? 0,
    revisions: countUpToEvent(artifact.revisions, n),
    closed: revision !== undefined && revision.lastChunkEvent >= 0 && revision.lastChunkEvent <= n,
    data: createDataReport(others),
    files: others.flatMap((part) => (part.kind === "file" ? [createFileReport(part)] : [])),
    events: track ? getFirstAndLast(track.countAt(n), (i) => track.at(i)) : [],
  };
}

function createDataReport(parts: readonly Part[]): unknown[] {
  const found: unknown[] = [];
  for (const part of parts) {
    if (part.kind !== "data") continue;
    copyExactDigits(part, "data", found, found.length);
    found.push(part.data);
  }
  return found;
}

function createFileReport(part: Extract<Part, { kind: "file" }>): FileReport {
  return {
    name: part.name ?? null,
    mediaType: part.mediaType ?? null,
    bytes: part.bytes === undefined ? null : getDecodedLength(part.bytes),
    uri: part.uri ?? null,
  };
}

/** The number of bytes that a base64 text encodes. */
function getDecodedLength(base64: string): number {
  const digits = base64.replace(/[\s=]/g, "").length;
  return Math.floor((digits * 3) / 4);
}

export function createMessageReport(fact: TimelineMessage, n: number): MessageReport {
  const { role, messageId, parts } = fact.message;
  const event = fact.events.countAt(n) > 0 ? fact.events.at(0) : null;
  return { role, messageId, text: joinPartTexts(parts), event };
}
