/**
 * Calls between agents as text: a tree by the calls they were made for, what failed first, and where the
 * time went.
 */

import { formatVerdict } from "../../lint/verdict/verdict-words.ts";
import { formatDuration } from "../../text/duration.ts";
import type { CallEdge } from "../../timeline/hops/tapped-call.ts";
import { toPrintableLine } from "../printable.ts";
import type { HopReport, HopsReport } from "./hop-report.ts";
import { getCalleeLabel, getCallerLabel, listFailureChain, listHopLines } from "./hop-tree.ts";
import { formatHopTime } from "./time-report.ts";

const NAME_LENGTH = 40;

export function* formatHops(
  hops: HopsReport,
  findMethod: (exchange: string) => string,
): Generator<string> {
  yield "Calls between agents";
  for (const { call, depth } of listHopLines(hops.calls)) {
    yield `${"  ".repeat(depth + 1)}${formatCall(call, findMethod(call.exchange))}`;
  }
  const [first, ...callers] = listFailureChain(hops);
  if (first) yield* formatFirstFailure(first, callers);
  const time = formatHopTime(hops.time, formatDuration);
  if (time !== null) yield time;
}

function* formatFirstFailure(first: HopReport, callers: readonly HopReport[]): Generator<string> {
  yield `Failed first: ${formatCallee(first)} (${first.exchange}): ${first.verdict.because}`;
  if (callers.length > 0) yield `  called by ${callers.map(formatOutcome).join(", for ")}`;
}

function formatCall(call: HopReport, method: string): string {
  const { durationMs, waitingMs, edge } = call;
  const time = durationMs === null ? "running" : formatDuration(durationMs);
  const waiting = waitingMs ? ` (${formatDuration(waitingMs)} waiting)` : "";
  return [
    `${toPrintableLine(getCallerLabel(call), NAME_LENGTH)} → ${formatCallee(call)}`,
    toPrintableLine(method, NAME_LENGTH),
    formatCallVerdict(call),
    `${time}${waiting}`,
    call.exchange,
    edge && formatEdge(edge),
  ]
    .filter(Boolean)
    .join("  ");
}

function formatEdge({ kind, rule, certainty }: CallEdge): string {
  if (kind === "connected" || kind === "cut") return `${kind} by hand`;
  return `${kind === "recorded" ? kind : certainty}: ${rule}`;
}

const formatCallee = (call: HopReport): string =>
  toPrintableLine(getCalleeLabel(call), NAME_LENGTH);

const formatCallVerdict = ({ verdict }: HopReport): string =>
  verdict.error === undefined
    ? formatVerdict(verdict)
    : toPrintableLine(verdict.error, NAME_LENGTH);

const formatOutcome = (call: HopReport): string =>
  `${formatCallee(call)} (${formatCallVerdict(call)})`;
