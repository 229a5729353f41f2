/**
 * A row in the form in which it is compared: kind and content, without run-specific ids and times.
 */

import type { Interpretation } from "../dialects/interpretation.ts";
import type { Item } from "../dialects/item.ts";
import { getItemTitleAt } from "../dialects/item-content.ts";
import type { ItemKind } from "../dialects/kinds.ts";
import { getItemProblems } from "../lint/problems.ts";
import { isDiscovery } from "../timeline/exchange-queries.ts";
import type { EntryOf, Timeline } from "../timeline/timeline.ts";
import type { ComparableLine } from "./align-lines.ts";
import { type DiffSide, getRowContent, type ToolContent, toComparableText } from "./row-content.ts";

export interface ComparableRow extends ComparableLine {
  readonly item: Item;
  readonly kind: ItemKind;
  /**
   * The state, role, tool or artifact name, which is the same in every protocol version. Empty if
   * the row only has an id.
   */
  readonly name: string;
  /** Index of its task, −1 for none. */
  readonly task: number;
  /** The pair of calls that it belongs to; −1 if its call has no partner. */
  readonly call: number;
  /** The hash of its text, and the text's length. */
  readonly text: string;
  readonly length: number;
  /** Its data, files and other parts that are not text. */
  readonly parts: ContentSummary;
  readonly steps: ContentSummary;
  readonly tool: ToolContent | null;
  /** The meanings of its attachments. */
  readonly attachments: string;
  /** The number of its events. */
  readonly pieces: number;
  /** The rules that it violates. */
  readonly findings: readonly string[];
}

/** Content that is compared by its fingerprint and described by a short label. */
export interface ContentSummary {
  readonly fingerprint: string;
  readonly label: string;
}

const NO_CONTENT: ContentSummary = { fingerprint: "", label: "none" };

function summarize(all: readonly unknown[], createLabel: () => string): ContentSummary {
  return all.length === 0
    ? NO_CONTENT
    : { fingerprint: hashText(toComparableText(all)), label: createLabel() };
}

/** Is the item a row to compare? Agent lookups, silences and notes are not. */
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
  const meanings = item.attachmentsAt(n).map((attachment) => attachment.meaning);
  const attachments = [...new Set(meanings)].sort().join(", ");
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
    attachments,
    pieces: item.events.countAt(n),
    findings: getItemProblems(item, n).map(({ rule }) => rule),
  };
  const shape = `${call} ${kind} ${name}`;
  const toolFingerprint = tool
    ? toComparableText([tool.state, tool.agent, tool.args, tool.result])
    : "";
  const fingerprint = [
    shape,
    row.text,
    row.parts.fingerprint,
    row.steps.fingerprint,
    attachments,
    toolFingerprint && hashText(toolFingerprint),
  ];
  return { ...row, shape, fingerprint: fingerprint.join("\n") };
}

/** `2 data, 1 file` */
function formatCounts(labels: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  return [...counts].map(([label, count]) => `${count} ${label}`).join(", ");
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
      // Error codes differ between versions and bindings.
      return getItemTitleAt(interpretation, item, n).replace(/ \([^()]*\)$/, "");
    default:
      return getItemTitleAt(interpretation, item, n);
  }
}

/** Without verb, path and media type, which depend on the binding. */
function getHttpName({ exchanges }: Timeline, { httpKind, title, exchange }: EntryOf<"http">) {
  const { request, head } = exchanges[exchange] ?? {};
  if (httpKind === "request") return request?.operation ?? request?.method ?? title;
  if (httpKind === "response") return `response ${head?.record.status ?? ""}`.trim();
  return title;
}

/** A 53-bit hash: long enough that texts of a run do not collide by chance. */
export function hashText(text: string): string {
  let first = 0xdeadbeef;
  let second = 0x41c6ce57;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    first = Math.imul(first ^ unit, 2654435761);
    second = Math.imul(second ^ unit, 1597334677);
  }
  first =
    Math.imul(first ^ (first >>> 16), 2246822507) ^ Math.imul(second ^ (second >>> 13), 3266489909);
  second =
    Math.imul(second ^ (second >>> 16), 2246822507) ^ Math.imul(first ^ (first >>> 13), 3266489909);
  return (4294967296 * (2097151 & second) + (first >>> 0)).toString(36);
}
