/** Traces: the steps of an execution as a tree of spans, including those of called agents. */

import { isObject, toPlainText } from "../../protocol/json.ts";
import { getOwnMember, getOwnNumber, getOwnText, parseJsonText } from "./json-access.ts";

export interface Trace {
  readonly id: string | null;
  readonly spans: readonly TraceSpan[];
}

export interface TraceSpan {
  readonly id: string | null;
  readonly kind: "agent" | "tool" | "other";
  /** The called agent or tool. */
  readonly name: string;
  readonly args: unknown;
  /** Milliseconds since 1970; `null` if unknown. */
  readonly start: number | null;
  readonly end: number | null;
  /** Milliseconds. */
  readonly latency: number | null;
  readonly tokens: number | null;
  readonly cost: number | null;
  readonly error: string | null;
  readonly children: readonly TraceSpan[];
}

/** Deeper traces are cut off; no execution is that deep. */
const MAX_DEPTH = 50;

export function readTrace(value: unknown): Trace | null {
  return readNestedTrace(value, 0);
}

function readNestedTrace(value: unknown, depth: number): Trace | null {
  const given = parseJsonText(value);
  const steps = getOwnMember(given, "steps");
  if (!isObject(given) || !Array.isArray(steps) || depth > MAX_DEPTH) return null;
  return { id: getOwnText(given, "trace_id", "traceId"), spans: createSpanTree(steps, depth) };
}

function createSpanTree(steps: readonly unknown[], depth: number): TraceSpan[] {
  const ids = new Set(steps.map((step) => getOwnText(step, "step_id", "stepId")));
  const under = new Map<string | null, unknown[]>();
  for (const step of steps) {
    const parent = getOwnText(step, "parent_step_id", "parentStepId");
    const known = parent !== null && ids.has(parent) ? parent : null;
    const siblings = under.get(known);
    if (siblings) siblings.push(step);
    else under.set(known, [step]);
  }
  const visited = new Set<unknown>();
  const spansUnder = (parent: string | null, level: number): TraceSpan[] =>
    (under.get(parent) ?? []).flatMap((step) => {
      // Steps may name each other as their parents.
      if (visited.has(step) || level > MAX_DEPTH) return [];
      visited.add(step);
      const id = getOwnText(step, "step_id", "stepId");
      return [readSpan(step, id === null ? [] : spansUnder(id, level + 1), depth)];
    });
  const tree = spansUnder(null, depth);
  for (const step of steps) if (!visited.has(step)) tree.push(readSpan(step, [], depth));
  return tree;
}

function readSpan(step: unknown, inner: TraceSpan[], depth: number): TraceSpan {
  const action = getOwnMember(step, "step_action", "stepAction");
  const tool = getOwnMember(action, "tool_invocation", "toolInvocation");
  const agent = getOwnMember(action, "agent_invocation", "agentInvocation");
  const called = readNestedTrace(getOwnMember(agent, "response_trace", "responseTrace"), depth + 1);
  const name =
    getOwnText(tool, "tool_name", "toolName") ??
    getOwnText(agent, "agent_name", "agentName", "agent_url");
  return {
    id: getOwnText(step, "step_id", "stepId"),
    kind: readSpanKind(getOwnMember(step, "call_type", "callType"), tool, agent),
    name: name ?? getOwnText(step, "name", "step_id") ?? "",
    args: getOwnMember(tool, "parameters") ?? getOwnMember(agent, "requests") ?? null,
    start: readTime(step, "start_time", "startTime"),
    end: readTime(step, "end_time", "endTime"),
    latency: getOwnNumber(step, "latency"),
    tokens: getOwnNumber(step, "total_tokens", "totalTokens"),
    cost: getOwnNumber(step, "cost"),
    error: getOwnText(step, "error"),
    children: [...inner, ...(called?.spans ?? [])],
  };
}

/** Numbers follow the enumeration of the extension. */
function readSpanKind(type: unknown, tool: unknown, agent: unknown): TraceSpan["kind"] {
  const word = toPlainText(type ?? "").toUpperCase();
  if (word === "2" || word.endsWith("TOOL")) return "tool";
  if (word === "1" || word.endsWith("AGENT")) return "agent";
  return isObject(tool) ? "tool" : isObject(agent) ? "agent" : "other";
}

function readTime(step: unknown, ...names: readonly string[]): number | null {
  const time = Date.parse(getOwnText(step, ...names) ?? "");
  return Number.isFinite(time) ? time : null;
}

/** All spans in order, with their depth. */
export function flattenSpans(
  spans: readonly TraceSpan[],
  depth = 0,
): { span: TraceSpan; depth: number }[] {
  return spans.flatMap((span) => [{ span, depth }, ...flattenSpans(span.children, depth + 1)]);
}
