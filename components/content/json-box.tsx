"use client";
// A JSON tree in a box that fits its content up to a maximum height, with secrets masked.
import { useMemo } from "react";
import { maskSecrets } from "../../lib/dialects/payloads/secrets.ts";
import { DEFAULT_OPEN_RULE, flattenJson } from "../ui/json-rows.ts";
import { JsonTree } from "../ui/json-tree.tsx";

const LINE_HEIGHT = 20;
const PADDING = 12;
const MAX_HEIGHT = 280;

export function JsonBox({ label, value }: { label: string; value: unknown }) {
  const { shown, height } = useMemo(() => {
    const shown = maskSecrets(value, []);
    const lines = flattenJson(shown, {}, DEFAULT_OPEN_RULE).length;
    return { shown, height: Math.min(lines * LINE_HEIGHT + PADDING, MAX_HEIGHT) };
  }, [value]);
  return (
    <div className="json-box" style={{ height }}>
      <JsonTree label={label} value={shown} className="flex-1" />
    </div>
  );
}
