// Labels for verdicts and their evidence.

import type { VerdictSummary } from "../../lib/api/recording-metadata.ts";
import type { NamedTask } from "../../lib/lint/verdict/verdict-model.ts";
import {
  ENDING_PARTY_WORDS,
  formatVerdict,
  formatVerdictReason,
  getVerdictTone,
  isVerdictKind,
  OPEN_STREAM_TITLE,
  type VerdictTone,
} from "../../lib/lint/verdict/verdict-words.ts";
import type { RunVerdict, VerdictEvidence } from "../../lib/lint/verdict.ts";
import type { Facts } from "../../lib/report/facts/facts.ts";
import { getEventNumber, type Scope } from "../../lib/timeline/scope.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { formatCount, formatOffset, formatQuantity } from "../ui/format.ts";
import type { Hue } from "../ui/hue.ts";
import type { IconName } from "../ui/icons.tsx";

/** The number of turns, and of those that ended badly, by verdict; empty for a single turn. */
export function formatTurns(verdict: RunVerdict): string {
  const { turns = [] } = verdict;
  if (turns.length < 2) return "";
  const bad = [...countBadEnds(verdict)].map(([label, count]) => `${formatCount(count)} ${label}`);
  const all = formatQuantity(turns.length, "turn");
  return bad.length === 0 ? all : `${all}: ${bad.join(", ")}`;
}

/** The same where only one way in which turns ended badly has room: several are counted as failures. */
export function formatTurnsInShort(verdict: RunVerdict): string {
  const counts = [...countBadEnds(verdict).values()];
  if (counts.length < 2) return formatTurns(verdict);
  const failures = counts.reduce((sum, count) => sum + count, 0);
  const all = formatQuantity(verdict.turns?.length ?? 0, "turn");
  return `${all}: ${formatQuantity(failures, "failure")}`;
}

/** How many turns ended badly, by verdict. */
function countBadEnds({ turns = [] }: RunVerdict): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { kind, by, clean, superseded } of turns) {
    // The verdict itself says what went wrong in turns that ended well.
    if (clean || superseded) continue;
    const label = formatVerdict({ kind, by });
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  return counts;
}

export interface ReportedReason {
  readonly text: string;
  readonly evidence: VerdictEvidence | undefined;
  /** The tasks that it names. */
  readonly tasks: readonly NamedTask[];
  /** The number of the turn that it is about, from 1. */
  readonly turn: number;
}

/** The reason of the last turn if there is one, else of the newest turn that ended badly. */
export function findReportedReason(verdict: RunVerdict): ReportedReason | null {
  const { turns = [], reason } = verdict;
  const last = turns.at(-1) ?? verdict;
  if (!last.clean || reason !== undefined || last.caveats.length > 0) {
    return {
      text: formatVerdictReason(last),
      evidence: last.evidence[0],
      tasks: last.tasks ?? [],
      turn: Math.max(1, turns.length),
    };
  }
  const hasFailed = (turn: (typeof turns)[number]) => !turn.clean || turn.caveats.length > 0;
  const at = turns.findLastIndex((turn) => hasFailed(turn) && !turn.superseded);
  const bad = turns[at];
  return bad
    ? {
        text: `Turn ${formatCount(at + 1)}: ${formatVerdictReason(bad)}`,
        evidence: bad.evidence[0],
        tasks: bad.tasks ?? [],
        turn: at + 1,
      }
    : null;
}

/** Formats a task state or a reading state as a heading. */
export function formatState(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1).replace("-", " ");
}

/** What is said of a part while more follows. `isLive`: it is being recorded, not read. */
export function formatProgress(
  { state, isStreamOpen }: Pick<Facts, "state" | "isStreamOpen">,
  isLive: boolean,
): string {
  if (isStreamOpen) return OPEN_STREAM_TITLE;
  return formatState(isLive ? (state ?? "waiting") : "reading");
}

/** The part of an exchange that is the evidence, with its time. */
export function formatVerdictEvidence(
  timeline: Timeline,
  scope: Scope,
  { exchange, what, event }: VerdictEvidence,
): string {
  if (event !== null) return `Event ${formatCount(getEventNumber(timeline, scope, event))}`;
  const found = timeline.exchangeById.get(exchange);
  const at = { request: found?.open, head: found?.head, end: found?.end, event: null }[what];
  const time = at && !Number.isNaN(at.time) ? ` at ${formatOffset(at.time)}` : "";
  const part = { request: "Request", head: "Response head", end: "End", event: "" }[what];
  return `${part}${time}`;
}

export interface VerdictMeta {
  readonly icon: IconName;
  readonly hue: Hue;
}

const TONE_META: Readonly<Record<VerdictTone, VerdictMeta>> = {
  good: { icon: "ok", hue: "ok" },
  waiting: { icon: "waiting", hue: "warning" },
  warning: { icon: "warning", hue: "warning" },
  bad: { icon: "error", hue: "error" },
  nothing: { icon: "note", hue: "other" },
};

export const getVerdictMeta = (verdict: Parameters<typeof getVerdictTone>[0]): VerdictMeta =>
  TONE_META[getVerdictTone(verdict)];

/** `undefined` for a kind of another version of Loupe. */
export function getStoredVerdictMeta({
  kind,
  endedBy,
  clean,
  caveats,
}: Pick<VerdictSummary, "kind" | "endedBy" | "clean" | "caveats">): VerdictMeta | undefined {
  return isVerdictKind(kind)
    ? getVerdictMeta({ kind, by: endedBy, clean, caveats: caveats ?? [] })
    : undefined;
}

/** Who ended it, beside a verdict that does not say it. */
export function getEndingParty({ by, clean, kind }: Pick<RunVerdict, "by" | "clean" | "kind">) {
  const isSaid = kind === "cut" && (by === "client" || by === "loupe");
  return by === null || clean || isSaid ? null : ENDING_PARTY_WORDS[by].by;
}
