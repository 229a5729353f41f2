"use client";
// What the dialects have to say of a row in two or three words: how a tool stands, how far a plan is,
// whether an answer is the one that was streamed.
import type { PlanFacet } from "../../lib/dialects/facet.ts";
import type { Item } from "../../lib/dialects/item.ts";
import type { DialectReading } from "../../lib/dialects/reading.ts";
import { statusOf, stepsAt } from "../said/plan-steps.tsx";
import { comparisonOf, RELATION_LOOKS } from "../said/result-bar.tsx";
import { TOOL_LOOKS } from "../said/tool-facts.tsx";
import type { Hue } from "../ui/hue.ts";
import { Tag } from "../ui/tag.tsx";

/** A hue and words, in one text: equal notes are drawn once. */
export type Note = "" | `${Hue}:${string}`;

export function noteOf(reading: DialectReading, item: Item, n: number): Note {
  const facet = reading.facets.get(item);
  if (!facet || item.birth > n) return "";
  switch (facet.kind) {
    case "tool": {
      const { hue, word } = TOOL_LOOKS[facet.call.stateAt(reading.timeline, n)];
      // What is remarked on it already need not be said twice.
      const isSaid = word === "running" || (word === "never ended" && item.remarks.length > 0);
      return isSaid || !hue ? "" : `${hue}:${word}`;
    }
    case "plan":
      return facet.lead === item ? progressOf(facet, n) : "";
    case "result": {
      const compared = comparisonOf(facet, item, n);
      if (!compared) return "";
      const { hue, word } = RELATION_LOOKS[compared.relation];
      return `${hue}:${word}`;
    }
    default:
      return "";
  }
}

function progressOf(plan: PlanFacet, n: number): Note {
  const steps = stepsAt(plan, n);
  if (steps.length === 0) return "";
  const done = steps.filter((step) => statusOf(step) === "completed").length;
  return `plan:${done} of ${steps.length} done`;
}

export function RowNote({ note }: { note: Note }) {
  const colon = note.indexOf(":");
  const hue = note.slice(0, colon) as Hue;
  return (
    <Tag hue={hue} icon={hue === "ok" ? "check" : undefined} className="entry-note">
      {note.slice(colon + 1)}
    </Tag>
  );
}
