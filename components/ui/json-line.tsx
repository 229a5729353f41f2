"use client";
// One line of the JSON tree: key, value or bracket, annotation tag and copy buttons.
import type { ReactNode } from "react";
import { boundMarks, boundText } from "./bounded-text.ts";
import { CopyButton } from "./copy.tsx";
import { cx } from "./cx.ts";
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

/** Colors of JSON tokens, wherever JSON is shown. */
export const JSON_COLORS = { key: "text-plan", string: "text-fg-1", scalar: "text-tool" } as const;

const LINE = "flex min-h-5 gap-1.5 pl-[calc(var(--in,0)*14px)]";
const TWIST = "grid h-5 w-3.5 flex-none place-items-center text-fg-3";
const TEXT = "min-w-0 wrap-anywhere whitespace-pre-wrap";
const COUNT = "flex-none font-ui text-11/5 whitespace-nowrap text-fg-3 select-none";
const TOOLS =
  "sticky right-0 ml-auto hidden h-5 flex-none gap-0.5 select-none group-hover/row:flex group-focus-within/row:flex";

interface JsonLineProps {
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
      <div className={LINE} style={indent}>
        <span className={TWIST} />
        <span className={cx(TEXT, JSON_COLORS.string)}>
          {boundMarks(escapeJsonText((node.value as string).slice(row.from, row.to)))}
        </span>
      </div>
    );
  }
  if (row.type === "close") {
    return (
      <div className={LINE} style={indent}>
        <span className={TWIST} />
        <span className="text-fg-3">{getBrackets(node.value)[1] + comma}</span>
      </div>
    );
  }
  const container = row.open !== undefined && typeof node.value !== "string";
  return (
    <div className={LINE} style={indent}>
      {container ? (
        // For the pointer only: the row itself has the expanded state and handles the keys.
        <button
          type="button"
          tabIndex={-1}
          aria-hidden="true"
          className={cx(TWIST, "hover:text-fg-1")}
          onClick={onToggle}
        >
          <Icon name={row.open ? "chevron-down" : "chevron-right"} size={12} />
        </button>
      ) : (
        <span className={TWIST} />
      )}
      <span className={TEXT}>
        <Key node={node} />
        <Value row={row} comma={comma} onToggle={onToggle} />
      </span>
      {node.depth > MAX_INDENT && <span className={COUNT}>depth {node.depth}</span>}
      {mark && (
        <Tooltip label={mark.note}>
          <Tag hue={MARK_HUES[mark.kind]} className="mt-px self-start font-ui select-none">
            {mark.kind}
          </Tag>
        </Tooltip>
      )}
      <span className={TOOLS}>
        <CopyButton what="value" size={20} tabIndex={-1} text={() => toCopyText(node.value)} />
        <CopyButton what="path" size={20} tabIndex={-1} icon="path" text={() => formatPath(path)} />
      </span>
    </div>
  );
}

function Key({ node }: { node: JsonNode }) {
  if (node.key === undefined) return null;
  const bare = typeof node.key === "number" || /^[A-Za-z_$][\w$]{0,200}$/.test(node.key);
  return (
    <>
      <span className={typeof node.key === "number" ? "text-fg-3" : JSON_COLORS.key}>
        {bare ? node.key : boundText(JSON.stringify(node.key))}
      </span>
      <span className="text-fg-3">: </span>
    </>
  );
}

function Value(props: { row: JsonRow & { type: "value" }; comma: string; onToggle: () => void }) {
  const { row, comma, onToggle } = props;
  const { value } = row.node;
  if (typeof value === "string") return <Text value={value} row={row} onToggle={onToggle} />;
  if (typeof value !== "object" || value === null) {
    return <span className={JSON_COLORS.scalar}>{String(value)}</span>;
  }
  const [open, close] = getBrackets(value);
  if (row.open) return <span className="text-fg-3">{open}</span>;
  if (row.size === 0) return <span className="text-fg-3">{open + close + comma}</span>;
  const noun = Array.isArray(value) ? "item" : "key";
  return (
    <>
      <span className="text-fg-3">{`${open} … ${close}${comma} `}</span>
      <span className={COUNT}>{formatQuantity(row.size, noun)}</span>
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
    return <span className={JSON_COLORS.string}>{boundMarks(JSON.stringify(value))}</span>;
  const length = formatQuantity(value.length, "character");
  return (
    <>
      {row.open ? (
        <span className={COUNT}>{length} </span>
      ) : (
        <>
          <span className={JSON_COLORS.string}>
            "{boundMarks(escapeJsonText(value.slice(0, findCutPoint(value, MAX_STRING_LENGTH))))}
          </span>
          <span className="text-fg-3">… </span>
        </>
      )}
      <button
        type="button"
        tabIndex={-1}
        className="font-ui text-11 text-accent select-none hover:underline"
        onClick={onToggle}
      >
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
