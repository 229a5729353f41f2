/** The full content of a row, read on demand: text, parts, plan steps and tool call. */

import type { Interpretation } from "../dialects/interpretation.ts";
import type { Item } from "../dialects/item.ts";
import { getItemTextAt } from "../dialects/item-content.ts";
import { getPlanStepsAt } from "../dialects/plan-history.ts";
import type { ToolCall, ToolState } from "../dialects/tool-calls.ts";
import { formatComparableJson } from "../protocol/card/signature/canonical-json.ts";
import type { Part } from "../protocol/model.ts";
import { getErrorDetail } from "../timeline/timeline-queries.ts";

/** One of the two runs. */
export interface DiffSide {
  readonly interpretation: Interpretation;
  /** The event up to which the run is compared. */
  readonly n: number;
  /** It is still being recorded. */
  readonly isGrowing?: boolean;
}

export interface ToolContent {
  readonly state: ToolState;
  readonly agent: string | null;
  readonly args: unknown;
  readonly result: unknown;
}

export interface RowContent {
  readonly text: string;
  /** The parts that are not text. */
  readonly parts: readonly Part[];
  readonly steps: readonly { readonly title: string; readonly status: string }[];
  readonly tool: ToolContent | null;
}

export function getRowContent(side: DiffSide, item: Item): RowContent {
  const { interpretation, n } = side;
  const detail = interpretation.details.get(item);
  const steps =
    detail?.kind === "plan" && detail.leadItem === item ? getPlanStepsAt(detail, n) : [];
  return {
    text: getRowText(side, item, Number.POSITIVE_INFINITY),
    // Arguments and results of a tool are in `tool`.
    parts: detail?.kind === "tool" ? [] : getNonTextParts(item, n),
    steps: steps.map(({ title, status }) => ({ title, status })),
    tool: detail?.kind === "tool" ? getToolContent(side, detail.call) : null,
  };
}

/** Its text, up to `limit` characters. */
export function getRowText({ interpretation, n }: DiffSide, item: Item, limit: number): string {
  const { entry } = item;
  if (!item.isNested && (entry.kind === "error" || entry.kind === "other")) {
    const detail = entry.kind === "error" ? getErrorDetail(entry, n) : entry.detail;
    return replaceIds(detail.slice(0, limit));
  }
  return getItemTextAt(interpretation, item, n, limit);
}

/** Error texts often contain task ids, which differ between runs. */
function replaceIds(text: string): string {
  return text.replace(UUID, "‹id›");
}

const UUID = /[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}/gi;

function getNonTextParts({ entry, isNested }: Item, n: number): readonly Part[] {
  if (isNested) return [];
  if (entry.kind === "artifact") return entry.artifact.revisionAt(n)?.nonTextPartsAt(n) ?? [];
  if (entry.kind !== "message") return [];
  return entry.message.message.parts.filter(({ kind }) => kind !== "text");
}

function getToolContent({ interpretation, n }: DiffSide, call: ToolCall): ToolContent {
  const { agent = null, args = null, result = null } = call.fieldsAt(n);
  return { state: call.stateAt(interpretation.timeline, n), agent, args, result };
}

/** Canonical JSON: equal for equal values, regardless of the order of members. */
export function toComparableText(value: unknown): string {
  return formatComparableJson(value) ?? "?";
}
