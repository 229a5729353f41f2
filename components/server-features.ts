"use client";
import { type ComponentType, createContext, type ReactNode, useContext } from "react";
// UI features that need a server. They reach the panes through a context, so that the standalone viewer
// does not bundle them.
import type { Item } from "../lib/dialects/item.ts";
import type { Call } from "../lib/protocol/call.ts";

export interface EdgeEditor {
  /** It was made for no other call. */
  cut(exchange: string): void;
  /** Opens the list of calls that it may have been made for. */
  choose(exchange: string): void;
  /** Removes the decision. */
  restore(exchange: string): void;
}

export interface ServerFeatures {
  /** Suggestion to correct an unreachable URL of the agent's card, above the rows. */
  readonly UrlSuggestion: ComponentType;
  /** Connection banners and the composer, below the rows. */
  readonly Talk: ComponentType;
  /** The request editor while a request is edited, else its children. */
  readonly RequestPane: ComponentType<{ readonly children: ReactNode }>;
  /** Saved recordings, below the exchanges. */
  readonly SavedLogs: ComponentType;
  /** Actions on the selected time range. */
  readonly SpanActions: ComponentType;
  /** Notes on the events of a row, in the inspector. */
  readonly RowNotes: ComponentType<{ readonly item: Item; readonly ordinal: number | null }>;
  /** Marker for notes, in a row of the timeline. */
  readonly NoteMark: ComponentType<{ readonly item: Item }>;
  /** Link to the limit that a row reports. */
  readonly LimitMark: ComponentType<{ readonly item: Item }>;
  /** List of all notes of the run, beside the filter. */
  readonly NoteList: ComponentType;
  /** The exact request that a reply would send, and a button that copies it as a curl command. */
  readonly RequestPreview: ComponentType<{ readonly call: Call; readonly className?: string }>;
  readonly CopyCurlButton: ComponentType<{ readonly call: () => Call }>;
  /** Changes which call a call between agents was made for. */
  readonly edgeEditor: EdgeEditor;
  /** Title of the open recording in the library; `null` if it is not in the library. */
  readonly recordingTitle: string | null;
}

export const ServerFeaturesContext = createContext<ServerFeatures | null>(null);

/** `null` in the standalone viewer. */
export function useServerFeatures(): ServerFeatures | null {
  return useContext(ServerFeaturesContext);
}
