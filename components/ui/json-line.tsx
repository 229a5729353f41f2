"use client";
// One line of the JSON tree: key, value or bracket, annotation tag and copy buttons.
import type { ReactNode } from "react";
import { boundMarks, boundText } from "./bounded-text.ts";
import { CopyButton } from "./copy.tsx";
import { formatQuantity } from "./format.ts";
import type { Hue } from "./hue.ts";
import { Icon } from "./icons.tsx";
import {
  formatPath,
  type JsonNode,
  type JsonRow,
  type JsonRowPath,
  MAX_STRING_LENGTH,
} from "./json-rows.ts";
import { Tag } from "./tag.tsx";
import { findCutPoint } from "./text-segments.ts";
import { Tooltip } from "./tooltip.tsx";

export interface JsonMark {
  kind: "inferred" | "mapped" | "irregular";
  note: string;
}

const MARK_HUES: Record<JsonMark["kind"], Hue> = {
  inferred: "accent",
  mapped: "state",
  irregular: "warning",
};

const MAX_INDENT = 12;

export interface JsonLineProps {
  row: JsonRow;
  path: JsonRowPath;
  mark: JsonMark | undefined;
  onToggle: () => void;
}

export function JsonLine({ row, path, mark, onToggle }: JsonLineProps) {
  const { node } = row;
  const indent = { "--in": Math.min(node.depth, MAX_INDENT) } as React.CSSProperties;
  const comma = row.type !== "text" && node.index < node.siblings - 1 ? "," : "";
  if (row.type === "text") {
    return (
      <div className="ui-json-line" style={indent}>
        <span className="ui-json-twist" />
        <span className="ui-json-text ui-json-string">
          {boundMarks(escapeJsonText((node.value as string).slice(row.from, row.to)))}
        </span>
      </div>
    );
  }
  if (row.type === "close") {
    return (
      <div className="ui-json-line" style={indent}>
        <span className="ui-json-twist" />
        <span className="ui-json-mark">{getBrackets(node.value)[1] + comma}</span>
      </div>
    );
  }
  const container = row.open !== undefined && typeof node.value !== "string";
  return (
    <div className="ui-json-line" style={indent}>
      {container ? (
        // For the pointer only: the row itself has the expanded state and handles the keys.
        <button
          type="button"
          tabIndex={-1}
          aria-hidden="true"
          className="ui-json-twist"
          onClick={onToggle}
        >
          <Icon name={row.open ? "chevron-down" : "chevron-right"} size={12} />
        </button>
      ) : (
        <span className="ui-json-twist" />
      )}
      <span className="ui-json-text">
        <Key node={node} />
        <Value row={row} comma={comma} onToggle={onToggle} />
      </span>
      {node.depth > MAX_INDENT && <span className="ui-json-count">depth {node.depth}</span>}
      {mark && (
        <Tooltip label={mark.note}>
          <Tag hue={MARK_HUES[mark.kind]}>{mark.kind}</Tag>
        </Tooltip>
      )}
      <span className="ui-json-tools">
        <CopyButton what="value" size={24} tabIndex={-1} text={() => toCopyText(node.value)} />
        <CopyButton what="path" size={24} tabIndex={-1} icon="link" text={() => formatPath(path)} />
      </span>
    </div>
  );
}

function Key({ node }: { node: JsonNode }) {
  if (node.key === undefined) return null;
  const bare = typeof node.key === "number" || /^[A-Za-z_$][\w$]{0,200}$/.test(node.key);
  return (
    <>
      <span className={typeof node.key === "number" ? "ui-json-mark" : "ui-json-key"}>
        {bare ? node.key : boundText(JSON.stringify(node.key))}
      </span>
      <span className="ui-json-mark">: </span>
    </>
  );
}

function Value(props: { row: JsonRow & { type: "value" }; comma: string; onToggle: () => void }) {
  const { row, comma, onToggle } = props;
  const { value } = row.node;
  if (typeof value === "string") return <Text value={value} row={row} onToggle={onToggle} />;
  if (typeof value !== "object" || value === null) {
    return <span className="ui-json-scalar">{String(value)}</span>;
  }
  const [open, close] = getBrackets(value);
  if (row.open) return <span className="ui-json-mark">{open}</span>;
  if (row.size === 0) return <span className="ui-json-mark">{open + close + comma}</span>;
  const noun = Array.isArray(value) ? "item" : "key";
  return (
    <>
      <span className="ui-json-mark">{`${open} … ${close}${comma} `}</span>
      <span className="ui-json-count">{formatQuantity(row.size, noun)}</span>
    </>
  );
}

function Text(props: {
  value: string;
  row: JsonRow & { type: "value" };
  onToggle: () => void;
}): ReactNode {
  const { value, row, onToggle } = props;
  if (row.open === undefined)
    return <span className="ui-json-string">{boundMarks(JSON.stringify(value))}</span>;
  const length = formatQuantity(value.length, "character");
  return (
    <>
      {row.open ? (
        <span className="ui-json-count">{length} </span>
      ) : (
        <>
          <span className="ui-json-string">
            "{boundMarks(escapeJsonText(value.slice(0, findCutPoint(value, MAX_STRING_LENGTH))))}
          </span>
          <span className="ui-json-mark">… </span>
        </>
      )}
      <button type="button" tabIndex={-1} className="ui-json-more" onClick={onToggle}>
        {row.open ? "show less" : `show all ${length}`}
      </button>
    </>
  );
}

export function toCopyText(value: unknown): string {
  if (typeof value === "string") return value;
  return JSON.stringify(value, null, 2) ?? String(value);
}

function escapeJsonText(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function getBrackets(value: unknown): readonly [string, string] {
  return Array.isArray(value) ? ["[", "]"] : ["{", "}"];
}
