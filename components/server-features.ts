"use client";
import { type ComponentType, createContext, useContext } from "react";
// The parts of the screen that need a server behind the page. They are given to the panes from
// without, so that a page that stands alone does not even carry them.
import type { Item } from "../lib/dialects/item.ts";

export interface ServerFeatures {
  /** Under the rows: what is wrong with the connection, and what is said to the agent. */
  readonly Talk: ComponentType;
  /** Under the exchanges: the recordings to go back to. */
  readonly SavedLogs: ComponentType;
  /** Beside what a marked span measures: what can be made of it. */
  readonly SpanActions: ComponentType;
  /** In the inspector: what people noted on the events of a row. */
  readonly RowNotes: ComponentType<{ readonly item: Item; readonly ordinal: number | null }>;
  /** In a row of the timeline: that something was noted there. */
  readonly NoteMark: ComponentType<{ readonly item: Item }>;
  /** In a row of the timeline, and beside it: the way to the limit of Loupe that it tells of. */
  readonly LimitMark: ComponentType<{ readonly item: Item }>;
  /** Beside the filter: all notes of the run. */
  readonly NoteList: ComponentType;
  /** What the open recording is called in the library; `null` where it is not in it. */
  readonly recordingTitle: string | null;
}

export const ServerFeaturesContext = createContext<ServerFeatures | null>(null);

/** `null` where the page stands alone. */
export function useServerFeatures(): ServerFeatures | null {
  return useContext(ServerFeaturesContext);
}
