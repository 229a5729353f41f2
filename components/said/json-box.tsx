"use client";
// JSON in a box of its own among other things: as high as it needs to be, up to a limit, and with
// what is secret in it masked.
import { useMemo } from "react";
import { maskSecrets } from "../../lib/dialects/payloads/secrets.ts";
import { flattenJson, openRule } from "../ui/json-rows.ts";
import { JsonTree } from "../ui/json-tree.tsx";

const LINE = 20;
const ROOM = 12;
const HIGHEST = 280;

export function JsonBox({ label, value }: { label: string; value: unknown }) {
  const { shown, height } = useMemo(() => {
    const shown = maskSecrets(value, []);
    const lines = flattenJson(shown, {}, openRule).length;
    return { shown, height: Math.min(lines * LINE + ROOM, HIGHEST) };
  }, [value]);
  return (
    <div className="json-box" style={{ height }}>
      <JsonTree label={label} value={shown} className="fill" />
    </div>
  );
}
