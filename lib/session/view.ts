/** What is looked at: the row, the event, the tab, the scope; the address bar says the same. */

import { createStore, type StoreApi } from "zustand/vanilla";
import type { Scope } from "../timeline/view.ts";

export const TABS = ["rendered", "decoded", "wire"] as const;
export type Tab = (typeof TABS)[number];

export interface View {
  readonly scope: Scope;
  /** Index of the selected entry. */
  readonly selected: number | null;
  /** The event shown of it; `null` shows its newest. */
  readonly event: number | null;
  readonly tab: Tab;
  /** Newest rows are kept in view. */
  readonly following: boolean;
}

export const INITIAL_VIEW: View = {
  scope: "all",
  selected: null,
  event: null,
  tab: "rendered",
  following: true,
};

export type ViewStore = StoreApi<View>;

export function createViewStore(): ViewStore {
  return createStore<View>(() => INITIAL_VIEW);
}

/** The view as the query of an address, with the recording it is of. */
export function toQuery(recording: string | null, view: View): string {
  const query = new URLSearchParams();
  if (recording !== null) query.set("run", recording);
  if (view.scope !== "all") query.set("exchange", String(view.scope));
  if (view.selected !== null) query.set("row", String(view.selected));
  if (view.event !== null) query.set("event", String(view.event));
  if (view.tab !== "rendered") query.set("tab", view.tab);
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}

export function fromQuery(text: string): { recording: string | null; view: View } {
  const query = new URLSearchParams(text);
  const tab = TABS.find((name) => name === query.get("tab")) ?? "rendered";
  const selected = numberIn(query.get("row"));
  return {
    recording: query.get("run"),
    view: {
      scope: numberIn(query.get("exchange")) ?? "all",
      selected,
      event: numberIn(query.get("event")),
      tab,
      following: selected === null,
    },
  };
}

function numberIn(text: string | null): number | null {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
}
