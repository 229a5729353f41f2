/**
 * The lines of the list on the screen: the rows by group, each group below a header that collapses
 * it. A run of a single group has no headers. The group of a call between agents is inside that of the
 * call it was made for, among its rows. Spans of a trace are below the first row of their call,
 * with a heading that collapses them.
 *
 * **Guarantees:** an outline shows its rows as they were when it was created; it is created in a
 * time that depends on the number of groups, not of rows.
 */

import { countFirst } from "../collections/bisect.ts";
import type { Exchange } from "../timeline/exchange.ts";
import { createGroupTree, type GroupNode } from "./group-tree.ts";
import type { Item } from "./item.ts";
import type { RowGroup } from "./row-groups.ts";
import type { RowList } from "./rows.ts";
import { getSpanKey, getSpansKey, parseSpanKey } from "./span-key.ts";

export type OutlineLine =
  | { readonly kind: "header"; readonly group: RowGroup; readonly depth: number }
  | { readonly kind: "row"; readonly item: Item }
  /** Heading of the spans of a call. */
  | { readonly kind: "spans"; readonly exchange: number }
  /** `span`: its index among the spans of the call. */
  | { readonly kind: "span"; readonly exchange: number; readonly span: number };

/**
 * Identifies a line in every outline of a run: the index of an item, or the key of a group, of a
 * heading or of a span.
 */
type LineKey = number | string;

/** The spans to list below a call. */
export interface CallSpans {
  readonly exchange: Exchange;
  /** Indexes among the spans of the call. */
  readonly spans: readonly number[];
}

const NOTHING_COLLAPSED: ReadonlySet<string> = new Set();
const NO_SPANS: readonly CallSpans[] = [];

/** Spans among the lines. */
interface SpanSection {
  readonly exchange: number;
  readonly spans: readonly number[];
  /** The line of the heading. */
  readonly line: number;
  /** The number of lines before it that are no spans. */
  readonly before: number;
  /** The heading, and the spans unless they are collapsed. */
  readonly length: number;
  /** The length of all sections up to this one. */
  readonly total: number;
}

/** The header of a group, or consecutive rows of it. */
interface GroupSection {
  readonly node: GroupNode;
  readonly kind: "header" | "rows";
  /** Its first line, among those that are no spans. */
  readonly line: number;
  /** The first of its rows. */
  readonly row: number;
  readonly length: number;
}

export class RowOutline {
  readonly rows: RowList;
  /** Changes if lines that stay have moved, other than by new lines at the end. */
  readonly layout: object;
  readonly count: number;
  readonly hasHeaders: boolean;
  readonly #collapsed: ReadonlySet<string>;
  /** In order of lines; empty without headers. */
  readonly #groupSections: GroupSection[] = [];
  /** All groups with a header, also those inside collapsed ones. */
  readonly #nodes = new Map<RowGroup, GroupNode>();
  /** The sections of each group that is not hidden, the header first. */
  readonly #sectionsOf = new Map<RowGroup, GroupSection[]>();
  /** The line of each header by the key of its group. */
  readonly #headerLines = new Map<string, number>();
  /** In order of lines. */
  readonly #sections: readonly SpanSection[];
  /** The number of lines that are no spans. */
  #lineCount = 0;

  /** `before` is the previous outline of the same run. */
  constructor(
    rows: RowList,
    collapsed = NOTHING_COLLAPSED,
    before?: RowOutline,
    spans: readonly CallSpans[] = NO_SPANS,
  ) {
    this.rows = rows;
    this.#collapsed = collapsed;
    this.hasHeaders = rows.groups.list.length > 1;
    if (this.hasHeaders) {
      const { callTree } = rows.interpretation.timeline;
      for (const node of createGroupTree(rows.groups, callTree)) this.#addGroup(node, true);
    } else {
      this.#lineCount = rows.count;
    }
    this.#sections = this.#placeSpans(spans);
    this.count = this.#lineCount + (this.#sections.at(-1)?.total ?? 0);
    this.layout = before && this.#isContinuationOf(before) ? before.layout : {};
  }

