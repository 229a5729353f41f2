/**
 * Compares the stored task with what its streams delivered: artifacts character by character, state
 * and messages. What a client learned by requesting the task does not count as delivered. Exact as
 * of any event.
 */

import { isSameJson } from "../json/json-stringify.ts";
import { type Artifact, type Part, TERMINAL_STATES } from "../protocol/model.ts";
import { joinPartTexts } from "../protocol/read-parts.ts";
import { getStateLabel } from "../protocol/state-names.ts";
import { type ArtifactStream, createAnonymousIdentity, getArtifactIdentity } from "./artifact.ts";
import {
  compareHistory,
  createMessageComparer,
  type DeliveryStatus,
  getSentMessages,
  type HistoryComparison,
  type MessageComparison,
} from "./compare-stored-messages.ts";
import type { Exchange } from "./exchange.ts";
import { decodeEventAgain } from "./lookup-responses.ts";
import { type RefoldedTask, refold } from "./refold.ts";
import type { TaskLane } from "./task.ts";
import { compareTexts, type TextComparison } from "./text-gaps.ts";
import type { Timeline } from "./timeline.ts";

export type { DeliveryStatus };

export interface ArtifactComparison {
  readonly key: string;
  readonly artifactId: string;
  readonly name: string | null;
  /** The name in the streams, if it is stored under another one. */
  readonly otherName: string | null;
  readonly deliveryStatus: DeliveryStatus;
  /** Number of stored characters. */
  readonly stored: number;
  /** Characters that only a resumed stream delivered. */
  readonly recovered: number;
  /**
   * Delivered compared with stored text; if everything was recovered, the text that the turns
   * delivered.
   */
  readonly text: TextComparison;
  /** For each lost or recovered range: the event that delivered the text before it. */
  readonly gapEvents: readonly { readonly segment: number; readonly event: number }[];
  /** Counts of non-text parts. */
  readonly parts: { readonly stored: number; readonly lost: number; readonly only: number };
}

interface StateComparison {
  readonly deliveryStatus: DeliveryStatus;
  readonly stored: string;
  /** The last delivered state; `null` if none was. */
  readonly delivered: string | null;
}

export interface StoredTaskComparison extends HistoryComparison {
  readonly task: TaskLane;
  /** The event that holds the stored task. */
  readonly event: number;
  readonly exchange: Exchange;
  /** The task was still running when it was requested, so differences may be in transit. */
  readonly isProvisional: boolean;
  readonly artifacts: readonly ArtifactComparison[];
  readonly state: StateComparison;
  /** The message of the stored status; `null` without one. */
  readonly statusMessage: MessageComparison | null;
  /** The stored history; empty if the response had none. */
  readonly history: readonly MessageComparison[];
}

/** `null` if the task was not requested. */
export function compareStoredTask(
  timeline: Timeline,
  lane: TaskLane,
  n: number,
): StoredTaskComparison | null {
  const found = findStoredTask(timeline, lane, n);
  if (!found) return null;
  const { task, event, exchange } = found;
  const turns = refold(timeline, lane, n, isTurn);
  const isPushed = !lane.streams.some((index) => (timeline.exchanges[index]?.firstEvent ?? n) < n);
  const streams = refold(timeline, lane, n, (one) => {
    // Without a stream, notifications are the only delivery.
    if (one.open.record.inbound) return isPushed && one.rejectionReason === null;
    return isTurn(one) || isResumption(one);
  });
  const { status } = task;
  const compareMessage = createMessageComparer(getSentMessages(timeline, n), turns, streams);
  return {
    task: lane,
    event,
    exchange,
    isProvisional: !TERMINAL_STATES.has(status.state),
    artifacts: compareArtifacts(task.artifacts, turns, streams),
    state: compareStates(getStateLabel(status), turns.lane, streams.lane),
    statusMessage: status.message && compareMessage(status.message),
    history: task.history.map(compareMessage),
    ...compareHistory(task, exchange, streams),
  };
}

