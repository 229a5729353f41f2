/** Facets: what an item is made of beyond its entry. All of them read as of any event. */

import type { Revision } from "../timeline/artifact.ts";
import type { ContentHistory } from "./content-version.ts";
import type { Item } from "./item.ts";
import type { Draft } from "./streaming-messages/draft.ts";
import type { ToolCall } from "./tool-calls.ts";

export type ItemDetail = PlanDetail | ToolDetail | ResultDetail | TextDetail | DraftDetail;

/** A plan, told by one artifact after the other: one object for all its items. */
export interface PlanDetail {
  readonly kind: "plan";
  /** The first item that is this plan and nothing else; `null` while there is none. */
  leadItem: Item | null;
  readonly history: ContentHistory;
  /** What was done for which of its steps, by the step's id, in order of birth. */
  readonly itemsByStep: Map<string, StepItem[]>;
}

/** An item that says which step of a plan it serves. */
export interface StepItem {
  readonly firstEvent: number;
  readonly item: Item;
}

export interface ToolDetail {
  readonly kind: "tool";
  readonly call: ToolCall;
}

/** An answer, told as it grew and told again as a whole: one object for all its items. */
export interface ResultDetail {
  readonly kind: "result";
  /** Who speaks, where that is said. */
  readonly agent: string | null;
  readonly history: ContentHistory;
}

/** Text put together from several events: tokens that came as messages, thoughts. */
export interface TextDetail {
  readonly kind: "text";
  readonly revisions: Revision[];
}

/** A message that grows by patches, and what became of it. */
export interface DraftDetail {
  readonly kind: "draft";
  readonly draft: Draft;
}
