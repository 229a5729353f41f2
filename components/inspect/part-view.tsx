"use client";
import { useMemo, useState } from "react";
// A non-text part: data as a tree or, if it is tabular, a table; files with a preview.
import { stringifyJson } from "../../lib/json/json-stringify.ts";
import type { Part } from "../../lib/protocol/model.ts";
import { boundText } from "../ui/bounded-text.ts";
import { CopyButton } from "../ui/copy.tsx";
import { formatCount } from "../ui/format.ts";
import { JsonTree } from "../ui/json-tree.tsx";
import { SegmentedControl } from "../ui/segmented.tsx";
import { FilePart } from "./file-part.tsx";
import { type TabularData, toTabularData } from "./tabular-data.ts";

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
    <section className="data-part" data-alone={alone || undefined} aria-label={label}>
      <div className="rendered-bar">
        <span className="text-fg-3">{label}</span>
        <span className="rendered-tools">
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
        <JsonTree label={label} value={value} className="fill" />
      )}
    </section>
  );
}

const MAX_ROWS = 200;

function DataTable({ table: { columns, rows } }: { table: TabularData }) {
  const rest = rows.length - MAX_ROWS;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
    <section className="data-table" tabIndex={0} aria-label="Data table">
      <table>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
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
                  data-number={typeof cell === "number" || undefined}
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
