/** Facets: what an item is made of beyond its entry. All of them read as of any event. */

import type { Revision } from "../timeline/artifact.ts";
import type { Draft } from "./drafts/draft.ts";
import type { Item } from "./item.ts";
import type { Story } from "./telling.ts";
import type { ToolCall } from "./tools.ts";

export type Facet = PlanFacet | ToolFacet | ResultFacet | TextFacet | DraftFacet;

/** A plan, told by one artifact after the other: one object for all its items. */
export interface PlanFacet {
  readonly kind: "plan";
  /** The first item that is this plan and nothing else; `null` while there is none. */
  lead: Item | null;
  readonly story: Story;
  /** What was done for which of its steps, by the step's id, in order of birth. */
  readonly served: Map<string, Service[]>;
}

/** An item that says which step of a plan it serves. */
export interface Service {
  readonly birth: number;
  readonly item: Item;
}

export interface ToolFacet {
  readonly kind: "tool";
  readonly call: ToolCall;
}

/** An answer, told as it grew and told again as a whole: one object for all its items. */
export interface ResultFacet {
  readonly kind: "result";
  /** Who speaks, where that is said. */
  readonly agent: string | null;
  readonly story: Story;
}

/** Text put together from several events: tokens that came as messages, thoughts. */
export interface TextFacet {
  readonly kind: "text";
  readonly revisions: Revision[];
}

/** A message that grows by patches, and what became of it. */
export interface DraftFacet {
  readonly kind: "draft";
  readonly draft: Draft;
}
