/** The trace of a run: its steps as spans in a tree, those of called agents among them. */

import { isObject, toPlainText } from "../../protocol/json.ts";
import { numberIn, own, textIn, unpacked } from "./json.ts";

export interface Trace {
  readonly id: string | null;
  readonly spans: readonly Span[];
}

export interface Span {
  readonly id: string | null;
  readonly kind: "agent" | "tool" | "other";
  /** The agent or tool that was called. */
  readonly name: string;
  readonly args: unknown;
  /** Milliseconds since 1970; `null` where it is not told. */
  readonly start: number | null;
  readonly end: number | null;
  /** Milliseconds. */
  readonly latency: number | null;
  readonly tokens: number | null;
  readonly cost: number | null;
  readonly error: string | null;
  readonly children: readonly Span[];
}

/** Deeper traces are cut: no run is that deep. */
const DEPTH_MAX = 50;

export function readTrace(value: unknown): Trace | null {
  return traceAt(value, 0);
}

function traceAt(value: unknown, depth: number): Trace | null {
  const given = unpacked(value);
  const steps = own(given, "steps");
  if (!isObject(given) || !Array.isArray(steps) || depth > DEPTH_MAX) return null;
  return { id: textIn(given, "trace_id", "traceId"), spans: treeOf(steps, depth) };
}

function treeOf(steps: readonly unknown[], depth: number): Span[] {
  const ids = new Set(steps.map((step) => textIn(step, "step_id", "stepId")));
  const under = new Map<string | null, unknown[]>();
  for (const step of steps) {
    const parent = textIn(step, "parent_step_id", "parentStepId");
    const known = parent !== null && ids.has(parent) ? parent : null;
    const siblings = under.get(known);
    if (siblings) siblings.push(step);
    else under.set(known, [step]);
  }
  const told = new Set<unknown>();
  const spansUnder = (parent: string | null, level: number): Span[] =>
    (under.get(parent) ?? []).flatMap((step) => {
      // Steps may name each other as their parents.
      if (told.has(step) || level > DEPTH_MAX) return [];
      told.add(step);
      const id = textIn(step, "step_id", "stepId");
      return [spanOf(step, id === null ? [] : spansUnder(id, level + 1), depth)];
    });
  const tree = spansUnder(null, depth);
  for (const step of steps) if (!told.has(step)) tree.push(spanOf(step, [], depth));
  return tree;
}

function spanOf(step: unknown, inner: Span[], depth: number): Span {
  const action = own(step, "step_action", "stepAction");
  const tool = own(action, "tool_invocation", "toolInvocation");
  const agent = own(action, "agent_invocation", "agentInvocation");
  const called = traceAt(own(agent, "response_trace", "responseTrace"), depth + 1);
  const name =
    textIn(tool, "tool_name", "toolName") ?? textIn(agent, "agent_name", "agentName", "agent_url");
  return {
    id: textIn(step, "step_id", "stepId"),
    kind: kindOf(own(step, "call_type", "callType"), tool, agent),
    name: name ?? textIn(step, "name", "step_id") ?? "",
    args: own(tool, "parameters") ?? own(agent, "requests") ?? null,
    start: timeIn(step, "start_time", "startTime"),
    end: timeIn(step, "end_time", "endTime"),
    latency: numberIn(step, "latency"),
    tokens: numberIn(step, "total_tokens", "totalTokens"),
    cost: numberIn(step, "cost"),
    error: textIn(step, "error"),
    children: [...inner, ...(called?.spans ?? [])],
  };
}

/** The numbers are those of the extension's enumeration. */
function kindOf(type: unknown, tool: unknown, agent: unknown): Span["kind"] {
  const word = toPlainText(type ?? "").toUpperCase();
  if (word === "2" || word.endsWith("TOOL")) return "tool";
  if (word === "1" || word.endsWith("AGENT")) return "agent";
  return isObject(tool) ? "tool" : isObject(agent) ? "agent" : "other";
}

function timeIn(step: unknown, ...names: readonly string[]): number | null {
  const time = Date.parse(textIn(step, ...names) ?? "");
  return Number.isFinite(time) ? time : null;
}

/** All spans in order, with how deep each stands. */
export function flattened(spans: readonly Span[], depth = 0): { span: Span; depth: number }[] {
  return spans.flatMap((span) => [{ span, depth }, ...flattened(span.children, depth + 1)]);
}
