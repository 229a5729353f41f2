/** Store of the saved requests dialog: what it shows, and edits that are not saved yet. */

import { useStore } from "zustand";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { SavedRequest } from "../../lib/requests/schemas.ts";
import { useAppContext } from "../app-context.tsx";
import { defineStore } from "../app-shell/define-store.ts";

type RequestsTab = "requests" | "environments";

interface RequestsState {
  readonly tab: RequestsTab;
  readonly query: string;
  /** The request that is shown. */
  readonly shown: string | null;
  /** The edited requests, by their ids. They stay when the dialog closes. */
  readonly drafts: ReadonlyMap<string, SavedRequest>;
  /** Values for one sending of variables that have none. */
  readonly givenValues: ReadonlyMap<string, string>;
  /** The collection that a request was last saved in. */
  readonly lastCollection: string | null;
  /** A curl command is being imported. */
  readonly isImporting: boolean;
}

interface RequestsActions {
  showTab(tab: RequestsTab): void;
  search(query: string): void;
  show(request: string | null): void;
  edit(draft: SavedRequest): void;
  discard(request: string): void;
  giveValue(name: string, value: string): void;
  setLastCollection(id: string): void;
  setImporting(isImporting: boolean): void;
}

export const getRequestsStore = defineStore(
  (): StoreApi<RequestsState & RequestsActions> =>
    createStore((set, get) => ({
      tab: "requests",
      query: "",
      shown: null,
      drafts: new Map(),
      givenValues: new Map(),
      lastCollection: null,
      isImporting: false,
      showTab: (tab) => set({ tab }),
      search: (query) => set({ query }),
      show: (shown) => set({ shown, isImporting: false, tab: "requests" }),
      edit: (draft) => set({ drafts: new Map([...get().drafts, [draft.id, draft]]) }),
      discard: (request) =>
        set({ drafts: new Map([...get().drafts].filter(([id]) => id !== request)) }),
      giveValue: (name, value) =>
        set({ givenValues: new Map([...get().givenValues, [name, value]]) }),
      setLastCollection: (lastCollection) => set({ lastCollection }),
      setImporting: (isImporting) => set({ isImporting }),
    })),
);

export function useRequestsStore<T>(select: (state: RequestsState & RequestsActions) => T): T {
  return useStore(getRequestsStore(useAppContext()), select);
}