/** Finds the newest response to a get-task request. */
function findStoredTask(timeline: Timeline, lane: TaskLane, n: number) {
  for (let i = lane.events.countAt(n) - 1; i >= 0; i--) {
    const ordinal = lane.events.at(i);
    const exchange = timeline.exchanges[timeline.events.exchange.at(ordinal)];
    if (exchange?.request?.operation !== "get") continue;
    const event = decodeEventAgain(timeline, ordinal)?.event;
    if (event?.kind === "task") return { task: event.task, event: ordinal, exchange };
  }
  return null;
}

/** Is the exchange a turn: a message sent to the agent, and its response? */
function isTurn({ request, open }: Exchange): boolean {
  if (open.record.inbound) return false;
  return request === null || request.operation === "send" || request.operation === "stream";
}

/** Does the exchange resume an earlier turn? */
function isResumption({ request }: Exchange): boolean {
  return request?.operation === "subscribe" || request?.operation === "cancel";
}

function compareStates(
  stored: string,
  turns: TaskLane | undefined,
  streams: TaskLane | undefined,
): StateComparison {
  const delivered = streams?.stateLabel ?? null;
  if (delivered !== stored) return { deliveryStatus: "lost", stored, delivered };
  return {
    deliveryStatus: turns?.stateLabel === stored ? "complete" : "recovered",
    stored,
    delivered,
  };
}

function compareArtifacts(
  artifacts: readonly Artifact[],
  turns: RefoldedTask,
  streams: RefoldedTask,
): ArtifactComparison[] {
  let nameless = 0;
  const found = artifacts.map((artifact) => {
    const { key, artifactId } =
      getArtifactIdentity(artifact) ?? createAnonymousIdentity(nameless++);
    const first = turns.lane?.artifactByKey.get(key);
    const all = streams.lane?.artifactByKey.get(key);
    const streamedName = all?.names.latest ?? null;
    const name = artifact.name ?? streamedName;
    const otherName = streamedName === name ? null : streamedName;
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
  turns: RefoldedTask,
  streams: RefoldedTask,
): ArtifactComparison {
  const stored = joinPartTexts(parts);
  const now = compareStreamText(all, stored);
  const before = compareStreamText(first, stored);
  const files = compareParts(getNonTextParts(all), parts);
  const isWhole = now.lost + now.only + files.lost + files.only === 0 && all !== undefined;
  const wasWhole = before.lost + before.only === 0 && first !== undefined;
  const hadParts = compareParts(getNonTextParts(first), parts).lost === 0;
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
    deliveryStatus: getDeliveryStatus(
      isWhole,
      isRecovered,
      now.lost + files.lost > 0 || all === undefined,
    ),
    gapEvents: text.segments.flatMap(({ kind, delivered }, segment) =>
      kind === "lost" ? [{ segment, event: findEventBefore(shown, delivered, origin) }] : [],
    ),
  };
}

function getDeliveryStatus(
  isWhole: boolean,
  isRecovered: boolean,
  isLost: boolean,
): DeliveryStatus {
  if (isRecovered) return "recovered";
  if (isWhole) return "complete";
  return isLost ? "lost" : "only";
}

function compareStreamText(stream: ArtifactStream | undefined, stored: string): TextComparison {
  const revision = stream?.current;
  return compareTexts(revision?.textAt(ALL) ?? "", stored, (position) => {
    const chunk = revision?.chunkOfCharacter(position) ?? -1;
    return chunk >= 0 && revision?.chunkAt(chunk).from === position;
  });
}

const ALL = Number.MAX_SAFE_INTEGER;

function getNonTextParts(stream: ArtifactStream | undefined): Part[] {
  return stream?.current?.nonTextPartsAt(ALL) ?? [];
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

/** The event that delivered the character before a position; −1 for none. */
function findEventBefore(
  stream: ArtifactStream | undefined,
  position: number,
  of: RefoldedTask,
): number {
  const revision = stream?.current;
  const chunk = revision?.chunkOfCharacter(position - 1) ?? -1;
  return revision && chunk >= 0 ? of.toOriginalEvent(revision.chunkAt(chunk).event) : -1;
}
