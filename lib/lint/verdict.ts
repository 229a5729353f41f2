/**
 * The verdict: how a run ended, as a kind and a sentence.
 *
 * Guarantees: "the stream ended" and "the task is done" are never confused. A task is done when the
 * agent says so; a stream is complete when its end was seen.
 */

import {
  MAX_CAVEATS,
  NAME_LIMIT,
  sanitizeLine,
  type VerdictSummary,
} from "../api/recording-metadata.ts";
import type { Interpretation } from "../dialects/interpretation.ts";
import type { Exchange } from "../timeline/exchange.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { canReplaceVerdict, getTurnsAt, type TurnResult } from "./verdict/turns.ts";
import {
  createVerdict,
  type EndingParty,
  type Verdict,
  type VerdictEvidence,
  type VerdictKind,
} from "./verdict/verdict-model.ts";
import { endSentence } from "./verdict/verdict-reason.ts";
import { formatVerdict, listCaveats } from "./verdict/verdict-words.ts";

export type { EndingParty, Verdict, VerdictEvidence, VerdictKind };

/** The verdict of one turn of a run. */
interface TurnVerdict extends Verdict {
  /** The ID of the exchange that started the turn. */
  readonly exchange: string;
  /** Whether the verdict of a later turn of the same task counts instead. */
  readonly superseded: boolean;
}

/** The verdict of the last turn; clean only if every turn that was not superseded is clean. */
export interface RunVerdict extends Verdict {
  /** Only if the run has several turns. */
  readonly turns?: readonly TurnVerdict[];
}

/** The one-line summary that is stored beside the log. It may contain any text that an agent sent. */
export function toVerdictSummary({ kind, clean, because, by, caveats }: Verdict): VerdictSummary {
  return {
    kind,
    clean,
    because: sanitizeLine(because, NAME_LIMIT),
    endedBy: by,
    ...(caveats.length > 0 && {
      caveats: caveats.slice(0, MAX_CAVEATS).map((caveat) => caveat.kind),
    }),
  };
}

/** `interpretation` supplies the failed tool as the reason if a task failed without giving one. */
export function getVerdictAt(
  timeline: Timeline,
  n: number,
  interpretation?: Interpretation,
): RunVerdict {
  return combineTurns(getTurnsAt(timeline, n, interpretation));
}

/** The verdict of consecutive turns. */
export function combineTurns(found: readonly TurnResult[]): RunVerdict {
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
  const isEarlier = (turn: TurnVerdict) => turn !== turns.at(-1);
  const earlierCaveats = turns.flatMap((turn, i) =>
    isEarlier(turn) && !turn.superseded
      ? turn.caveats.map((caveat) => ({ ...caveat, text: `Turn ${i + 1}: ${caveat.text}` }))
      : [],
  );
  return {
    ...verdict,
    clean: bad.length === 0,
    because: [
      verdict.because,
      ...describeOtherTurns(turns),
      ...listCaveats(earlierCaveats).map(endSentence),
    ].join(" "),
    caveats: [...earlierCaveats, ...verdict.caveats],
    evidence: [
      ...verdict.evidence,
      ...bad.filter(isEarlier).flatMap(({ evidence }) => evidence.slice(0, 1)),
    ],
    turns,
  };
}

function describeTurn({ exchange, verdict }: TurnResult, superseded: boolean): TurnVerdict {
  return { exchange: exchange.id, superseded, ...verdict };
}

/** How many turns ended otherwise than the last one, in words. */
function describeOtherTurns(turns: readonly TurnVerdict[]): string[] {
  const last = turns.at(-1)?.kind;
  const counts = new Map<string, number>();
  for (const { kind, by } of turns) {
    const label = formatVerdict({ kind, by });
    if (kind !== last) counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  const listed = [...counts].map(([label, count]) => `${count} ${label}`);
  return listed.length === 0 ? [] : [`Earlier turns: ${listed.join(", ")}.`];
}

/** The index of the entry that shows the evidence; −1 if there is none. */
export function findEvidenceEntry(
  timeline: Timeline,
  { exchange: id, what, event }: VerdictEvidence,
): number {
  if (event !== null) return timeline.events.entry.at(event);
  const exchange = timeline.exchangeById.get(id);
  if (!exchange) return -1;
  // The request is the first entry of an exchange. The end is the last, if it has its own row.
  if (what === "request") return findFirstEntry(timeline, exchange);
  const end = what === "end" ? findEndEntry(timeline, exchange) : -1;
  if (end >= 0) return end;
  return exchange.entry < 0 ? findFirstEntry(timeline, exchange) : exchange.entry;
}

function findFirstEntry({ entries }: Timeline, { index }: Exchange): number {
  return entries.findIndex(({ exchange }) => exchange === index);
}

function findEndEntry({ entries }: Timeline, { index, end }: Exchange): number {
  if (!end) return -1;
  return entries.findLastIndex(
    ({ exchange, kind, firstEvent, time }) =>
      exchange === index &&
      (kind === "http" || kind === "error") &&
      firstEvent >= end.firstEvent &&
      (time === end.time || Number.isNaN(time)),
  );
}
