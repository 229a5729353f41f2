"use client";
// Hook that reveals a value of a JSON tree: opens its ancestors and scrolls to its row once.
import { useEffect, useRef } from "react";
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
  const isTargetRow = (row: JsonRow) =>
    target !== undefined &&
    row.type === "value" &&
    JSON.stringify(getNodePath(row.node)) === target;
  // Scroll only once per target, so that the user can scroll away.
  const shown = useRef<{ target: string; value: unknown }>(undefined);
  useEffect(() => {
    if (target === undefined) return;
    openPathTo(tree, JSON.parse(target) as JsonRowPath);
    opened();
  }, [tree, target, opened]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each target in each value
  useEffect(() => {
    const value = rows[0]?.node.value;
    const isShown = shown.current?.target === target && shown.current?.value === value;
    const row = target === undefined || isShown ? -1 : rows.findIndex(isTargetRow);
    if (target === undefined || row < 0) return;
    shown.current = { target, value };
    show(row);
  }, [rows, target]);
  return { isTargetRow };
}
