/** Store of the rail: its collapsed groups, which survive closing the drawer that it is in. */
import { useStore } from "zustand";
import { createStore, type StoreApi } from "zustand/vanilla";
import { useAppContext } from "../app-context.tsx";
import { defineStore } from "../app-shell/define-store.ts";

export interface RailState {
  /** The keys of the collapsed groups. */
  readonly collapsed: ReadonlySet<string>;
  setCollapsed(key: string, isCollapsed: boolean): void;
}

const getRailStore = defineStore(
  (): StoreApi<RailState> =>
    createStore((set, get) => ({
      collapsed: new Set(),
      setCollapsed(key, isCollapsed) {
        const collapsed = new Set(get().collapsed);
        if (isCollapsed) collapsed.add(key);
        else collapsed.delete(key);
        set({ collapsed });
      },
    })),
);

export function useRailStore<T>(select: (rail: RailState) => T): T {
  return useStore(getRailStore(useAppContext()), select);
}
