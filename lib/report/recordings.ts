/** The library's recordings as people know them: what each is called, found by, and sorted by. */

import type { RecordingSummary } from "../wire/api-types.ts";
import { truncateToGraphemes } from "../wire/graphemes.ts";
import { NAME_LIMIT } from "../wire/recording-metadata.ts";

type RecordingNames = Pick<RecordingSummary, "name" | "given" | "said">;

/** The name that it was given, else what was said first in it, else whom it was made with. */
export function getRecordingTitle({ name, given, said }: RecordingNames): string {
  return given ?? said ?? getAgentLabel(name);
}

/** Empty where the title says it already. */
export function getRecordingAgent(recording: RecordingNames): string {
  const agent = getAgentLabel(recording.name);
  return getRecordingTitle(recording) === agent ? "" : agent;
}

/** What one made from it is called at first. */
export function createDerivedName(recording: RecordingNames, how: string): string {
  return `${truncateToGraphemes(getRecordingTitle(recording), NAME_LIMIT - how.length - 3)} (${how})`;
}

export function getAgentLabel(name: string): string {
  return name.replace(/^https?:\/\//, "").replace(/\/$/, "");
}

/** Those in which every word of the query occurs, in name, tags, agent, verdict or what was said. */
export function filterRecordings<Recording extends RecordingSummary>(
  list: readonly Recording[],
  query: string,
): readonly Recording[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return list;
  return list.filter((recording) => {
    const text = getSearchText(recording).toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

function getSearchText({ id, name, given, said, tags, verdict }: RecordingSummary): string {
  const kind = verdict?.kind.replaceAll("-", " ") ?? "";
  return [given ?? "", said ?? "", name, tags.join("\n"), kind, id].join("\n");
}

export const RECORDING_SORT_KEYS = ["name", "tags", "agent", "when", "size", "verdict"] as const;
export type RecordingSortKey = (typeof RECORDING_SORT_KEYS)[number];

export interface RecordingOrder {
  readonly by: RecordingSortKey;
  readonly descending: boolean;
}

export const NEWEST_FIRST: RecordingOrder = { by: "when", descending: true };

type VerdictText = (recording: RecordingSummary) => string;

const getVerdictKind: VerdictText = ({ verdict }) => verdict?.kind ?? "";

/**
 * What has nothing to be sorted by stands last, either way. Verdicts are sorted by the words that
 * are shown for them.
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
      return getAgentLabel(recording.name);
    case "when":
      return recording.changedAt;
    case "size":
      return recording.bytes;
    case "verdict":
      return verdictText(recording);
  }
}
