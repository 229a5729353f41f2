// Labels for verdicts and their evidence.

import type { RunVerdict, VerdictEvidence, VerdictKind } from "../../lib/lint/verdict.ts";
import { getEventNumber, type Scope } from "../../lib/timeline/scope.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { formatCount, formatOffset, formatQuantity } from "../ui/format.ts";
import type { Hue } from "../ui/hue.ts";
import type { IconName } from "../ui/icons.tsx";

/** A stream stopped by the user or by Loupe is not a lost connection. */
export function getVerdictLabel({ kind, by }: { kind: VerdictKind; by: string | null }): string {
  if (kind === "cut" && by === "client") return "Stopped watching";
  if (kind === "cut" && by === "loupe") return "Stopped";
  return VERDICT_META[kind].label;
}

/** The number of turns, and of those that ended badly, by verdict; empty for a single turn. */
export function formatTurns({ turns = [] }: RunVerdict): string {
  if (turns.length < 2) return "";
  const counts = new Map<string, number>();
  for (const { kind, clean, superseded } of turns) {
    if (clean || superseded) continue;
    const label = VERDICT_META[kind].label.toLowerCase();
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  const bad = [...counts].map(([label, count]) => `${formatCount(count)} ${label}`);
  const all = formatQuantity(turns.length, "turn");
  return bad.length === 0 ? all : `${all}: ${bad.join(", ")}`;
}

interface ReportedReason {
  readonly text: string;
  readonly evidence: VerdictEvidence | undefined;
}

/** The reason of the last turn if there is one, else of the newest turn that ended badly. */
export function findReportedReason(verdict: RunVerdict): ReportedReason | null {
  const { turns = [], clean, reason } = verdict;
  const last = turns.at(-1) ?? verdict;
  if (!last.clean || reason !== undefined) {
    return { text: formatVerdictReason(last), evidence: last.evidence[0] };
  }
  const at = clean ? -1 : turns.findLastIndex((turn) => !turn.clean && !turn.superseded);
  const bad = turns[at];
  return bad
    ? {
        text: `Turn ${formatCount(at + 1)}: ${formatVerdictReason(bad)}`,
        evidence: bad.evidence[0],
      }
    : null;
}

/** Why a turn ended as it did: the agent at fault, else in the words of the agent or of the tool that failed. */
export function formatVerdictReason({
  because,
  reason,
  tool,
  fault,
}: Pick<RunVerdict, "because" | "reason" | "tool" | "fault">): string {
  if (fault) return fault.because;
  if (!reason) return because;
  return tool === undefined ? `“${reason}”` : `${tool} failed: “${reason}”`;
}

/** Formats a task state or a reading state as a heading. */
export function formatState(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1).replace("-", " ");
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
  readonly label: string;
  readonly icon: IconName;
  readonly hue: Hue;
}

export const VERDICT_META: Readonly<Record<VerdictKind, VerdictMeta>> = {
  completed: { label: "Completed", icon: "ok", hue: "ok" },
  failed: { label: "Failed", icon: "error", hue: "error" },
  canceled: { label: "Canceled", icon: "error", hue: "error" },
  rejected: { label: "Rejected", icon: "error", hue: "error" },
  "input-required": { label: "Input required", icon: "waiting", hue: "warning" },
  "auth-required": { label: "Authorization required", icon: "waiting", hue: "warning" },
  message: { label: "Answered with a message", icon: "ok", hue: "ok" },
  answered: { label: "Answered", icon: "ok", hue: "ok" },
  cut: { label: "Connection lost", icon: "error", hue: "error" },
  "ended-while-working": { label: "Ended while working", icon: "error", hue: "error" },
  timeout: { label: "Timed out", icon: "error", hue: "error" },
  "http-error": { label: "HTTP error", icon: "error", hue: "error" },
  "rpc-error": { label: "JSON-RPC error", icon: "error", hue: "error" },
  "unknown-state": { label: "Unknown task state", icon: "error", hue: "error" },
  empty: { label: "No events", icon: "note", hue: "other" },
  "not-a2a": { label: "Not A2A", icon: "error", hue: "error" },
  mixed: { label: "Mixed", icon: "warning", hue: "warning" },
};

/** Of a run whose last turn succeeded and an earlier one did not: that its turns differ. */
export function getVerdictMeta({ kind, clean, turns }: RunVerdict): VerdictMeta {
  const isMarred = !clean && turns?.at(-1)?.clean === true;
  return isMarred ? VERDICT_META.mixed : VERDICT_META[kind];
}