  /** The groups that have a header, in order, with those inside collapsed ones. */
  get groups(): readonly RowGroup[] {
    return [...this.#nodes.keys()];
  }

  #addGroup(node: GroupNode, isShown: boolean): void {
    const { group, children } = node;
    this.#nodes.set(group, node);
    if (isShown) this.#addSection(node, "header", 0, 1);
    const isOpen = isShown && !this.isCollapsed(group.key);
    let row = 0;
    for (const child of children) {
      const end = group.countRowsBefore(child.group.firstItem);
      if (isOpen) this.#addSection(node, "rows", row, end - row);
      this.#addGroup(child, isOpen);
      row = end;
    }
    if (isOpen) this.#addSection(node, "rows", row, group.rowCount - row);
  }

  #addSection(node: GroupNode, kind: GroupSection["kind"], row: number, length: number): void {
    if (length === 0) return;
    const section = { node, kind, line: this.#lineCount, row, length };
    this.#groupSections.push(section);
    if (kind === "header") this.#headerLines.set(node.group.key, section.line);
    const known = this.#sectionsOf.get(node.group);
    if (known) known.push(section);
    else this.#sectionsOf.set(node.group, [section]);
    this.#lineCount += length;
  }

  /** How many spans of a call match the filter. */
  countSpans(exchange: number): number {
    return this.#sections.find((section) => section.exchange === exchange)?.spans.length ?? 0;
  }

  isCollapsed(key: string): boolean {
    return this.#collapsed.has(key);
  }

  lineAt(line: number): OutlineLine | undefined {
    const section = this.#findSection(line);
    if (!section) return this.#lineWithoutSpans(line);
    const { exchange, spans, length, total } = section;
    const index = line - section.line;
    if (index === 0) return { kind: "spans", exchange };
    if (index >= length) return this.#lineWithoutSpans(line - total);
    const span = spans[index - 1];
    return span === undefined ? undefined : { kind: "span", exchange, span };
  }

  #lineWithoutSpans(line: number): OutlineLine | undefined {
    const { rows } = this;
    if (!this.hasHeaders) return toRowLine(rows.itemAt(line));
    if (line < 0 || line >= this.#lineCount) return undefined;
    const sections = this.#groupSections;
    const section =
      sections[countFirst(sections.length, (i) => (sections[i]?.line ?? 0) <= line) - 1];
    if (!section) return undefined;
    const { kind, node, row } = section;
    const { group, depth } = node;
    if (kind === "header") return { kind, group, depth };
    return toRowLine(rows.interpretation.items[group.itemAt(row + line - section.line)]);
  }

  /** The item of a row; `undefined` for a header. */
  itemAt(line: number): Item | undefined {
    const found = this.lineAt(line);
    return found?.kind === "row" ? found.item : undefined;
  }

  keyAt(line: number): LineKey {
    const found = this.lineAt(line);
    switch (found?.kind) {
      case undefined:
        return line;
      case "row":
        return found.item.index;
      case "header":
        return found.group.key;
      case "spans":
        return getSpansKey(found.exchange);
      case "span":
        return getSpanKey(found.exchange, found.span);
    }
  }

  /** The line of an item, a group, a heading or a span; −1 if it is not shown. */
  findLine(key: LineKey): number {
    const line = this.#findLineWithoutSpans(key);
    if (line >= 0) return this.#addSpans(line);
    return typeof key === "string" ? this.#findSpanLine(key) : -1;
  }

