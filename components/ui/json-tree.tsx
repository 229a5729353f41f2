"use client";
// Collapsible tree view of a JSON value of any depth and width, with buttons to copy values and paths and
// with the caller's annotations. It renders only the lines in view.

import {
  type KeyboardEvent,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from "react";
import { announce } from "./announce.ts";
import { copyText } from "./copy.tsx";
import { cx } from "./cx.ts";
import { JsonLine, type JsonMark, toCopyText } from "./json-line.tsx";
import {
  DEFAULT_OPEN_RULE,
  flattenJson,
  formatPath,
  getNodePath,
  type JsonRow,
  type JsonRowPath,
  type OpenTree,
  openAll,
  openPathTo,
  setOpen,
} from "./json-rows.ts";
import { VirtualList, type VirtualListHandle } from "./virtual-list.tsx";
import type { RowProps } from "./virtual-row.tsx";

export type { JsonMark, JsonRowPath };

interface JsonTreeProps {
  label: string;
  value: unknown;
  /** Annotation of a value, shown as a tag. */
  marks?: (path: JsonRowPath) => JsonMark | undefined;
  /** The value to reveal: its ancestors are opened, and its row is highlighted and brought into view. */
  pointed?: JsonRowPath | undefined;
  /** Containers above this depth start open. */
  openDepth?: number;
  className?: string;
}

export function JsonTree({
  label,
  value,
  marks,
  pointed,
  openDepth = DEFAULT_OPEN_RULE.depth,
  className,
}: JsonTreeProps) {
  // The tree changes in place; each change is a new object around it.
  const [opened, setOpened] = useState<{ readonly tree: OpenTree }>({ tree: {} });
  const { tree } = opened;
  const changed = useCallback(() => setOpened(({ tree }) => ({ tree })), []);
  const [active, setActive] = useState(0);
  const list = useRef<VirtualListHandle>(null);

  const rows = useMemo(
    () => flattenJson(value, opened.tree, { ...DEFAULT_OPEN_RULE, depth: openDepth }),
    [value, opened, openDepth],
  );

  const target = useJsonTarget(pointed, tree, rows, changed, (row) => {
    setActive(row);
    list.current?.scrollToIndex(row, "center");
  });

  const toggle = (row: JsonRow) => {
    if (row.type !== "value" || row.open === undefined) return;
    setOpen(tree, getNodePath(row.node), !row.open);
    changed();
  };

  const onRowKeyDown = (event: KeyboardEvent, index: number) => {
    const row = rows[index];
    if (row?.type !== "value") return;
    if (event.ctrlKey || event.metaKey) {
      if (event.key.toLowerCase() === "c" && getSelection()?.isCollapsed !== false) {
        event.preventDefault();
        void copyRow(row, event.shiftKey);
      }
      return;
    }
    const act = KEY_ACTIONS[event.key];
    if (!act) return;
    event.preventDefault();
    if (act === "toggle") toggle(row);
    if (act === "all") {
      openAll(tree, getNodePath(row.node), row.node.value);
      changed();
    }
    if (act === "in") {
      if (row.open === false) toggle(row);
      else if (row.open && rows[index + 1]?.type === "value") list.current?.focusRow(index + 1);
    }
    if (act === "out") {
      if (row.open) toggle(row);
      else if (row.node.parent) list.current?.focusRow(indexOfParent(rows, index));
    }
  };

  const rowProps = (index: number): RowProps => {
    const row = rows[index];
    const className = cx(TREE_ROW, index === 0 && "pt-1.5");
    if (row?.type !== "value") return { role: "presentation", className };
    return {
      className,
      "aria-level": row.node.depth + 1,
      "aria-setsize": row.node.siblings,
      "aria-posinset": row.node.index + 1,
      "aria-expanded": row.open,
      "aria-selected": index === active,
      "data-pointed": target.isTargetRow(row) || undefined,
      "data-hue": target.isTargetRow(row) ? "warning" : undefined,
      onDoubleClick: () => typeof row.node.value === "object" && toggle(row),
    };
  };

  return (
    <VirtualList
      ref={list}
      label={label}
      role="tree"
      className={cx("group/tree mono text-12/5 text-fg-2", className)}
      count={rows.length}
      rowHeight={20}
      measured
      resetKey={rows}
      active={Math.min(active, rows.length - 1)}
      onActiveChange={setActive}
      isFocusable={(index) => rows[index]?.type === "value"}
      onRowKeyDown={onRowKeyDown}
      rowProps={rowProps}
      renderRow={(index) => {
        const row = rows[index];
        if (!row) return null;
        const path = getNodePath(row.node);
        const mark = row.type === "value" ? marks?.(path) : undefined;
        return <JsonLine row={row} path={path} mark={mark} onToggle={() => toggle(row)} />;
      }}
    />
  );
}

const TREE_ROW =
  "group/row px-3 hover:bg-bg-2 data-pointed:bg-faint data-pointed:shadow-[inset_2px_0_var(--hue)] group-focus-within/tree:aria-selected:bg-accent-bg forced-colors:data-pointed:outline forced-colors:data-pointed:-outline-offset-1 forced-colors:data-pointed:outline-[Highlight]";

const KEY_ACTIONS: Record<string, "toggle" | "in" | "out" | "all"> = {
  Enter: "toggle",
  " ": "toggle",
  ArrowRight: "in",
  ArrowLeft: "out",
  "*": "all",
};

function indexOfParent(rows: readonly JsonRow[], index: number): number {
  const parent = rows[index]?.node.parent;
  for (let at = index - 1; at >= 0; at--) {
    const row = rows[at];
    if (row?.type === "value" && row.node === parent) return at;
  }
  return 0;
}

async function copyRow(row: JsonRow, path: boolean): Promise<void> {
  const text = path ? formatPath(getNodePath(row.node)) : toCopyText(row.node.value);
  const done = await copyText(text);
  announce(done ? `Copied ${path ? "path" : "value"}` : "Couldn't copy");
}

interface JsonTarget {
  readonly isTargetRow: (row: JsonRow) => boolean;
}

function useJsonTarget(
  path: JsonRowPath | undefined,
  tree: OpenTree,
  rows: readonly JsonRow[],
  opened: () => void,
  show: (row: number) => void,
): JsonTarget {
  const target = path && JSON.stringify(path);
  const isTargetRow = (row: JsonRow) => target !== undefined && isRowAt(row, target);
  const showRow = useEffectEvent(show);
  // Scroll only once per target, so that the user can scroll away.
  const shown = useRef<{ target: string; value: unknown }>(undefined);
  useEffect(() => {
    if (target === undefined) return;
    openPathTo(tree, JSON.parse(target) as JsonRowPath);
    opened();
  }, [tree, target, opened]);
  useEffect(() => {
    const value = rows[0]?.node.value;
    const isShown = shown.current?.target === target && shown.current?.value === value;
    if (target === undefined || isShown) return;
    const row = rows.findIndex((one) => isRowAt(one, target));
    if (row < 0) return;
    shown.current = { target, value };
    showRow(row);
  }, [rows, target]);
  return { isTargetRow };
}

/** `path`: as JSON. */
function isRowAt(row: JsonRow, path: string): boolean {
  return row.type === "value" && JSON.stringify(getNodePath(row.node)) === path;
}
