/** Item details: what an item consists of beyond its entry. All can be read as of any event. */

import type { Revision } from "../timeline/artifact.ts";
import type { ContentHistory } from "./content-version.ts";
import type { Item } from "./item.ts";
import type { Draft } from "./streaming-messages/draft.ts";
import type { ToolCall } from "./tool-calls.ts";

export type ItemDetail = PlanDetail | ToolDetail | ResultDetail | TextDetail | DraftDetail;

/** A plan that several artifacts bring one after another: one object for all its items. */
export interface PlanDetail {
  readonly kind: "plan";
  /** The first item that is only this plan; `null` while there is none. */
  leadItem: Item | null;
  readonly history: ContentHistory;
  /** The items that belong to each step, by step id, in order of creation. */
  readonly itemsByStep: Map<string, StepItem[]>;
}

/** An item that belongs to a step of a plan. */
export interface StepItem {
  readonly firstEvent: number;
  readonly item: Item;
}

interface ToolDetail {
  readonly kind: "tool";
  readonly call: ToolCall;
}

/** A result, streamed and then sent as a whole: one object for all its items. */
export interface ResultDetail {
  readonly kind: "result";
  /** The speaking agent, if known. */
  readonly agent: string | null;
  readonly history: ContentHistory;
}

/** Text combined from several events: tokens sent as messages, or thoughts. */
export interface TextDetail {
  readonly kind: "text";
  readonly revisions: Revision[];
}

/** A message that grows by patches, and its outcome. */
interface DraftDetail {
  readonly kind: "draft";
  readonly draft: Draft;
}