  #findLineWithoutSpans(key: LineKey): number {
    if (typeof key === "string") return this.#findHeader(key);
    if (!this.hasHeaders) return this.rows.findRow(key);
    const group = this.findGroup(key);
    const row = group ? group.findRow(key) : -1;
    if (!group || row < 0) return -1;
    const section = this.#sectionsOf
      .get(group)
      ?.findLast((one) => one.kind === "rows" && one.row <= row);
    return section ? section.line + row - section.row : -1;
  }

  /** The line of an item or a group, or of the header that hides it; −1 if there is none. */
  findPlace(key: LineKey): number {
    const line = this.findLine(key);
    if (line >= 0 || typeof key === "string") return line;
    const group = this.findGroup(key);
    const header = group
      ? this.listGroupsAround(group).find((one) => this.#sectionsOf.has(one))
      : undefined;
    return header ? this.#addSpans(this.#findHeader(header.key)) : -1;
  }

  /** A group and those that it is inside, from the inside out. */
  listGroupsAround(group: RowGroup): RowGroup[] {
    const around: RowGroup[] = [];
    let node = this.#nodes.get(group) ?? null;
    for (; node; node = node.parent) around.push(node.group);
    return around;
  }

  /** How many groups a group is inside of. */
  getGroupDepth(group: RowGroup): number {
    return this.#nodes.get(group)?.depth ?? 0;
  }

  /** The group of an item. */
  findGroup(item: number): RowGroup | undefined {
    const found = this.rows.interpretation.items[item];
    return found && this.rows.groups.groupOf(found);
  }

  /** The line after the newest row as of event `n`: the position of the playhead. */
  countUpToEvent(n: number): number {
    const count = this.rows.countUpToEvent(n);
    const newest = count === this.rows.count ? undefined : this.rows.itemAt(count - 1);
    if (!newest) return count === 0 ? 0 : this.count;
    const line = this.findPlace(newest.index);
    // The spans of a call are not cut off from its row.
    const section = this.#findSection(line + 1);
    return section?.line === line + 1 ? line + 1 + section.length : line + 1;
  }

  /** Below the first shown row of each call; the others are not shown. */
  #placeSpans(all: readonly CallSpans[]): SpanSection[] {
    const anchors = all.flatMap(({ exchange, spans }) => {
      const item = this.#findFirstRow(exchange);
      const anchor = item ? this.#findLineWithoutSpans(item.index) : -1;
      return anchor < 0 ? [] : [{ exchange: exchange.index, spans, before: anchor + 1 }];
    });
    let total = 0;
    return anchors
      .sort((a, b) => a.before - b.before)
      .map(({ exchange, spans, before }) => {
        const length = this.isCollapsed(getSpansKey(exchange)) ? 1 : 1 + spans.length;
        const line = before + total;
        total += length;
        return { exchange, spans, line, before, length, total };
      });
  }

  /** Calls have few rows before their first one that are of other calls, so few rows are read. */
  #findFirstRow({ index, firstEvent, events }: Exchange): Item | undefined {
    const last = events.count > 0 ? Math.max(firstEvent, events.last) : firstEvent;
    for (let row = this.rows.countUpToEvent(firstEvent - 1); row < this.rows.count; row++) {
      const item = this.rows.itemAt(row);
      if (item?.exchange === index) return item;
      if (item && item.firstEvent > last) return undefined;
    }
    return undefined;
  }

  /** The last section that begins at or before a line. */
  #findSection(line: number): SpanSection | undefined {
    return this.#sections[
      countFirst(this.#sections.length, (i) => (this.#sections[i]?.line ?? 0) <= line) - 1
    ];
  }

  /** The line of what would be a line without spans. */
  #addSpans(line: number): number {
    const count = countFirst(
      this.#sections.length,
      (i) => (this.#sections[i]?.before ?? 0) <= line,
    );
    return line + (this.#sections[count - 1]?.total ?? 0);
  }

  #findSpanLine(key: string): number {
    const named = parseSpanKey(key);
    for (const { exchange, spans, line, length } of this.#sections) {
      if (key === getSpansKey(exchange)) return line;
      const index = named?.exchange === exchange ? spans.indexOf(named.span) + 1 : 0;
      if (index > 0 && index < length) return line + index;
    }
    return -1;
  }

  #findHeader(key: string): number {
    return this.#headerLines.get(key) ?? -1;
  }

  #isContinuationOf(before: RowOutline): boolean {
    if (before.rows !== this.rows || before.hasHeaders !== this.hasHeaders) return false;
    const hasSameSpans = before.#sections.every((section, index) => {
      const now = this.#sections[index];
      return now?.line === section.line && now.length === section.length;
    });
    // Spans that are new are not at the end.
    if (!hasSameSpans || this.#sections.length !== before.#sections.length) return false;
    const last = before.#groupSections.length - 1;
    return before.#groupSections.every(({ node, kind, line, row, length }, index) => {
      const now = this.#groupSections[index];
      const isSame =
        now?.node.group === node.group && now.kind === kind && now.line === line && now.row === row;
      return isSame && (index < last ? now.length === length : now.length >= length);
    });
  }
}

function toRowLine(item: Item | undefined): OutlineLine | undefined {
  return item && { kind: "row", item };
}
