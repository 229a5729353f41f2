"use client";

import { useMemo, useState } from "react";
import { stringifyJson } from "../../lib/json/json-stringify.ts";
import type { Part } from "../../lib/protocol/model.ts";
import { FilePart } from "../content/file-part.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { CopyButton } from "../ui/copy.tsx";
import { cx } from "../ui/cx.ts";
import { formatCount } from "../ui/format.ts";
import { JsonTree } from "../ui/json-tree.tsx";
import { SegmentedControl } from "../ui/segmented.tsx";
import { RENDERED_BAR, RENDERED_TOOLS } from "./rendered-layout.ts";

// A non-text part: data as a tree or, if it is tabular, a table; files with a preview.

export function PartView({ part, alone }: { part: Part; alone: boolean }) {
  if (part.kind === "file") return <FilePart part={part} />;
  const value = part.kind === "data" ? part.data : part.kind === "other" ? part.raw : part;
  return <DataPart value={value} isData={part.kind === "data"} alone={alone} />;
}

interface DataPartProps {
  value: unknown;
  isData: boolean;
  alone: boolean;
}

function DataPart({ value, isData, alone }: DataPartProps) {
  const table = useMemo(() => (isData ? toTabularData(value) : null), [value, isData]);
  const [shape, setShape] = useState<"table" | "tree">("table");
  const label = isData ? "Data part" : "Unrecognized part";
  return (
    <section
      className={cx(
        "flex flex-none flex-col border-t border-line-1",
        alone ? "h-80 first-of-type:h-auto first-of-type:min-h-80 first-of-type:flex-1" : "h-80",
      )}
      aria-label={label}
    >
      <div className={RENDERED_BAR}>
        <span className="text-fg-3">{label}</span>
        <span className={RENDERED_TOOLS}>
          {table && (
            <SegmentedControl
              label="View as"
              options={[
                { value: "table", label: "Table" },
                { value: "tree", label: "Tree" },
              ]}
              value={shape}
              onChange={setShape}
            />
          )}
          <CopyButton text={() => stringifyJson(value, 2)} what="the data" size={24} />
        </span>
      </div>
      {table && shape === "table" ? (
        <DataTable table={table} />
      ) : (
        <JsonTree label={label} value={value} className="flex-1" />
      )}
    </section>
  );
}

const CELL = "border-b border-line-1 py-[3px] pr-3 align-top";

const MAX_ROWS = 200;

function DataTable({ table: { columns, rows } }: { table: TabularData }) {
  const rest = rows.length - MAX_ROWS;
  return (
    <section
      className="min-h-0 flex-1 overflow-auto px-3 pb-2"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
      tabIndex={0}
      aria-label="Data table"
    >
      <table className="min-w-full border-collapse text-12/5">
        <thead>
          <tr>
            {columns.map((name) => (
              <th
                key={name}
                scope="col"
                className={cx(CELL, "sticky top-0 bg-bg-1 text-start font-medium text-fg-3")}
              >
                {boundText(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MAX_ROWS).map((row, i) => (
            <tr key={String(i)}>
              {row.map((cell, column) => (
                <td
                  key={columns[column]}
                  className={cx(
                    CELL,
                    "max-w-80 wrap-anywhere",
                    typeof cell === "number" ? "text-right" : "text-start",
                  )}
                  dir="auto"
                >
                  {cell === undefined ? "" : boundText(String(cell))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rest > 0 && (
        <p className="text-fg-3">
          {formatCount(rest)} more rows. Switch to Tree to see all of them.
        </p>
      )}
    </section>
  );
}

interface TabularData {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

const MAX_COLUMNS = 24;

/** Converts data to a table; `null` if it is not tabular. */
export function toTabularData(value: unknown): TabularData | null {
  const list = findList(value);
  if (!list || list.length === 0) return null;
  const columns = new Set<string>();
  for (const item of list) {
    if (!isFlat(item)) return null;
    for (const key of Object.keys(item)) columns.add(key);
    if (columns.size > MAX_COLUMNS) return null;
  }
  if (columns.size === 0) return null;
  const names = [...columns];
  const rows = list.map((item) =>
    names.map((name) =>
      Object.hasOwn(item as object, name) ? (item as Record<string, unknown>)[name] : undefined,
    ),
  );
  return { columns: names, rows };
}

/** The list itself, or the list that is the only member of an object. */
function findList(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  if (typeof value !== "object" || value === null) return null;
  const members = Object.values(value);
  return members.length === 1 && Array.isArray(members[0]) ? members[0] : null;
}

function isFlat(item: unknown): item is Record<string, unknown> {
  if (typeof item !== "object" || item === null || Array.isArray(item)) return false;
  return Object.values(item).every((value) => typeof value !== "object" || value === null);
}
