/** What two runs came to, side by side and in words: the head of every comparison. */

import { BINDING_NAMES } from "../protocol/card/card.ts";
import { getExchangeVersion } from "../timeline/timeline-queries.ts";
import type { CallTiming } from "./calls.ts";
import type { RunDiff, Sides } from "./compare.ts";
import type { Side } from "./content.ts";

export interface Fact extends Sides<string> {
  readonly label: string;
  readonly differs: boolean;
  /** How long something took: told, and no difference. */
  readonly isFigure: boolean;
}

const NOTHING = "nothing";

export function factsOf(diff: RunDiff): Fact[] {
  const { verdict, states, tools, findings, calls, left, right } = diff;
  return [
    fact("Outcome", verdict.left.kind, verdict.right.kind),
    ...states.map(({ task, left: one, right: other }) =>
      fact(capital(task), one ?? NOTHING, other ?? NOTHING),
    ),
    ...told("Tools of one side", names(tools.left), names(tools.right)),
    ...told("Problems of one side", rules(findings.left), rules(findings.right)),
    // The same can be said in any version, over any binding.
    ...told("Protocol", spokenIn(left), spokenIn(right)).map((it) => ({ ...it, differs: false })),
    ...calls.flatMap(({ timing }, at) => figures(calls.length > 1 ? ` ${at + 1}` : "", timing)),
  ];
}

function fact(label: string, left: string, right: string, isFigure = false): Fact {
  return { label, left, right, differs: left !== right && !isFigure, isFigure };
}

/** Said only where one side has something. */
function told(label: string, left: string, right: string): Fact[] {
  return left === "" && right === "" ? [] : [fact(label, left || NOTHING, right || NOTHING)];
}

function names(tools: ReadonlyMap<string, number>): string {
  return [...tools].map(([name, count]) => (count > 1 ? `${name} ×${count}` : name)).join(", ");
}

function rules(findings: readonly { readonly rule: string }[]): string {
  return findings.map(({ rule }) => rule).join(", ");
}

/** The versions and bindings that its calls speak. */
function spokenIn({ reading, n }: Side): string {
  const { timeline } = reading;
  const calls = timeline.exchanges.filter(
    ({ request, firstEvent: birth }) => request !== null && birth <= n,
  );
  const spoken = calls.map((exchange) => {
    const { version, binding } = getExchangeVersion(timeline, exchange, n);
    return `A2A ${version} over ${BINDING_NAMES[binding]}`;
  });
  return [...new Set(spoken)].join(", ");
}

const MOST_CALLS = 20;

function figures(which: string, { left, right }: Sides<CallTiming | null>): Fact[] {
  if (!left || !right || Number(which) > MOST_CALLS) return [];
  const figure = (label: string, of: keyof CallTiming) => {
    const [one, other] = [left[of], right[of]];
    if (one === null && other === null) return [];
    return [fact(`${label}${which && ` of call${which}`}`, duration(one), duration(other), true)];
  };
  return [
    ...figure("First token", "firstTokenMs"),
    ...figure("Duration", "durationMs"),
    ...figure("Largest gap", "largestGapMs"),
  ];
}

function duration(ms: number | null): string {
  if (ms === null) return "not known";
  return ms < 1000 ? `${Math.round(ms * 10) / 10} ms` : `${(ms / 1000).toFixed(2)} s`;
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
