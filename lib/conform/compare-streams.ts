/**
 * Compares what a subscription delivered with the stream that began the task.
 *
 * Guarantees: what may differ between streams is not compared (snapshots of the task, times, metadata);
 * an event that may have been on its way when the subscription began is lost only if the task that the
 * subscription began with shows that it had not happened yet.
 */

import { isSameJson } from "../json/json-stringify.ts";
import {
  type Artifact,
  type Part,
  type ProtocolEvent,
  type Status,
  type Task,
  TERMINAL_STATES,
} from "../protocol/model.ts";
import { joinPartTexts } from "../protocol/read-parts.ts";
import type { Response } from "./response.ts";

/** An event that every stream of the task should have. */
export interface Update {
  readonly n: number;
  readonly event: Extract<ProtocolEvent, { kind: "status" | "artifact" | "task" }>;
  /** What should be alike in every stream. */
  readonly content: string;
}

export interface StreamComparison {
  /** How many events at the end are alike. */
  readonly alike: number;
  /** The event of the stream that the subscription lacks; `null` if it lacks none for certain. */
  readonly lost: Update | null;
  /** The event of the subscription that comes instead; `null` if there is none. */
  readonly instead: Update | null;
  /** Events of the stream that may have happened before the subscription, or not. */
  readonly doubtful: number;
}

/** Both must be over. */
export function compareStreams(stream: Response, subscription: Response): StreamComparison {
  const expected = listUpdates(stream);
  const actual = listUpdates(subscription);
  let alike = 0;
  while (alike < Math.min(expected.length, actual.length)) {
    if (expected.at(-1 - alike)?.content !== actual.at(-1 - alike)?.content) break;
    alike++;
  }
  const before = expected.slice(0, expected.length - alike);
  const others = actual.slice(0, actual.length - alike);
  const later = listLater(expected, subscription);
  if (others.length > 0 && !isReplay(others, expected, later)) {
    return {
      alike,
      lost: before.at(-1) ?? null,
      instead: others.at(-1) ?? null,
      doubtful: 0,
    };
  }
  const missing = before.filter((update) => later.includes(update));
  return { alike, ...findLost(missing, getSnapshot(subscription)), instead: null };
}

/** How many events the stream delivered after the subscription had begun. */
export const countLater = (stream: Response, subscription: Response): number =>
  listLater(listUpdates(stream), subscription).length;

function listLater(updates: readonly Update[], { events: [first] }: Response): readonly Update[] {
  return updates.filter(({ n }) => first !== undefined && n > first.n);
}

function listUpdates({ events }: Response): readonly Update[] {
  const updates: Update[] = [];
  for (const { n, event } of events) {
    if (event.kind !== "status" && event.kind !== "artifact" && event.kind !== "task") continue;
    const content = getContent(event);
    if (content === null) continue;
    // A last snapshot may follow the update, or stand in its place.
    const isAgain = event.kind === "task" && updates.at(-1)?.content === content;
    if (!isAgain) updates.push({ n, event, content });
  }
  return updates;
}

function getContent(event: Update["event"]): string | null {
  if (event.kind === "artifact") {
    const { artifact, append, lastChunk } = event;
    const { artifactId, index, parts } = artifact;
    return JSON.stringify({ artifactId, index, append, lastChunk, parts });
  }
  const { state, message } = event.kind === "task" ? event.task.status : event.status;
  if (TERMINAL_STATES.has(state)) return JSON.stringify({ state });
  return event.kind === "task" ? null : JSON.stringify({ state, parts: message?.parts });
}

/** Whether the subscription began with events that its client had missed, which a text may leave open. */
function isReplay(
  others: readonly Update[],
  expected: readonly Update[],
  later: readonly Update[],
): boolean {
  const earlier = expected.slice(0, expected.length - later.length);
  const missed = new Set(earlier.map(({ content }) => content));
  const end = later[0]?.n ?? Number.POSITIVE_INFINITY;
  return others.every(({ n, content }) => missed.has(content) && n < end);
}

/** The task that the subscription began with, as it was then. */
function getSnapshot({ events: [first] }: Response): Task | null {
  return first?.event.kind === "task" ? first.event.task : null;
}

function findLost(missing: readonly Update[], snapshot: Task | null) {
  // Without a task, the first event of the subscription shows when it began.
  if (snapshot === null) return { lost: null, doubtful: 0 };
  const replaced = new Set<string>();
  let lost: Update | null = null;
  let doubtful = 0;
  for (const update of missing.toReversed()) {
    const { event } = update;
    let isKnown: boolean | null = true;
    if (event.kind === "status") isKnown = isInStatus(event.status, snapshot.status);
    if (event.kind === "artifact") {
      const key = getArtifactKey(event.artifact);
      if (replaced.has(key)) continue;
      if (!event.append) replaced.add(key);
      isKnown = isInArtifacts(event.artifact, snapshot.artifacts);
    }
    if (isKnown === false) lost = update;
    if (isKnown === null) doubtful++;
  }
  return { lost, doubtful };
}

/** Whether the status had been reached; `null` if nothing shows it. */
function isInStatus(status: Status, reached: Status): boolean | null {
  const isReached = status.state === reached.state;
  if (isReached && isSameJson(status.message?.parts, reached.message?.parts)) return true;
  const [time, reachedAt] = [status, reached].map(({ timestamp }) => Date.parse(timestamp ?? ""));
  if (time === undefined || reachedAt === undefined) return null;
  if (Number.isNaN(time) || Number.isNaN(reachedAt)) return null;
  return time <= reachedAt;
}

/** Whether the parts were in an artifact; `null` if nothing shows it. */
function isInArtifacts(artifact: Artifact, stored: readonly Artifact[]): boolean | null {
  // Some agents send tasks without their artifacts.
  if (stored.length === 0) return null;
  const key = getArtifactKey(artifact);
  const parts = stored.find((one) => getArtifactKey(one) === key)?.parts ?? [];
  const text = joinPartTexts(artifact.parts);
  if (!joinPartTexts(parts).includes(text)) return false;
  const isStored = (part: Part) => parts.some((one) => isSameJson(one, part));
  return artifact.parts.every((part) => part.kind === "text" || isStored(part)) || null;
}

const getArtifactKey = ({ artifactId, index }: Artifact): string => `${artifactId ?? index}`;
