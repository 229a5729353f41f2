"use client";
import type { Interpretation } from "../../lib/dialects/interpretation.ts";
import type { Item } from "../../lib/dialects/item.ts";
// What the dialects have to say of a row in two or three words: how a tool stands, how far a plan is,
// whether an answer is the one that was streamed.
import type { PlanDetail } from "../../lib/dialects/item-detail.ts";
import type { Meaning } from "../../lib/dialects/kinds.ts";
import { readingOf } from "../../lib/session/reading.ts";
import { useDesk } from "../command/desk.tsx";
import { statusOf, stepsAt } from "../said/plan-steps.tsx";
import { comparisonOf, RELATION_LOOKS } from "../said/result-bar.tsx";
import { toolLookAt } from "../said/tool-facts.tsx";
import type { Hue } from "../ui/hue.ts";
import { getNoteTag, type RowTag, RowTagView } from "./row-tags.tsx";

/** A hue and words, in one text: equal notes are drawn once. */
export type Note = "" | `${Hue}:${string}`;

export function noteOf(reading: Interpretation, item: Item, n: number): Note {
  const facet = reading.details.get(item);
  if (item.firstEvent > n) return "";
  if (!facet) return questionOf(item, n);
  switch (facet.kind) {
    case "tool": {
      const { hue, word } = toolLookAt(facet.call, reading.timeline, n);
      // What is remarked on it already need not be said twice.
      const isSaid = word === "running" || (word === "never ended" && item.violations.length > 0);
      return isSaid || !hue ? "" : `${hue}:${word}`;
    }
    case "plan":
      return facet.leadItem === item ? progressOf(facet, n) : "";
    case "result": {
      const compared = comparisonOf(facet, item, n);
      if (!compared) return "";
      const { hue, word } = RELATION_LOOKS[compared.relation];
      return `${hue}:${word}`;
    }
    case "draft":
      return questionOf(item, n);
    default:
      return "";
  }
}

const QUESTIONS: Partial<Record<Meaning, Note>> = {
  form: "warning:asks to fill in",
  approval: "warning:asks for approval",
  "sign-in": "warning:asks to sign in",
  secrets: "warning:asks for secrets",
};

/** What is asked beside a message; the answer stands under the same key, and asks nothing. */
function questionOf(item: Item, n: number): Note {
  const { entry } = item;
  if (entry.kind === "message" && entry.message.message.role === "user") return "";
  // What still changes is read anew; the rest is only looked through.
  const said = item.findLiveAttachments ? item.attachmentsAt(n) : item.attachments;
  for (const { meaning: means, firstEvent: birth } of said) {
    const note = birth <= n ? QUESTIONS[means] : undefined;
    if (note) return note;
  }
  return "";
}

function progressOf(plan: PlanDetail, n: number): Note {
  const steps = stepsAt(plan, n);
  if (steps.length === 0) return "";
  const done = steps.filter((step) => statusOf(step) === "completed").length;
  return `plan:${done} of ${steps.length} done`;
}

/** Where a note leads: to the answer's other telling, or to where the two are compared. */
function leadOf(reading: Interpretation, item: Item, n: number): Item | null {
  const facet = reading.details.get(item);
  const compared = facet?.kind === "result" ? comparisonOf(facet, item, n) : null;
  if (!compared) return null;
  return compared.relation === "different" ? item : compared.streamed.item;
}

export interface RowNoteProps {
  note: Note;
  item: Item;
}

export function RowNote({ note, item }: RowNoteProps) {
  const tag = getNoteTag(note);
  if (!tag) return null;
  return LEADING.has(tag.label) ? <LeadingNote tag={tag} item={item} /> : <RowTagView tag={tag} />;
}

const LEADING: ReadonlySet<string> = new Set(Object.values(RELATION_LOOKS).map(({ word }) => word));

function LeadingNote({ tag, item }: { tag: RowTag; item: Item }) {
  const { run, view, screen } = useDesk();
  const lead = () => {
    const { cursor, dialects } = view.getState();
    const reading = readingOf(run.getState().timeline, dialects);
    const to = leadOf(reading, item, cursor ?? reading.timeline.lastEvent);
    if (!to) return;
    view.setState({ selected: to.index, event: null, ...(to === item && { tab: "rendered" }) });
    if (to === item) screen.showInspector();
  };
  const isDifferent = tag.label === RELATION_LOOKS.different.word;
  const title = isDifferent ? "Compare with the stream" : "Go to the stream";
  return <RowTagView tag={{ ...tag, title: `${title} (${tag.label})` }} onClick={lead} />;
}
