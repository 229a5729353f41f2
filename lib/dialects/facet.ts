/** Facets: what an item is made of beyond its entry. All of them read as of any event. */

import type { ArtifactStream, Revision } from "../timeline/artifact.ts";
import type { Item } from "./item.ts";
import type { ToolCall } from "./tools.ts";

export type Facet = PlanFacet | ToolFacet | ResultFacet | TextFacet;

/** A plan, told by one artifact after the other. */
export interface PlanFacet {
  readonly kind: "plan";
  readonly tellings: Telling[];
}

export interface ToolFacet {
  readonly kind: "tool";
  readonly call: ToolCall;
}

/** An answer, told as it grew and told again as a whole. */
export interface ResultFacet {
  readonly kind: "result";
  readonly tellings: Telling[];
}

/** Text put together from several events: tokens that came as messages, thoughts, drafts. */
export interface TextFacet {
  readonly kind: "text";
  readonly revisions: Revision[];
}

/** One artifact's part in telling something, from an event on. */
export interface Telling {
  readonly birth: number;
  readonly item: Item;
  readonly artifact: ArtifactStream;
  /** Its role, in the word of its signal. */
  readonly as: "whole" | "growing" | "error" | "end";
}
