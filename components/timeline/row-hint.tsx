"use client";
import type { Interpretation } from "../../lib/dialects/interpretation.ts";
import type { Item } from "../../lib/dialects/item.ts";
// Short hints from the dialects on a row: tool state, plan progress, whether a result matches the stream,
// or what the agent requests.
import type { PlanDetail } from "../../lib/dialects/item-detail.ts";
import type { Meaning } from "../../lib/dialects/kinds.ts";
import { getInterpretation } from "../../lib/session/interpretation-cache.ts";
import { useAppContext } from "../app-context.tsx";
import { getStepStatus, getStepsAt } from "../content/plan-steps.tsx";
import { findResultComparison, RELATION_META } from "../content/result-bar.tsx";
import { getToolStateMeta } from "../content/tool-facts.tsx";
import { getHintTag, type RowHint, type RowTag, RowTagView } from "./row-tags.tsx";

export function getRowHint(interpretation: Interpretation, item: Item, n: number): RowHint {
  const detail = interpretation.details.get(item);
  if (item.firstEvent > n) return "";
  if (!detail) return getQuestionHint(item, n);
  switch (detail.kind) {
    case "tool": {
      const { hue, label } = getToolStateMeta(detail.call, interpretation.timeline, n);
      // Omit what the row's spinner or problem tag already shows.
      const isShownAlready =
        label === "running" || (label === "never ended" && item.violations.length > 0);
      return isShownAlready || !hue ? "" : `${hue}:${label}`;
    }
    case "plan":
      return detail.leadItem === item ? getPlanProgressHint(detail, n) : "";
    case "result": {
      const compared = findResultComparison(detail, item, n);
      if (!compared) return "";
      const { hue, label } = RELATION_META[compared.relation];
      return `${hue}:${label}`;
    }
    case "draft":
      return getQuestionHint(item, n);
    default:
      return "";
  }
}

const QUESTION_HINTS: Partial<Record<Meaning, RowHint>> = {
  form: "warning:form requested",
  approval: "warning:approval requested",
  "sign-in": "warning:sign-in requested",
  secrets: "warning:secrets requested",
};

/** The hint for a request to the user. A user message under the same key is a reply and has none. */
function getQuestionHint(item: Item, n: number): RowHint {
  const { entry } = item;
  if (entry.kind === "message" && entry.message.message.role === "user") return "";
  // Attachments that still change are computed again; the others are stored.
  const attachments = item.findLiveAttachments ? item.attachmentsAt(n) : item.attachments;
  for (const { meaning, firstEvent } of attachments) {
    const note = firstEvent <= n ? QUESTION_HINTS[meaning] : undefined;
    if (note) return note;
  }
  return "";
}

function getPlanProgressHint(plan: PlanDetail, n: number): RowHint {
  const steps = getStepsAt(plan, n);
  if (steps.length === 0) return "";
  const done = steps.filter((step) => getStepStatus(step) === "completed").length;
  return `plan:${done} of ${steps.length} done`;
}

/** The item that a hint leads to: the streamed result, or the item itself to compare the two. */
function findLeadItem(interpretation: Interpretation, item: Item, n: number): Item | null {
  const detail = interpretation.details.get(item);
  const compared = detail?.kind === "result" ? findResultComparison(detail, item, n) : null;
  if (!compared) return null;
  return compared.relation === "different" ? item : compared.streamed.item;
}

interface RowHintTagProps {
  note: RowHint;
  item: Item;
}

export function RowHintTag({ note, item }: RowHintTagProps) {
  const tag = getHintTag(note);
  if (!tag) return null;
  return LEADING_LABELS.has(tag.label) ? (
    <LeadingHintTag tag={tag} item={item} />
  ) : (
    <RowTagView tag={tag} />
  );
}

const LEADING_LABELS: ReadonlySet<string> = new Set(
  Object.values(RELATION_META).map(({ label }) => label),
);

function LeadingHintTag({ tag, item }: { tag: RowTag; item: Item }) {
  const { run, view, layout } = useAppContext();
  const lead = () => {
    const { cursor, dialects } = view.getState();
    const interpretation = getInterpretation(run.getState().timeline, dialects);
    const to = findLeadItem(interpretation, item, cursor ?? interpretation.timeline.lastEvent);
    if (!to) return;
    view.setState({ selected: to.index, event: null, ...(to === item && { tab: "rendered" }) });
    if (to === item) layout.getState().showInspector();
  };
  const isDifferent = tag.label === RELATION_META.different.label;
  const title = isDifferent ? "Compare with stream" : "Go to stream";
  return <RowTagView tag={{ ...tag, title: `${title} (${tag.label})` }} onClick={lead} />;
}
