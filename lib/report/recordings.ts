/** The library's recordings as people know them: what each is called, found by, and sorted by. */

import type { RecordingSummary } from "../wire/api-types.ts";
import { beginning } from "../wire/graphemes.ts";
import { NAME_LIMIT } from "../wire/recording-metadata.ts";

type Named = Pick<RecordingSummary, "name" | "given" | "said">;

/** The name that it was given, else what was said first in it, else whom it was made with. */
export function recordingTitle({ name, given, said }: Named): string {
  return given ?? said ?? agentOf(name);
}

/** Empty where the title says it already. */
export function recordingAgent(recording: Named): string {
  const agent = agentOf(recording.name);
  return recordingTitle(recording) === agent ? "" : agent;
}

/** What one made from it is called at first. */
export function derivedName(recording: Named, how: string): string {
  return `${beginning(recordingTitle(recording), NAME_LIMIT - how.length - 3)} (${how})`;
}

export function agentOf(name: string): string {
  return name.replace(/^https?:\/\//, "").replace(/\/$/, "");
}

/** Those in which every word of the query occurs, in name, tags, agent, verdict or what was said. */
export function foundRecordings<Recording extends RecordingSummary>(
  list: readonly Recording[],
  query: string,
): readonly Recording[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return list;
  return list.filter((recording) => {
    const text = searched(recording).toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

function searched({ id, name, given, said, tags, verdict }: RecordingSummary): string {
  const kind = verdict?.kind.replaceAll("-", " ") ?? "";
  return [given ?? "", said ?? "", name, tags.join("\n"), kind, id].join("\n");
}

export const SORT_KEYS = ["name", "tags", "agent", "when", "size", "verdict"] as const;
export type SortKey = (typeof SORT_KEYS)[number];

export interface Order {
  readonly by: SortKey;
  readonly descending: boolean;
}

export const NEWEST_FIRST: Order = { by: "when", descending: true };

type VerdictText = (recording: RecordingSummary) => string;

const getVerdictKind: VerdictText = ({ verdict }) => verdict?.kind ?? "";

/**
 * What has nothing to be sorted by stands last, either way. Verdicts are sorted by the words that
 * are shown for them.
 */
export function sortedRecordings<Recording extends RecordingSummary>(
  list: readonly Recording[],
  { by, descending }: Order,
  verdictText: VerdictText = getVerdictKind,
): readonly Recording[] {
  const direction = descending ? -1 : 1;
  return list.toSorted((a, b) => {
    const [left, right] = [sortValue(a, by, verdictText), sortValue(b, by, verdictText)];
    if (left === "" || right === "") return Number(left === "") - Number(right === "");
    if (typeof left === "number" && typeof right === "number") return direction * (left - right);
    return direction * WORDS.compare(String(left), String(right));
  });
}

const WORDS = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

function sortValue(
  recording: RecordingSummary,
  by: SortKey,
  verdictText: VerdictText,
): string | number {
  switch (by) {
    case "name":
      return recordingTitle(recording);
    case "tags":
      return recording.tags.join(" ");
    case "agent":
      return agentOf(recording.name);
    case "when":
      return recording.changedAt;
    case "size":
      return recording.bytes;
    case "verdict":
      return verdictText(recording);
  }
}
