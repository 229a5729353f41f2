/** Measures messages that were sent more than once: how often they passed, and how long they took. */

import type { RecordingSummary } from "../api/api-types.ts";
import type {
  MessageStats,
  Percentiles,
  SendStats,
  SentMessage,
  TurnFacts,
  VersionStats,
} from "../api/library-search.ts";
import { getAgentLabel } from "../report/recordings.ts";

/** A recording with its turns. */
export interface MeasuredRecording {
  readonly recording: RecordingSummary;
  readonly turns: readonly TurnFacts[];
}

const MAX_MESSAGES = 50;
const MAX_LATEST = 60;

/** The messages that were sent most often. */
export function createMessageStats(
  recordings: readonly MeasuredRecording[],
): readonly MessageStats[] {
  const byMessage = groupBy(recordings.flatMap(listSends), ({ message }) => message);
  return [...byMessage]
    .filter(([, sends]) => sends.length > 1)
    .sort(([, one], [, other]) => other.length - one.length)
    .slice(0, MAX_MESSAGES)
    .map(([message, sends]) => {
      const inOrder = sends
        .map(({ sent }) => sent)
        .sort((one, other) => compareTexts(one.at ?? "", other.at ?? ""));
      return {
        message,
        ...createSendStats(inOrder),
        versions: createVersionStats(inOrder),
        latest: inOrder.slice(-MAX_LATEST),
      };
    });
}

interface Send {
  readonly message: string;
  readonly sent: SentMessage;
}

function listSends({ recording, turns }: MeasuredRecording): Send[] {
  const { id, name, at, facts } = recording;
  const start = at === null ? Number.NaN : Date.parse(at);
  return turns.flatMap(({ message, startMs, row, kind, clean, endedBy, firstTokenMs, totalMs }) => {
    if (message === null) return [];
    const time = start + (startMs ?? 0);
    const sent: SentMessage = {
      recording: id,
      row,
      kind,
      clean,
      endedBy,
      firstTokenMs,
      totalMs,
      agent: facts?.agent ?? getAgentLabel(name),
      version: facts?.agentVersion ?? null,
      at: Number.isNaN(time) ? null : new Date(time).toISOString(),
    };
    return [{ message, sent }];
  });
}

function createVersionStats(inOrder: readonly SentMessage[]): VersionStats[] {
  const byVersion = groupBy(inOrder, ({ agent, version }) => JSON.stringify([agent, version]));
  return [...byVersion.values()].toReversed().flatMap((sends) => {
    const [first] = sends;
    if (!first) return [];
    return [{ agent: first.agent, version: first.version, ...createSendStats(sends) }];
  });
}

function createSendStats(sends: readonly SentMessage[]): SendStats {
  return {
    sends: sends.length,
    passed: sends.filter(({ clean }) => clean).length,
    firstTokenMs: getPercentiles(sends.map(({ firstTokenMs }) => firstTokenMs)),
    totalMs: getPercentiles(sends.map(({ totalMs }) => totalMs)),
  };
}

/** By nearest rank, so that each value is one that was measured. */
export function getPercentiles(values: readonly (number | null)[]): Percentiles | null {
  const sorted = values.filter((value) => value !== null).sort((one, other) => one - other);
  const at = (share: number) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
  const [min, p50, p95, max] = [sorted[0], at(0.5), at(0.95), sorted.at(-1)];
  if (min === undefined || p50 === undefined || p95 === undefined || max === undefined) return null;
  return { min, p50, p95, max };
}

function groupBy<Value>(
  values: readonly Value[],
  getKey: (value: Value) => string,
): Map<string, Value[]> {
  const groups = new Map<string, Value[]>();
  for (const value of values) {
    const key = getKey(value);
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
