/** Store of the panes: which one a narrow screen shows, and what is open over the timeline. */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { ViewStore } from "../../lib/session/view.ts";

export const PANES = ["exchanges", "timeline", "inspector", "card"] as const;
export type Pane = (typeof PANES)[number];

export interface LayoutState {
  /** The one pane shown on a narrow screen. */
  readonly pane: Pane;
  /** The rail is open as a drawer, on screens without room for it. */
  readonly isDrawerOpen: boolean;
  /** The inspector is open over the timeline, on screens without room for it. */
  readonly isSheetOpen: boolean;
}

interface LayoutActions {
  showPane(pane: Pane): void;
  /** Shows the timeline where the drawer or another pane covers it. */
  showTimeline(): void;
  showInspector(): void;
  /** Shows the summary of the run in the inspector, in place of the selected row. */
  showSummary(): void;
  toggleRail(): void;
  toggleInspector(): void;
  closeDrawer(): void;
  openSheet(): void;
  closeSheet(): void;
}

export type Layout = LayoutState & LayoutActions;
export type LayoutStore = StoreApi<Layout>;

/** Layout breakpoints. */
export const DRAWER_QUERY = "(max-width: 1240px)";
export const INSPECTOR_SHEET_QUERY = "(max-width: 1000px)";
/** Room for the timeline and the conversation beside each other. */
export const SIDE_BY_SIDE_QUERY = "(min-width: 1241px)";
export const NARROW_QUERY = "(max-width: 760px)";

export const isNarrowScreen = () => matchMedia(NARROW_QUERY).matches;

export function createLayoutStore(view: ViewStore): LayoutStore {
  return createStore((set, get) => {
    const togglePane = (pane: Pane) => set({ pane: get().pane === pane ? "timeline" : pane });
    return {
      pane: "timeline",
      isDrawerOpen: false,
      isSheetOpen: false,
      showPane: (pane) => set({ pane }),
      showTimeline: () => set({ pane: "timeline", isDrawerOpen: false }),
      showInspector() {
        set({ pane: "inspector", isSheetOpen: true });
        view.setState({ inspectorOpen: true });
      },
      showSummary() {
        view.setState({ selected: null, event: null });
        get().showInspector();
      },
      toggleRail() {
        if (isNarrowScreen()) togglePane("exchanges");
        else if (matchMedia(DRAWER_QUERY).matches) set({ isDrawerOpen: !get().isDrawerOpen });
        else view.setState(({ railOpen }) => ({ railOpen: !railOpen }));
      },
      toggleInspector() {
        if (isNarrowScreen()) togglePane("inspector");
        else if (matchMedia(INSPECTOR_SHEET_QUERY).matches) {
          set({ isSheetOpen: !get().isSheetOpen });
        } else view.setState(({ inspectorOpen }) => ({ inspectorOpen: !inspectorOpen }));
      },
      closeDrawer: () => set({ isDrawerOpen: false }),
      openSheet: () => set({ isSheetOpen: true }),
      closeSheet: () => set({ isSheetOpen: false }),
    };
  });
}
