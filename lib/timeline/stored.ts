/**
 * The stored task against what the streams delivered of it: artifact by artifact and character by
 * character, and its state and messages likewise. What somebody learned by asking for the task is
 * not taken for delivered. Exact as of any event.
 */

import { isSameJson } from "../protocol/json.ts";
import { type Artifact, type Part, TERMINAL_STATES } from "../protocol/model.ts";
import { joinPartTexts } from "../protocol/read-parts.ts";
import { getStateLabel } from "../protocol/state-names.ts";
import { readAgain } from "./answers.ts";
import { type ArtifactStream, identityOf, namelessIdentity } from "./artifact.ts";
import type { Exchange } from "./exchange.ts";
import { compareTexts, type TextComparison } from "./hole.ts";
import { type Refolded, refold } from "./refold.ts";
import {
  compareHistory,
  type HistoryComparison,
  type MessageComparison,
  messageVerdict,
  sentMessages,
} from "./stored-messages.ts";
import type { TaskLane } from "./task.ts";
import type { Timeline } from "./timeline.ts";

/**
 * `complete`: the streams of its turns delivered it. `recovered`: not these, but taking the task up
 * again did. `lost`: stored, and no stream delivered it. `only`: delivered, and not stored.
 */
export type Verdict = "complete" | "recovered" | "lost" | "only";

export interface ArtifactComparison {
  readonly key: string;
  readonly artifactId: string;
  readonly name: string | null;
  /** What the streams called it, where it is stored under another name. */
  readonly otherName: string | null;
  readonly verdict: Verdict;
  /** Characters that are stored. */
  readonly stored: number;
  /** Characters that only taking the task up again delivered. */
  readonly recovered: number;
  /** Delivered against stored; where all was recovered, what the turns delivered against it. */
  readonly text: TextComparison;
  /** For each range that is lost or was recovered: the event that brought what stands before it. */
  readonly before: readonly { readonly piece: number; readonly event: number }[];
  /** Parts that are no text. */
  readonly parts: { readonly stored: number; readonly lost: number; readonly only: number };
}

export interface StateComparison {
  readonly verdict: Verdict;
  readonly stored: string;
  /** The last one delivered; `null` where none was. */
  readonly delivered: string | null;
}

export interface StoredComparison extends HistoryComparison {
  readonly task: TaskLane;
  /** The event that brought the stored task. */
  readonly event: number;
  readonly exchange: Exchange;
  /** It was not over when it was looked up: what differs may have been under way. */
  readonly isProvisional: boolean;
  readonly artifacts: readonly ArtifactComparison[];
  readonly state: StateComparison;
  /** What the stored status says beside its state; `null` where it says nothing. */
  readonly statusMessage: MessageComparison | null;
  /** The stored history; empty where it came without one. */
  readonly history: readonly MessageComparison[];
}

/** `null` while the task was not looked up. */
export function compareStored(
  timeline: Timeline,
  lane: TaskLane,
  n: number,
): StoredComparison | null {
  const found = lookedUp(timeline, lane, n);
  if (!found) return null;
  const { task, event, exchange } = found;
  const turns = refold(timeline, lane, n, isTurn);
  const isPushed = !lane.streams.some((index) => (timeline.exchanges[index]?.birth ?? n) < n);
  const streams = refold(timeline, lane, n, (one) => {
    // Where no stream tells, notifications are what the agent delivers by.
    if (one.open.record.inbound) return isPushed && one.refused === null;
    return isTurn(one) || isTakenUp(one);
  });
  const { status } = task;
  const said = messageVerdict(sentMessages(timeline, n), turns, streams);
  return {
    task: lane,
    event,
    exchange,
    isProvisional: !TERMINAL_STATES.has(status.state),
    artifacts: compareArtifacts(task.artifacts, turns, streams),
    state: compareStates(getStateLabel(status), turns.lane, streams.lane),
    statusMessage: status.message && said(status.message),
    history: task.history.map(said),
    ...compareHistory(task, exchange, streams),
  };
}

/** The newest answer to a look at the task. */
function lookedUp(timeline: Timeline, lane: TaskLane, n: number) {
  for (let i = lane.events.countAt(n) - 1; i >= 0; i--) {
    const ordinal = lane.events.at(i);
    const exchange = timeline.exchanges[timeline.events.exchange.at(ordinal)];
    if (exchange?.request?.operation !== "get") continue;
    const event = readAgain(timeline, ordinal)?.event;
    if (event?.kind === "task") return { task: event.task, event: ordinal, exchange };
  }
  return null;
}

/** An exchange in which the agent answers what it was told. */
function isTurn({ request, open }: Exchange): boolean {
  if (open.record.inbound) return false;
  return request === null || request.operation === "send" || request.operation === "stream";
}

