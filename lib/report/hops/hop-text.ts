/** Calls between agents as text: a tree by the calls they were made for, and what failed first. */

import { toPrintableLine } from "../printable.ts";
import type { HopReport, HopsReport } from "./hop-report.ts";

const NAME_LENGTH = 40;

export function* formatHops(
  { calls, failedFirst }: HopsReport,
  findMethod: (exchange: string) => string,
): Generator<string> {
  yield "Calls between agents";
  const children = new Map<string | null, HopReport[]>();
  for (const call of calls) {
    const siblings = children.get(call.parent);
    if (siblings) siblings.push(call);
    else children.set(call.parent, [call]);
  }
  yield* formatBranch(null, 1);
  const chain = (failedFirst ?? []).flatMap(
    (id) => calls.find(({ exchange }) => exchange === id) ?? [],
  );
  const first = chain.at(-1);
  if (!first) return;
  yield `Failed first: ${formatCallee(first)} (${first.exchange}): ${first.verdict.because}`;
  if (chain.length > 1)
    yield `  called by ${chain.slice(0, -1).toReversed().map(formatOutcome).join(", for ")}`;

  function* formatBranch(parent: string | null, depth: number): Generator<string> {
    for (const call of children.get(parent) ?? []) {
      yield `${"  ".repeat(depth)}${formatCall(call, findMethod(call.exchange))}`;
      yield* formatBranch(call.exchange, depth + 1);
    }
  }
}

function formatCall(call: HopReport, method: string): string {
  const { durationMs, waitingMs, edge } = call;
  const time = durationMs === null ? "running" : formatDuration(durationMs);
  const waiting = waitingMs ? ` (${formatDuration(waitingMs)} waiting)` : "";
  return [
    `${formatCaller(call)} → ${formatCallee(call)}`,
    toPrintableLine(method, NAME_LENGTH),
    call.verdict.kind,
    `${time}${waiting}`,
    call.exchange,
    edge &&
      (edge.kind === "recorded" ? `recorded: ${edge.rule}` : `${edge.certainty}: ${edge.rule}`),
  ]
    .filter(Boolean)
    .join("  ");
}

function formatCaller({ from: { name, program, address, port } }: HopReport): string {
  return toPrintableLine(name ?? program?.name ?? `${address}:${port}`, NAME_LENGTH);
}

const formatCallee = ({ to: { name, target } }: HopReport): string =>
  toPrintableLine(name ?? target, NAME_LENGTH);

const formatOutcome = (call: HopReport): string => `${formatCallee(call)} (${call.verdict.kind})`;

const formatDuration = (ms: number): string =>
  ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(2)} s`;
