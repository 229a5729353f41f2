/** Which entries are wanted: by kind, by task, by trouble, by text. */

import { textOf } from "../protocol/parts.ts";
import type { Entry, EntryKind, Timeline } from "./timeline.ts";

export interface Filter {
  /** Kinds that are hidden. */
  readonly hidden: readonly EntryKind[];
  /** Index of the one task to show; `null` for all. */
  readonly task: number | null;
  /** Only entries of which something was noticed, and errors. */
  readonly problems: boolean;
  readonly query: string;
  /** The query is a regular expression. */
  readonly regex: boolean;
}

export const NO_FILTER: Filter = {
  hidden: [],
  task: null,
  problems: false,
  query: "",
  regex: false,
};

export function isFiltering(filter: Filter): boolean {
  const { hidden, task, problems, query } = filter;
  return hidden.length > 0 || task !== null || problems || query !== "";
}

/** The query as an expression that finds every hit; `null` where there is none or it is broken. */
export function queryPattern({ query, regex }: Filter): RegExp | null {
  if (query === "") return null;
  try {
    return new RegExp(regex ? query : query.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "giu");
  } catch {
    return null;
  }
}

/** What is wrong with the query, in the browser's words; `null` where nothing is. */
export function queryProblem({ query, regex }: Filter): string | null {
  if (!regex || query === "") return null;
  try {
    new RegExp(query, "giu");
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

export type Wanted = (entry: Entry) => boolean;

export function wanted(timeline: Timeline, filter: Filter): Wanted {
  const pattern = queryPattern(filter);
  const isBroken = filter.query !== "" && pattern === null;
  return (entry) => {
    if (filter.hidden.includes(entry.kind)) return false;
    if (filter.task !== null && entry.task !== filter.task) return false;
    if (filter.problems && entry.kind !== "error" && entry.problems.length === 0) return false;
    if (pattern === null) return !isBroken;
    pattern.lastIndex = 0;
    return searchable(timeline, entry).some((text) => {
      pattern.lastIndex = 0;
      return pattern.test(text);
    });
  };
}

/** Names, ids and texts of an entry, as they are now. */
function searchable(timeline: Timeline, entry: Entry): string[] {
  const taskId = timeline.tasks[entry.task]?.id ?? "";
  switch (entry.kind) {
    case "message": {
      const { messageId, parts } = entry.message.message;
      return [textOf(parts), messageId ?? "", taskId];
    }
    case "state":
      return [entry.transition.state, entry.transition.rawState ?? "", taskId];
    case "artifact": {
      const { artifactId, names, current } = entry.artifact;
      const text = current?.textAt(Number.MAX_SAFE_INTEGER) ?? "";
      return [names.latest ?? "", artifactId, taskId, text];
    }
    case "http":
      return [entry.title, timeline.exchanges[entry.exchange]?.open.record.url ?? ""];
    case "error":
    case "other":
      return [entry.title, entry.detail];
  }
}
