"use client";
// Hook that reveals a value of a JSON tree: opens its ancestors and scrolls to its row once.
import { useEffect, useEffectEvent, useRef } from "react";
import {
  getNodePath,
  type JsonRow,
  type JsonRowPath,
  type OpenTree,
  openPathTo,
} from "./json-rows.ts";

export interface JsonTarget {
  readonly isTargetRow: (row: JsonRow) => boolean;
}

export function useJsonTarget(
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
