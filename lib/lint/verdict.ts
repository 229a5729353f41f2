/**
 * What a run came to, in one word and one sentence. "The stream ended" and "the task is done" are
 * never confused: a task is done when the agent said so, a stream is whole when its end was seen.
 */

import type { Interpretation } from "../dialects/interpretation.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { NAME_LIMIT, sanitizeLine, type VerdictSummary } from "../wire/recording-metadata.ts";
import { createVerdict } from "./verdict/create-verdict.ts";
import { canReplaceVerdict, getTurnsAt, type Turn } from "./verdict/turns.ts";

export type VerdictKind =
  | "completed"
  | "failed"
  | "canceled"
  | "rejected"
  | "input-required"
  | "auth-required"
  | "message"
  | "answered"
  | "cut"
  | "ended-while-working"
  | "timeout"
  | "http-error"
  | "rpc-error"
  | "unknown-state"
  | "empty"
  | "not-a2a"
  | "mixed";

/**
 * Who ended it, as far as that can be told. `network`: the connection itself. `proxy`: somebody in
 * between, likely. `client`: whoever asked, or its program. `loupe`: one of Loupe's own limits.
 */
export type EndingParty = "agent" | "network" | "proxy" | "client" | "loupe";

/** What shows it: an event, or the request, head or end of an exchange. */
export interface VerdictEvidence {
  /** The id of the exchange. */
  readonly exchange: string;
  readonly what: "event" | "request" | "head" | "end";
  /** `null` for what is no event. */
  readonly event: number | null;
}

export interface Verdict {
  readonly kind: VerdictKind;
  /** It ended as the protocol has it, and well. */
  readonly clean: boolean;
  readonly because: string;
  /** Why a task failed or waits, or what an error says, in the agent's words. */
  readonly reason?: string;
  /** `null` where it has not ended, or nobody knows how. */
  readonly by: EndingParty | null;
  /** What proves it most comes first. */
  readonly evidence: readonly VerdictEvidence[];
}

/** What one turn of a run came to. */
export interface TurnVerdict extends Omit<Verdict, "by"> {
  /** The id of the exchange that began it. */
  readonly exchange: string;
  /** A later turn of the same task came to something else, which counts instead. */
  readonly superseded: boolean;
}

/** The verdict of its last turn; clean only where every turn that was not superseded is. */
export interface RunVerdict extends Verdict {
  /** Only of a run that has several. */
  readonly turns?: readonly TurnVerdict[];
}

/** What is kept of it beside its log, a line for a list: in it may be all that an agent said. */
export function toVerdictSummary({ kind, clean, because, by }: Verdict): VerdictSummary {
  return { kind, clean, because: sanitizeLine(because, NAME_LIMIT), endedBy: by };
}

/** `reading`: tells which tools failed, for the reason of a task that failed without giving one. */
export function getVerdictAt(
  timeline: Timeline,
  n: number,
  interpretation?: Interpretation,
): RunVerdict {
  const found = getTurnsAt(timeline, n, interpretation);
  const last = found[found.length - 1];
  if (!last)
    return createVerdict(
      "empty",
      "The run contains no requests to an agent and no responses.",
      null,
    );
  if (found.length === 1) return last.verdict;
  const newest = new Map<number, Verdict>();
  const turns = found
    .toReversed()
    .map((turn): TurnVerdict => {
      const later = newest.get(turn.task);
      if (turn.task >= 0 && !later) newest.set(turn.task, turn.verdict);
      return describeTurn(turn, later !== undefined && canReplaceVerdict(later, turn.verdict));
    })
    .reverse();
  const bad = turns.filter(({ clean, superseded }) => !clean && !superseded);
  const { verdict } = last;
  const isEarlier = ({ exchange }: TurnVerdict) => exchange !== last.exchange.id;
  return {
    ...verdict,
    clean: bad.length === 0,
    because: [verdict.because, ...describeOtherTurns(turns)].join(" "),
    evidence: [
      ...verdict.evidence,
      ...bad.filter(isEarlier).flatMap(({ evidence }) => evidence.slice(0, 1)),
    ],
    turns,
  };
}

function describeTurn({ exchange, verdict }: Turn, superseded: boolean): TurnVerdict {
  const { by, ...shown } = verdict;
  return { exchange: exchange.id, superseded, ...shown };
}

/** How many turns before the last came to something else than it did, by what they came to. */
export function countOtherVerdictKinds(
  turns: readonly TurnVerdict[] = [],
): readonly (readonly [kind: VerdictKind, count: number])[] {
  const last = turns[turns.length - 1]?.kind;
  const counts = new Map<VerdictKind, number>();
  for (const { kind } of turns) {
    if (kind !== last) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts];
}

function describeOtherTurns(turns: readonly TurnVerdict[]): string[] {
  const counts = countOtherVerdictKinds(turns).map(([kind, count]) => `${count} ${kind}`);
  return counts.length === 0 ? [] : [`Earlier turns: ${counts.join(", ")}.`];
}
