/**
 * A row as it is compared: what it is and what it says, without the ids and times that differ from
 * run to run.
 */

import type { Interpretation } from "../dialects/interpretation.ts";
import type { Item } from "../dialects/item.ts";
import { getItemTitleAt } from "../dialects/item-content.ts";
import type { ItemKind } from "../dialects/kinds.ts";
import { getItemProblems } from "../lint/problems.ts";
import type { EntryOf, Timeline } from "../timeline/timeline.ts";
import { isDiscovery } from "../timeline/timeline-queries.ts";
import type { ComparableLine } from "./align-lines.ts";
import { hashText } from "./hash-text.ts";
import { type DiffSide, getRowContent, type ToolContent, toComparableText } from "./row-content.ts";

export interface ComparableRow extends ComparableLine {
  readonly item: Item;
  readonly kind: ItemKind;
  /** The same in every version: a state, a role, a tool, an artifact's name. Empty where only an id. */
  readonly name: string;
  /** Index of its task; −1 for none. */
  readonly task: number;
  /** Which pair of calls it belongs to; −1 where its call has no partner. */
  readonly call: number;
  /** Of the text: what it is told by, and how long it is. */
  readonly text: string;
  readonly length: number;
  /** Its data, its files and what else is no text. */
  readonly parts: ContentSummary;
  readonly steps: ContentSummary;
  readonly tool: ToolContent | null;
  /** What is said beside it, by what it means. */
  readonly said: string;
  /** How many events it is made of. */
  readonly pieces: number;
  /** The rules that it breaks. */
  readonly findings: readonly string[];
}

/** Something that is compared as a whole: by its print, and told in a few words. */
export interface ContentSummary {
  readonly fingerprint: string;
  readonly label: string;
}

const NO_CONTENT: ContentSummary = { fingerprint: "", label: "none" };

function summarize(all: readonly unknown[], words: () => string): ContentSummary {
  return all.length === 0
    ? NO_CONTENT
    : { fingerprint: hashText(toComparableText(all)), label: words() };
}

/** Is the item a row that is compared? What looked the agent up, waited or was remarked is not. */
export function isCompared({ interpretation, n }: DiffSide, item: Item): boolean {
  if (!item.isRowAt(n)) return false;
  const { entry } = item;
  if (entry.kind === "http" && entry.httpKind === "silence") return false;
  if (entry.kind === "other" && entry.title === "note") return false;
  const exchange = interpretation.timeline.exchanges[item.exchange];
  return exchange === undefined || !isDiscovery(exchange);
}

export function createComparableRow(side: DiffSide, item: Item, call: number): ComparableRow {
  const { interpretation, n } = side;
  const kind = item.kindAt(n);
  const name = getRowName(interpretation, item, n);
  const { text, parts, steps, tool } = getRowContent(side, item);
  const means = item.attachmentsAt(n).map((attached) => attached.meaning);
  const said = [...new Set(means)].sort().join(", ");
  const row = {
    item,
    kind,
    name,
    task: item.taskAt(n),
    call,
    text: text === "" ? "" : hashText(text),
    length: text.length,
    parts: summarize(parts, () => formatCounts(parts.map((part) => part.kind))),
    steps: summarize(steps, () => formatCounts(steps.map((step) => step.status))),
    tool,
    said,
    pieces: item.events.countAt(n),
    findings: getItemProblems(item, n).map(({ rule }) => rule),
  };
  const shape = `${call} ${kind} ${name}`;
  const toolPrint = tool ? toComparableText([tool.state, tool.agent, tool.args, tool.result]) : "";
  const print = [
    shape,
    row.text,
    row.parts.fingerprint,
    row.steps.fingerprint,
    said,
    toolPrint && hashText(toolPrint),
  ];
  return { ...row, shape, fingerprint: print.join("\n") };
}

/** `2 data, 1 file` */
function formatCounts(words: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].map(([word, count]) => `${count} ${word}`).join(", ");
}

function getRowName(interpretation: Interpretation, item: Item, n: number): string {
  const { entry } = item;
  const facet = interpretation.details.get(item);
  if (facet?.kind === "tool" || facet?.kind === "draft" || item.isNested) {
    return getItemTitleAt(interpretation, item, n);
  }
  switch (entry.kind) {
    case "artifact":
      return entry.artifact.names.at(n) ?? "";
    case "http":
      return getHttpName(interpretation.timeline, entry);
    case "error":
      // A code has another number in each version and binding.
      return getItemTitleAt(interpretation, item, n).replace(/ \([^()]*\)$/, "");
    default:
      return getItemTitleAt(interpretation, item, n);
  }
}

/** Not by verb, path and media type, which are the binding's. */
function getHttpName({ exchanges }: Timeline, { httpKind, title, exchange }: EntryOf<"http">) {
  const { request, head } = exchanges[exchange] ?? {};
  if (httpKind === "request") return request?.operation ?? request?.method ?? title;
  if (httpKind === "response") return `response ${head?.record.status ?? ""}`.trim();
  return title;
}
