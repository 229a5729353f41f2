"use client";
import type { Interpretation } from "../../lib/dialects/interpretation.ts";
import type { Item } from "../../lib/dialects/item.ts";
// What the dialects have to say of a row in two or three words: how a tool stands, how far a plan is,
// whether an answer is the one that was streamed.
import type { PlanDetail } from "../../lib/dialects/item-detail.ts";
import type { Meaning } from "../../lib/dialects/kinds.ts";
import { getInterpretation } from "../../lib/session/interpretation-cache.ts";
import { useAppContext } from "../app-context.tsx";
import { getStepStatus, getStepsAt } from "../content/plan-steps.tsx";
import { findResultComparison, RELATION_META } from "../content/result-bar.tsx";
import { getToolStateMeta } from "../content/tool-facts.tsx";
import type { Hue } from "../ui/hue.ts";
import { getHintTag, type RowTag, RowTagView } from "./row-tags.tsx";

/** A hue and words, in one text: equal notes are drawn once. */
export type RowHint = "" | `${Hue}:${string}`;

export function getRowHint(interpretation: Interpretation, item: Item, n: number): RowHint {
  const facet = interpretation.details.get(item);
  if (item.firstEvent > n) return "";
  if (!facet) return getQuestionHint(item, n);
  switch (facet.kind) {
    case "tool": {
      const { hue, label } = getToolStateMeta(facet.call, interpretation.timeline, n);
      // What is remarked on it already need not be said twice.
      const isSaid = label === "running" || (label === "never ended" && item.violations.length > 0);
      return isSaid || !hue ? "" : `${hue}:${label}`;
    }
    case "plan":
      return facet.leadItem === item ? getPlanProgressHint(facet, n) : "";
    case "result": {
      const compared = findResultComparison(facet, item, n);
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
  form: "warning:asks to fill in",
  approval: "warning:asks for approval",
  "sign-in": "warning:asks to sign in",
  secrets: "warning:asks for secrets",
};

/** What is asked beside a message; the answer stands under the same key, and asks nothing. */
function getQuestionHint(item: Item, n: number): RowHint {
  const { entry } = item;
  if (entry.kind === "message" && entry.message.message.role === "user") return "";
  // What still changes is read anew; the rest is only looked through.
  const said = item.findLiveAttachments ? item.attachmentsAt(n) : item.attachments;
  for (const { meaning, firstEvent } of said) {
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

/** Where a note leads: to the answer's other telling, or to where the two are compared. */
function findLeadItem(interpretation: Interpretation, item: Item, n: number): Item | null {
  const facet = interpretation.details.get(item);
  const compared = facet?.kind === "result" ? findResultComparison(facet, item, n) : null;
  if (!compared) return null;
  return compared.relation === "different" ? item : compared.streamed.item;
}

export interface RowHintTagProps {
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
  const { run, view, screen } = useAppContext();
  const lead = () => {
    const { cursor, dialects } = view.getState();
    const interpretation = getInterpretation(run.getState().timeline, dialects);
    const to = findLeadItem(interpretation, item, cursor ?? interpretation.timeline.lastEvent);
    if (!to) return;
    view.setState({ selected: to.index, event: null, ...(to === item && { tab: "rendered" }) });
    if (to === item) screen.showInspector();
  };
  const isDifferent = tag.label === RELATION_META.different.label;
  const title = isDifferent ? "Compare with the stream" : "Go to the stream";
  return <RowTagView tag={{ ...tag, title: `${title} (${tag.label})` }} onClick={lead} />;
}
