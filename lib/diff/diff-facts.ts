/** The summary of a diff: outcome, states, tools, problems and timing of both runs. */

import { BINDING_NAMES } from "../protocol/card/card.ts";
import { getExchangeVersion } from "../timeline/timeline-queries.ts";
import type { DiffSides, RunDiff } from "./compare-runs.ts";
import type { ComparedTiming } from "./pair-calls.ts";
import type { DiffSide } from "./row-content.ts";

export interface DiffFact extends DiffSides<string> {
  readonly label: string;
  readonly differs: boolean;
  /** The fact is a timing, which is shown but not counted as a difference. */
  readonly isFigure: boolean;
}

const NONE = "none";

export function createDiffFacts(diff: RunDiff): DiffFact[] {
  const { verdict, states, tools, findings, calls, left, right } = diff;
  return [
    createFact("Outcome", verdict.left.kind, verdict.right.kind),
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
    ...calls.flatMap(({ timing }, at) =>
      createFigures(calls.length > 1 ? ` ${at + 1}` : "", timing),
    ),
  ];
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
        formatDuration(one),
        formatDuration(other),
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

function formatDuration(ms: number | null): string {
  if (ms === null) return "unknown";
  return ms < 1000 ? `${Math.round(ms * 10) / 10} ms` : `${(ms / 1000).toFixed(2)} s`;
}

function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
