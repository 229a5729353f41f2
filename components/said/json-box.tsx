"use client";
// JSON in a box of its own among other things: as high as it needs to be, up to a limit.
import { useMemo } from "react";
import { flattenJson, openRule } from "../ui/json-rows.ts";
import { JsonTree } from "../ui/json-tree.tsx";

const LINE = 20;
const ROOM = 12;
const HIGHEST = 280;

export function JsonBox({ label, value }: { label: string; value: unknown }) {
  const height = useMemo(() => {
    const lines = flattenJson(value, {}, openRule).length;
    return Math.min(lines * LINE + ROOM, HIGHEST);
  }, [value]);
  return (
    <div className="json-box" style={{ height }}>
      <JsonTree label={label} value={value} className="fill" />
    </div>
  );
}