/** One in which it goes on with what it was told before. */
function isTakenUp({ request }: Exchange): boolean {
  return request?.operation === "subscribe" || request?.operation === "cancel";
}

function compareStates(
  stored: string,
  turns: TaskLane | undefined,
  streams: TaskLane | undefined,
): StateComparison {
  const delivered = streams?.stateLabel ?? null;
  if (delivered !== stored) return { verdict: "lost", stored, delivered };
  return { verdict: turns?.stateLabel === stored ? "complete" : "recovered", stored, delivered };
}

function compareArtifacts(
  artifacts: readonly Artifact[],
  turns: Refolded,
  streams: Refolded,
): ArtifactComparison[] {
  let nameless = 0;
  const found = artifacts.map((artifact) => {
    const { key, artifactId } = identityOf(artifact) ?? namelessIdentity(nameless++);
    const first = turns.lane?.artifactByKey.get(key);
    const all = streams.lane?.artifactByKey.get(key);
    const told = all?.names.latest ?? null;
    const name = artifact.name ?? told;
    const otherName = told === name ? null : told;
    return compareArtifact(
      { key, artifactId, name, otherName, parts: artifact.parts },
      first,
      all,
      turns,
      streams,
    );
  });
  const stored = new Set(found.map(({ key }) => key));
  for (const all of streams.lane?.artifacts ?? []) {
    if (stored.has(all.key)) continue;
    const { key, artifactId } = all;
    const name = all.names.latest ?? null;
    found.push(
      compareArtifact(
        { key, artifactId, name, otherName: null, parts: [] },
        undefined,
        all,
        turns,
        streams,
      ),
    );
  }
  return found;
}

interface StoredArtifact {
  readonly key: string;
  readonly artifactId: string;
  readonly name: string | null;
  readonly otherName: string | null;
  readonly parts: readonly Part[];
}

function compareArtifact(
  { key, artifactId, name, otherName, parts }: StoredArtifact,
  first: ArtifactStream | undefined,
  all: ArtifactStream | undefined,
  turns: Refolded,
  streams: Refolded,
): ArtifactComparison {
  const stored = joinPartTexts(parts);
  const now = compareWith(all, stored);
  const before = compareWith(first, stored);
  const files = compareParts(partsOf(all), parts);
  const isWhole = now.lost + now.only + files.lost + files.only === 0 && all !== undefined;
  const wasWhole = before.lost + before.only === 0 && first !== undefined;
  const hadParts = compareParts(partsOf(first), parts).lost === 0;
  const recovered = Math.max(0, before.lost - now.lost);
  const isRecovered = isWhole && !(wasWhole && hadParts);
  const text = isRecovered ? before : now;
  const [shown, origin] = isRecovered ? [first, turns] : [all, streams];
  const shared = {
    key,
    artifactId,
    name,
    otherName,
    stored: stored.length,
    recovered,
    text,
    parts: files,
  };
  return {
    ...shared,
    verdict: verdictOf(isWhole, isRecovered, now.lost + files.lost > 0 || all === undefined),
    before: text.pieces.flatMap(({ kind, delivered }, piece) =>
      kind === "lost" ? [{ piece, event: eventBefore(shown, delivered, origin) }] : [],
    ),
  };
}

function verdictOf(isWhole: boolean, isRecovered: boolean, isLost: boolean): Verdict {
  if (isRecovered) return "recovered";
  if (isWhole) return "complete";
  return isLost ? "lost" : "only";
}

function compareWith(stream: ArtifactStream | undefined, stored: string): TextComparison {
  const revision = stream?.current;
  return compareTexts(revision?.textAt(ALL) ?? "", stored, (position) => {
    const chunk = revision?.chunkOfCharacter(position) ?? -1;
    return chunk >= 0 && revision?.chunkAt(chunk).from === position;
  });
}

const ALL = Number.MAX_SAFE_INTEGER;

function partsOf(stream: ArtifactStream | undefined): Part[] {
  return stream?.current?.othersAt(ALL) ?? [];
}

function compareParts(delivered: readonly Part[], parts: readonly Part[]) {
  const stored = parts.filter(({ kind }) => kind !== "text");
  const left = [...delivered];
  for (const part of stored) {
    const at = left.findIndex((other) => isSameJson(other, part));
    if (at >= 0) left.splice(at, 1);
  }
  const common = delivered.length - left.length;
  return { stored: stored.length, lost: stored.length - common, only: left.length };
}

/** The event that brought the character before a place in the delivered text; −1 for none. */
function eventBefore(stream: ArtifactStream | undefined, position: number, of: Refolded): number {
  const revision = stream?.current;
  const chunk = revision?.chunkOfCharacter(position - 1) ?? -1;
  return revision && chunk >= 0 ? of.eventOf(revision.chunkAt(chunk).event) : -1;
}
