/**
 * Store of the panes: which one a narrow screen shows, what is open over the timeline, and how the
 * user arranged rows and inspector, which the browser remembers.
 */
import { createStore, type StoreApi } from "zustand/vanilla";
import { type ColumnChoices, type ColumnId, withColumnWidth } from "../../lib/session/columns.ts";
import { type Density, readSetting, SETTINGS, writeSetting } from "../../lib/session/settings.ts";
import { getInspectedKey, type ViewStore } from "../../lib/session/view.ts";

export const PANES = ["exchanges", "timeline", "inspector", "card"] as const;
export type Pane = (typeof PANES)[number];

/** What stands beside the rows while a request is edited. */
export type SidePaneTab = "request" | "inspector";

export interface LayoutState {
  /** The one pane shown on a narrow screen. */
  readonly pane: Pane;
  /** The rail is open as a drawer, on screens without room for it. */
  readonly isDrawerOpen: boolean;
  /** The inspector is open over the timeline, on screens without room for it. */
  readonly isSheetOpen: boolean;
  /** What is beside the rows, as long as a request is edited. */
  readonly sideTab: SidePaneTab;
  /** The inspector covers rail and timeline while a row is selected. */
  readonly isInspectorMaximized: boolean;
}

/** What the browser remembers. */
interface Arrangement {
  readonly columns: ColumnChoices;
  readonly density: Density;
  readonly foldsFacts: boolean;
  readonly foldsProvenance: boolean;
}

interface ArrangementActions {
  showColumn(id: ColumnId, isShown: boolean): void;
  /** `null` restores the default width. Remembered with `saveColumns`, at the end of a drag. */
  resizeColumn(id: ColumnId, width: number | null): void;
  saveColumns(): void;
  setColumns(columns: ColumnChoices): void;
  setDensity(density: Density): void;
  toggleFacts(): void;
  toggleProvenance(): void;
}

interface LayoutActions extends ArrangementActions {
  showPane(pane: Pane): void;
  /** Shows the timeline where the drawer or another pane covers it. */
  showTimeline(): void;
  showInspector(): void;
  showSideTab(sideTab: SidePaneTab): void;
  /** Shows the request that is edited in the inspector's place. */
  showRequest(): void;
  /** Shows the summary of the run in the inspector, in place of the selected row. */
  showSummary(): void;
  toggleRail(): void;
  toggleInspector(): void;
  toggleInspectorSize(): void;
  restoreInspectorSize(): void;
  closeDrawer(): void;
  openSheet(): void;
  closeSheet(): void;
}

export type Layout = LayoutState & Arrangement & LayoutActions;
export type LayoutStore = StoreApi<Layout>;

/** Layout breakpoints. */
export const DRAWER_QUERY = "(max-width: 1240px)";
export const INSPECTOR_SHEET_QUERY = "(max-width: 1000px)";
/** Room for the timeline and the conversation beside each other. */
export const SIDE_BY_SIDE_QUERY = "(min-width: 1600px)";
export const NARROW_QUERY = "(max-width: 760px)";

export const isNarrowScreen = () => matchMedia(NARROW_QUERY).matches;

export function createLayoutStore(view: ViewStore): LayoutStore {
  return createStore((set, get) => {
    const togglePane = (pane: Pane) => set({ pane: get().pane === pane ? "timeline" : pane });
    const showBesideRows = (sideTab: SidePaneTab) => {
      set({ pane: "inspector", isSheetOpen: true, sideTab });
      view.setState({ inspectorOpen: true });
    };
    view.subscribe((now, before) => {
      const key = getInspectedKey(now);
      if (key !== null && key !== getInspectedKey(before)) set({ sideTab: "inspector" });
    });
    return {
      pane: "timeline",
      isDrawerOpen: false,
      isSheetOpen: false,
      sideTab: "inspector",
      isInspectorMaximized: false,
      ...readArrangement(),
      ...createArrangementActions(set, get),
      showPane: (pane) =>
        set(pane === "timeline" ? { pane, isInspectorMaximized: false } : { pane }),
      showTimeline: () =>
        set({ pane: "timeline", isDrawerOpen: false, isInspectorMaximized: false }),
      showInspector: () => showBesideRows("inspector"),
      showSideTab: (sideTab) => set({ sideTab }),
      showRequest: () => showBesideRows("request"),
      showSummary() {
        view.setState({ selected: null, selectedLine: null, event: null });
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
        set({ isInspectorMaximized: false });
      },
      toggleInspectorSize() {
        const isInspectorMaximized = !get().isInspectorMaximized;
        if (isInspectorMaximized) get().showInspector();
        set({ isInspectorMaximized });
      },
      restoreInspectorSize: () => set({ isInspectorMaximized: false }),
      closeDrawer: () => set({ isDrawerOpen: false }),
      openSheet: () => set({ isSheetOpen: true }),
      closeSheet: () => set({ isSheetOpen: false }),
    };
  });
}

/** The stored values; in a page rendered on the server, the defaults. */
function readArrangement(): Arrangement {
  return {
    columns: readSetting(SETTINGS.columns),
    density: readSetting(SETTINGS.density),
    foldsFacts: readSetting(SETTINGS.foldsFacts),
    foldsProvenance: readSetting(SETTINGS.foldsProvenance),
  };
}

function createArrangementActions(
  set: (part: Partial<Arrangement>) => void,
  get: () => Arrangement,
): ArrangementActions {
  const setColumns = (columns: ColumnChoices) => {
    set({ columns });
    writeSetting(SETTINGS.columns, columns);
  };
  return {
    showColumn(id, isShown) {
      const { shown, widths } = get().columns;
      setColumns({ shown: { ...shown, [id]: isShown }, widths });
    },
    resizeColumn: (id, width) => set({ columns: withColumnWidth(get().columns, id, width) }),
    saveColumns: () => writeSetting(SETTINGS.columns, get().columns),
    setColumns,
    setDensity(density) {
      set({ density });
      writeSetting(SETTINGS.density, density);
    },
    toggleFacts() {
      const foldsFacts = !get().foldsFacts;
      set({ foldsFacts });
      writeSetting(SETTINGS.foldsFacts, foldsFacts);
    },
    toggleProvenance() {
      const foldsProvenance = !get().foldsProvenance;
      set({ foldsProvenance });
      writeSetting(SETTINGS.foldsProvenance, foldsProvenance);
    },
  };
}
