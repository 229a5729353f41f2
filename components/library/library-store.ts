/** Store of the library: which of its views is shown, and what is searched. The search is in the URL. */
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { useAppContext } from "../app-context.tsx";
import { defineStore } from "../app-shell/define-store.ts";

export const LIBRARY_VIEWS = ["recordings", "messages"] as const;
export type LibraryView = (typeof LIBRARY_VIEWS)[number];

interface LibraryState {
  readonly view: LibraryView;
  /** It stays when a recording is opened, so that the next hit is one key away. */
  readonly query: string;
}

export const getLibraryStore = defineStore(() =>
  createStore<LibraryState>(() => ({ view: "recordings", query: "" })),
);

export function useLibraryStore<T>(select: (library: LibraryState) => T): T {
  return useStore(getLibraryStore(useAppContext()), select);
}
