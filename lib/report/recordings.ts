/** Titles and sort order of the library's recordings. */

import type { RecordingSummary } from "../api/api-types.ts";
import { NAME_LIMIT } from "../api/recording-metadata.ts";
import { truncateToGraphemes } from "../text/graphemes.ts";

type RecordingNames = Pick<RecordingSummary, "name" | "given" | "firstMessage">;

/** The name that the user gave it, else its first message, else its agent. */
export function getRecordingTitle({ name, given, firstMessage }: RecordingNames): string {
  return given ?? firstMessage ?? getAgentLabel(name);
}

type AgentNames = Pick<RecordingSummary, "name" | "facts">;

/** The agent's name and version in its card, else its address. */
export function getAgentName({ name, facts }: AgentNames): string {
  if (!facts?.agent) return getAgentLabel(name);
  return [facts.agent, facts.agentVersion].filter(Boolean).join(" ");
}

/** The agent of a recording; empty if the title is the agent. */
export function getRecordingAgent(recording: RecordingNames & AgentNames): string {
  const agent = getAgentName(recording);
  return getRecordingTitle(recording) === agent ? "" : agent;
}

/** The initial name of a recording derived from this one, such as `name (copy)`. */
export function createDerivedName(recording: RecordingNames, suffix: string): string {
  return `${truncateToGraphemes(getRecordingTitle(recording), NAME_LIMIT - suffix.length - 3)} (${suffix})`;
}

export function getAgentLabel(name: string): string {
  return name.replace(/^https?:\/\//, "").replace(/\/$/, "");
}

export const RECORDING_SORT_KEYS = [
  "name",
  "tags",
  "agent",
  "turns",
  "duration",
  "problems",
  "tokens",
  "when",
  "size",
  "verdict",
  "error",
] as const;
export type RecordingSortKey = (typeof RECORDING_SORT_KEYS)[number];

export interface RecordingOrder {
  readonly by: RecordingSortKey;
  readonly descending: boolean;
}

export const NEWEST_FIRST: RecordingOrder = { by: "when", descending: true };

type VerdictText = (recording: RecordingSummary) => string;

const getVerdictKind: VerdictText = ({ verdict }) => verdict?.kind ?? "";

/**
 * Recordings without a sort value come last in both directions. Verdicts are sorted by their label.
 */
export function sortRecordings<Recording extends RecordingSummary>(
  list: readonly Recording[],
  { by, descending }: RecordingOrder,
  verdictText: VerdictText = getVerdictKind,
): readonly Recording[] {
  const direction = descending ? -1 : 1;
  return list.toSorted((a, b) => {
    const [left, right] = [getSortValue(a, by, verdictText), getSortValue(b, by, verdictText)];
    if (left === "" || right === "") return Number(left === "") - Number(right === "");
    if (typeof left === "number" && typeof right === "number") return direction * (left - right);
    return direction * COLLATOR.compare(String(left), String(right));
  });
}

const COLLATOR = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** After every date in ISO 8601. */
const LATER = "9999";

function getSortValue(
  recording: RecordingSummary,
  by: RecordingSortKey,
  verdictText: VerdictText,
): string | number {
  switch (by) {
    case "name":
      return getRecordingTitle(recording);
    case "tags":
      return recording.tags.join(" ");
    case "agent":
      return getAgentName(recording);
    case "turns":
      return recording.facts?.turns ?? "";
    case "when":
      // What runs has not had its last change yet, however long it has been silent.
      return recording.live ? LATER : recording.changedAt;
    case "duration":
      return recording.facts?.durationMs ?? "";
    case "tokens":
      return recording.facts?.tokens ?? "";
    case "problems":
      // Errors weigh more than any number of warnings.
      return recording.facts ? recording.facts.errors * 1e6 + recording.facts.warnings : "";
    case "error":
      return recording.facts?.firstError ?? "";
    case "size":
      return recording.bytes;
    case "verdict":
      return verdictText(recording);
  }
}
