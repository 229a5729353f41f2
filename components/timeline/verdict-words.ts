// Verdict and evidence in the words of the screen.
import type { Ender, Evidence, VerdictKind } from "../../lib/lint/verdict.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { formatCount, formatOffset } from "../ui/format.ts";
import { VERDICT_LOOKS } from "./verdict-looks.ts";

/** What somebody here stopped, or Loupe itself, was not lost. */
export function wordOf({ kind, by }: { kind: VerdictKind; by: string | null }): string {
  if (kind === "cut" && by === "client") return "Stopped watching";
  if (kind === "cut" && by === "loupe") return "Stopped";
  return VERDICT_LOOKS[kind].word;
}

/** A state of a task, or of the reading, as a heading has it. */
export function formatState(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1).replace("-", " ");
}

export const ENDED_BY: Readonly<Record<Ender, string>> = {
  agent: "by the agent",
  network: "by the network",
  proxy: "likely by a proxy",
  client: "by the client",
  loupe: "by Loupe",
};

/** What of an exchange shows it, and when that was. */
export function evidenceWords(timeline: Timeline, { exchange, what, event }: Evidence): string {
  if (event !== null) return `Event ${formatCount(event + 1)}`;
  const found = timeline.exchangeById.get(exchange);
  const at = { request: found?.open, head: found?.head, end: found?.ended, event: null }[what];
  const time = at && !Number.isNaN(at.time) ? ` at ${formatOffset(at.time)}` : "";
  const word = { request: "Request", head: "Head of the answer", end: "End", event: "" }[what];
  return `${word}${time}`;
}
