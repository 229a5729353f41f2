/** Store of the problems panel below the rows. */
import { useStore } from "zustand";
import { createStore, type StoreApi } from "zustand/vanilla";
import { useAppContext } from "../app-context.tsx";
import { defineStore } from "../app-shell/define-store.ts";
import { isNarrowScreen } from "../app-shell/layout.ts";

interface ProblemsState {
  readonly isOpen: boolean;
  /** Opens the panel, also if another pane covers it, or closes it. */
  toggle(): void;
}

export const getProblemsStore = defineStore(
  ({ layout }): StoreApi<ProblemsState> =>
    createStore((set, get) => ({
      isOpen: false,
      toggle() {
        const isSeen = layout.getState().pane === "timeline" || !isNarrowScreen();
        set({ isOpen: !(get().isOpen && isSeen) });
        layout.getState().showPane("timeline");
      },
    })),
);

export function useProblemsStore<T>(select: (problems: ProblemsState) => T): T {
  return useStore(getProblemsStore(useAppContext()), select);
}
