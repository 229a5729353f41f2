/**
 * The lines of the list on the screen: the rows by group, each group below a header that collapses
 * it. A run of a single group has no headers.
 *
 * **Guarantees:** an outline shows its rows as they were when it was created; it is created in a
 * time that depends on the number of groups, not of rows.
 */

import type { Item } from "./item.ts";
import { findFirstFrom, type RowGroup } from "./row-groups.ts";
import type { RowList } from "./rows.ts";

export type OutlineLine =
  | { readonly kind: "header"; readonly group: RowGroup }
  | { readonly kind: "row"; readonly item: Item };

/** Identifies a line in every outline of a run: the index of an item, or the key of a group. */
export type LineKey = number | string;

const NOTHING_COLLAPSED: ReadonlySet<string> = new Set();

export class RowOutline {
  readonly rows: RowList;
  /** Changes if lines that stay have moved, other than by new lines at the end. */
  readonly layout: object;
  readonly count: number;
  readonly hasHeaders: boolean;
  readonly #collapsed: ReadonlySet<string>;
  /** The groups with rows, and the line and the number of rows of each. */
  readonly #groups: readonly RowGroup[];
  readonly #headers: number[] = [];
  readonly #rowCounts: number[] = [];
  readonly #groupIndexes = new Map<RowGroup, number>();

  /** `before` is the previous outline of the same run. */
  constructor(rows: RowList, collapsed = NOTHING_COLLAPSED, before?: RowOutline) {
    this.rows = rows;
    this.#collapsed = collapsed;
    this.hasHeaders = rows.groups.list.length > 1;
    this.#groups = this.hasHeaders ? rows.groups.list.filter((it) => it.rowCount > 0) : [];
    let line = 0;
    for (const [index, group] of this.#groups.entries()) {
      const count = this.isCollapsed(group.key) ? 0 : group.rowCount;
      this.#headers.push(line);
      this.#rowCounts.push(count);
      this.#groupIndexes.set(group, index);
      line += 1 + count;
    }
    this.count = this.hasHeaders ? line : rows.count;
    this.layout = before && this.#isContinuationOf(before) ? before.layout : {};
  }

  /** The groups that have a header, in order. */
  get groups(): readonly RowGroup[] {
    return this.#groups;
  }

  isCollapsed(key: string): boolean {
    return this.#collapsed.has(key);
  }

  lineAt(line: number): OutlineLine | undefined {
    const { rows } = this;
    if (!this.hasHeaders) return toRowLine(rows.itemAt(line));
    if (line < 0 || line >= this.count) return undefined;
    const index = findFirstFrom(this.#headers, line + 1) - 1;
    const group = this.#groups[index];
    if (!group) return undefined;
    const row = line - this.#headerOf(index) - 1;
    if (row < 0) return { kind: "header", group };
    return toRowLine(rows.interpretation.items[group.itemAt(row)]);
  }

  /** The item of a row; `undefined` for a header. */
  itemAt(line: number): Item | undefined {
    const found = this.lineAt(line);
    return found?.kind === "row" ? found.item : undefined;
  }

  keyAt(line: number): LineKey {
    const found = this.lineAt(line);
    if (!found) return line;
    return found.kind === "row" ? found.item.index : found.group.key;
  }

  /** The line of an item or a group; −1 if it is not shown. */
  findLine(key: LineKey): number {
    if (typeof key === "string") return this.#findHeader(key);
    if (!this.hasHeaders) return this.rows.findRow(key);
    const group = this.findGroup(key);
    const index = group ? this.#groupIndexes.get(group) : undefined;
    if (!group || index === undefined) return -1;
    const row = group.findRow(key);
    return row < 0 || row >= (this.#rowCounts[index] ?? 0) ? -1 : this.#headerOf(index) + 1 + row;
  }

  /** The line of an item or a group, or of the header that hides it; −1 if there is none. */
  findPlace(key: LineKey): number {
    const line = this.findLine(key);
    if (line >= 0 || typeof key === "string") return line;
    return this.#findHeader(this.findGroup(key)?.key ?? "");
  }

  /** The group of an item. */
  findGroup(item: number): RowGroup | undefined {
    const found = this.rows.interpretation.items[item];
    return found && this.rows.groups.groupOf(found);
  }

  /** The line after the newest row as of event `n`: the position of the playhead. */
  countUpToEvent(n: number): number {
    const count = this.rows.countUpToEvent(n);
    if (!this.hasHeaders) return count;
    const newest = count === this.rows.count ? undefined : this.rows.itemAt(count - 1);
    if (!newest) return count === 0 ? 0 : this.count;
    return 1 + this.findPlace(newest.index);
  }

  #headerOf(index: number): number {
    return this.#headers[index] ?? 0;
  }

  #findHeader(key: string): number {
    const index = this.#groups.findIndex((group) => group.key === key);
    return index < 0 ? -1 : this.#headerOf(index);
  }

  #isContinuationOf(before: RowOutline): boolean {
    if (before.rows !== this.rows || before.hasHeaders !== this.hasHeaders) return false;
    const last = before.#groups.length - 1;
    return before.#groups.every(
      (group, index) =>
        this.#groups[index] === group &&
        this.#headers[index] === before.#headers[index] &&
        (index < last || (this.#rowCounts[index] ?? 0) >= (before.#rowCounts[index] ?? 0)),
    );
  }
}

function toRowLine(item: Item | undefined): OutlineLine | undefined {
  return item && { kind: "row", item };
}
