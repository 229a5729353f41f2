/** The summary of a diff: outcome, states, tools, problems and timing of both runs. */

import { capitalize, formatVerdict } from "../lint/verdict/verdict-words.ts";
import { BINDING_NAMES } from "../protocol/card/card.ts";
import { getFacts } from "../report/facts/facts.ts";
import { WHOLE_RUN } from "../report/facts/part.ts";
import { formatDuration } from "../text/duration.ts";
import { shorten } from "../text/graphemes.ts";
import type { Exchange } from "../timeline/exchange.ts";
import { findCalleeName, findCallerLabel, getAgentNames } from "../timeline/hops/agent-names.ts";
import { getExchangeVersion } from "../timeline/timeline-queries.ts";
import type { DiffSides, RunDiff } from "./compare-runs.ts";
import type { ComparedTiming } from "./pair-calls.ts";
import type { DiffSide } from "./row-content.ts";

export interface DiffFact extends DiffSides<string> {
  readonly label: string;
  readonly differs: boolean;
  /** The fact is a timing, which is shown but not counted as a difference. */
  readonly isFigure: boolean;
  /** Who called whom, if the fact is about a call between agents. */
  readonly between?: CallNames;
}

interface CallNames {
  readonly from: string;
  readonly to: string;
}

/** `Duration of call 3 (Planner → Hotels)` */
export function formatFactLabel({ label, between }: DiffFact): string {
  if (!between) return label;
  const [from, to] = [between.from, between.to].map((name) => shorten(name, MAX_NAME_LENGTH));
  return `${label} (${from} → ${to})`;
}

const MAX_NAME_LENGTH = 40;

const NONE = "none";
const UNKNOWN = "unknown";

export function createDiffFacts(diff: RunDiff): DiffFact[] {
  const { states, tools, findings, calls, left, right } = diff;
  return [
    createFact("Outcome", formatOutcome(left), formatOutcome(right)),
    ...states.map(({ task, left: one, right: other }) =>
      createFact(capitalize(task), one ?? NONE, other ?? NONE),
    ),
    ...createFactIfAny(
      "Tools on one side",
      formatToolCounts(tools.left),
      formatToolCounts(tools.right),
    ),
    ...createFactIfAny(
      "Problems on one side",
      formatRules(findings.left),
      formatRules(findings.right),
    ),
    // A different protocol version or binding is not a difference in content.
    ...createFactIfAny("Protocol", formatProtocols(left), formatProtocols(right)).map((it) => ({
      ...it,
      differs: false,
    })),
    ...calls.flatMap((pair, at) => {
      const figures = createFigures(calls.length > 1 ? ` ${at + 1}` : "", pair.timing);
      const between =
        figures.length === 0 || calls.length === 1
          ? null
          : (findCallNames(left, pair.left) ?? findCallNames(right, pair.right));
      return between ? figures.map((fact) => ({ ...fact, between })) : figures;
    }),
  ];
}

/** A run that is still being recorded may have no outcome yet. */
function formatOutcome({ interpretation, n, isGrowing = false }: DiffSide): string {
  const { outcome } = getFacts(interpretation, WHOLE_RUN, n, { isGrowing });
  return outcome === null ? "in progress" : formatVerdict(outcome);
}

function createFact(label: string, left: string, right: string, isFigure = false): DiffFact {
  return { label, left, right, differs: left !== right && !isFigure, isFigure };
}

/** No fact if both sides are empty. */
function createFactIfAny(label: string, left: string, right: string): DiffFact[] {
  return left === "" && right === "" ? [] : [createFact(label, left || NONE, right || NONE)];
}

function formatToolCounts(tools: ReadonlyMap<string, number>): string {
  return [...tools].map(([name, count]) => (count > 1 ? `${name} ×${count}` : name)).join(", ");
}

function formatRules(findings: readonly { readonly rule: string }[]): string {
  return findings.map(({ rule }) => rule).join(", ");
}

/** The protocol versions and bindings of the run's calls. */
function formatProtocols({ interpretation, n }: DiffSide): string {
  const { timeline } = interpretation;
  const calls = timeline.exchanges.filter(
    ({ request, firstEvent }) => request !== null && firstEvent <= n,
  );
  const protocols = calls.map((exchange) => {
    const { version, binding } = getExchangeVersion(timeline, exchange, n);
    return `A2A ${version} over ${BINDING_NAMES[binding]}`;
  });
  return [...new Set(protocols)].join(", ");
}

const MAX_CALLS = 20;

function createFigures(
  which: string,
  { left, right }: DiffSides<ComparedTiming | null>,
): DiffFact[] {
  if (!left || !right || Number(which) > MAX_CALLS) return [];
  const figure = (label: string, of: keyof ComparedTiming) => {
    const [one, other] = [left[of], right[of]];
    if (one === null && other === null) return [];
    return [
      createFact(
        `${label}${which && ` of call${which}`}`,
        one === null ? UNKNOWN : formatDuration(one),
        other === null ? UNKNOWN : formatDuration(other),
        true,
      ),
    ];
  };
  return [
    ...figure("First token", "firstTokenMs"),
    ...figure("Duration", "durationMs"),
    ...figure("Largest gap", "largestGapMs"),
  ];
}

/** `null` if the call did not pass a tap. */
function findCallNames(
  { interpretation, n }: DiffSide,
  exchange: Exchange | null,
): CallNames | null {
  const { timeline } = interpretation;
  const call = exchange && timeline.callTree.find(exchange.index);
  if (!call) return null;
  const names = getAgentNames(timeline, n);
  return { from: findCallerLabel(call, names, n), to: findCalleeName(call, names) };
}
