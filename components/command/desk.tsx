"use client";
// What of the screen is open, and the hands by which commands open it; one for the whole page.
import { createContext, type ReactNode, useContext, useState } from "react";
import { useStore } from "zustand";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { UserRule } from "../../lib/dialects/user-rules.ts";
import type { Desk } from "../../lib/session/commands.ts";
import { NOTHING_WRITTEN, type Written } from "../compose/written.ts";
import { useSession } from "../session.tsx";
import { setTheme } from "../ui/theme.ts";
import { chooseFile, downloadRecording } from "./files.ts";

export const PANES = ["exchanges", "timeline", "inspector", "card"] as const;
export type Pane = (typeof PANES)[number];

export interface ScreenState {
  readonly dialog: "palette" | "shortcuts" | "dialects" | "credentials" | null;
  /** The rule that the dialects are opened for. */
  readonly rule: UserRule | null;
  /** A URL of the origin that credentials are asked for; `null` for that of the agent. */
  readonly credentialsFor: string | null;
  /** The rail, where it has no place of its own. */
  readonly drawer: boolean;
  /** The inspector, where it slides over the timeline. */
  readonly sheet: boolean;
  /** The one pane shown on a narrow screen. */
  readonly pane: Pane;
  /** Groups of the rail that are closed. */
  readonly closed: ReadonlySet<string>;
  /** What is typed to the agent and not yet sent. */
  readonly draft: string;
  /** What else goes with it, and how. */
  readonly written: Written;
}

const INITIAL: ScreenState = {
  dialog: null,
  rule: null,
  credentialsFor: null,
  drawer: false,
  sheet: false,
  pane: "timeline",
  closed: new Set(),
  draft: "",
  written: NOTHING_WRITTEN,
};

/** The widths at which the screen takes another shape. */
export const DRAWER = "(max-width: 1240px)";
export const SHEET = "(max-width: 1000px)";
export const NARROW = "(max-width: 760px)";

export type ScreenStore = StoreApi<ScreenState>;

interface Place extends Desk {
  readonly store: ScreenStore;
  readonly openFile: (file: File) => void;
}

const DeskContext = createContext<Place | null>(null);

export function DeskProvider({ children }: { children: ReactNode }) {
  const session = useSession();
  const [place] = useState(() => placeFor(session));
  return <DeskContext value={place}>{children}</DeskContext>;
}

/** The stores, and what the screen can be told to do. */
export function useDesk(): Place {
  const place = useContext(DeskContext);
  if (!place) throw new Error("useDesk outside of DeskProvider");
  return place;
}

export function useScreen<T>(select: (state: ScreenState) => T): T {
  return useStore(useDesk().store, select);
}

/** What is done to rows loads with the rows. */
const rowActions = () => import("./row-actions.ts");

function placeFor({ run, agent, view }: Pick<Desk, "run" | "agent" | "view">): Place {
  const store = createStore<ScreenState>(() => INITIAL);
  const isNow = (query: string) => matchMedia(query).matches;
  const openFile = (file: File) => {
    agent.disconnect();
    void run.openFile(file);
  };
  const showInspector = (pane: Pane) => {
    store.setState({ pane, sheet: true });
    view.setState({ inspectorOpen: true });
  };
  return {
    run,
    agent,
    view,
    store,
    openFile,
    screen: {
      openPalette: () => store.setState({ dialog: "palette" }),
      openShortcuts: () => store.setState({ dialog: "shortcuts" }),
      chooseFile: () => chooseFile(openFile),
      exportRun() {
        const { source } = run.getState();
        if (source?.kind === "recording") downloadRecording(source.id);
      },
      toggleRail() {
        if (isNow(NARROW)) store.setState({ pane: other(store.getState().pane, "exchanges") });
        else if (isNow(DRAWER)) store.setState({ drawer: !store.getState().drawer });
        else view.setState({ railOpen: !view.getState().railOpen });
      },
      toggleInspector() {
        if (isNow(NARROW)) store.setState({ pane: other(store.getState().pane, "inspector") });
        else if (isNow(SHEET)) store.setState({ sheet: !store.getState().sheet });
        else view.setState({ inspectorOpen: !view.getState().inspectorOpen });
      },
      showInspector: () => showInspector("inspector"),
      expandRow: (open) => void rowActions().then((row) => row.expand({ run, view }, open)),
      showCard() {
        view.setState({ selected: null, event: null });
        showInspector("card");
      },
      openCredentials: (url) =>
        store.setState({ dialog: "credentials", credentialsFor: url ?? null }),
      toggleTheme() {
        const isLight = document.documentElement.dataset.theme === "light";
        setTheme(isLight ? "dark" : "light");
      },
      setDialects(settings) {
        // At once: who changes it again before the rows' code is there changes this.
        view.setState({ wanted: settings });
        void rowActions().then((row) => row.read({ run, view }, settings));
      },
      openDialects: () => store.setState({ dialog: "dialects", rule: null }),
      async makeRule() {
        const rule = (await rowActions()).ruleForSelected({ run, view });
        if (rule) store.setState({ dialog: "dialects", rule });
      },
      goHome() {
        agent.disconnect();
        run.close();
      },
    },
  };
}

function other(now: Pane, wanted: Pane): Pane {
  return now === wanted ? "timeline" : wanted;
}
