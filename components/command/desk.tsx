"use client";
// What of the screen is open, and the hands by which commands open it; one for the whole page.
import { createContext, type ReactNode, useContext, useState } from "react";
import { useStore } from "zustand";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { UserRule } from "../../lib/dialects/user-rules.ts";
import type { Desk, RecordingField } from "../../lib/session/desk.ts";
import type { RunChoice } from "../../lib/session/side.ts";
import { ALL_RULES } from "../../lib/session/view.ts";
import type { LimitName } from "../../lib/wire/limits.ts";
import type { RawRequest } from "../compose/raw.ts";
import { NOTHING_WRITTEN, type Written } from "../compose/written.ts";
import type { Asked } from "../operations/fields.ts";
import { useSession } from "../session.tsx";
import { setTheme } from "../ui/theme.ts";
import { chooseFile, downloadFile } from "./files.ts";
import { clipboardRefusal, textAsFile } from "./pasted.ts";

export const PANES = ["exchanges", "timeline", "inspector", "card"] as const;
export type Pane = (typeof PANES)[number];

/** The card that is shown instead of the timeline. */
export interface CardShown {
  /** One that was pasted or opened, instead of the agent's. */
  readonly given: { readonly name: string; readonly text: string } | null;
  /** The finding that is pointed at, by its key. */
  readonly finding: string | null;
  /** Its text exactly as it came, however hard to read. */
  readonly asReceived: boolean;
  /** Public keys that were given to check its signatures with. */
  readonly keys: string;
}

export const AGENTS_CARD: CardShown = {
  given: null,
  finding: null,
  asReceived: false,
  keys: "",
};

export interface ScreenState {
  readonly dialog:
    | "palette"
    | "shortcuts"
    | "dialects"
    | "credentials"
    | "operations"
    | "compare"
    | "serve"
    | "library"
    | "diff"
    | "again"
    | "handOn"
    | "rules"
    | "limits"
    | null;
  /** The rule that the dialects are opened for. */
  readonly rule: UserRule | null;
  /** A URL of the origin that credentials are asked for; `null` for that of the agent. */
  readonly credentialsFor: string | null;
  /** The limit that is to be set. */
  readonly limit: LimitName | null;
  /** What the operations are opened for. */
  readonly wish: OperationWish | null;
  /** What of a recording is to be changed in the library that is opened; `null` for nothing. */
  readonly editing: RecordingField | null;
  /** The task that is compared with what is stored of it. */
  readonly compared: Compared | null;
  /** The runs that are compared side by side. */
  readonly diffed: Diffed | null;
  /** The rail, where it has no place of its own. */
  readonly drawer: boolean;
  /** The inspector, where it slides over the timeline. */
  readonly sheet: boolean;
  /** All that is wrong with the run, below its rows. */
  readonly problems: boolean;
  /** The one pane shown on a narrow screen. */
  readonly pane: Pane;
  readonly card: CardShown | null;
  /** Groups of the rail that are closed. */
  readonly closed: ReadonlySet<string>;
  /** What is typed to the agent and not yet sent. */
  readonly draft: string;
  /** The request that is being edited; `null` while a message is written. */
  readonly raw: RawRequest | null;
  /** What else goes with it, and how. */
  readonly written: Written;
}

export interface OperationWish {
  /** `null` for the one that was shown last. */
  readonly operation: Asked | null;
  readonly taskId: string;
}

export interface Compared {
  readonly taskId: string;
  /** The exchange that looks it up; `null` where it was looked up before. */
  readonly exchange: string | null;
}

/** Two runs; the second is chosen in the dialog where it is `null`. */
export interface Diffed {
  readonly left: RunChoice;
  readonly right: RunChoice | null;
}

const INITIAL: ScreenState = {
  dialog: null,
  rule: null,
  credentialsFor: null,
  limit: null,
  wish: null,
  editing: null,
  compared: null,
  diffed: null,
  drawer: false,
  sheet: false,
  problems: false,
  pane: "timeline",
  card: null,
  closed: new Set(),
  draft: "",
  written: NOTHING_WRITTEN,
  raw: null,
};

/** The widths at which the screen takes another shape. */
export const DRAWER = "(max-width: 1240px)";
export const SHEET = "(max-width: 1000px)";
export const NARROW = "(max-width: 760px)";

export type ScreenStore = StoreApi<ScreenState>;

interface Place extends Desk {
  readonly store: ScreenStore;
  /** A log, or a card. */
  readonly openFile: (file: File) => Promise<void>;
  /** Shows a card that somebody gave, whatever it is worth. */
  readonly openCard: (name: string, text: string) => void;
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

/** Is there anything to show but the first visit: a run, a card, or an agent to talk to? */
export function useIsOpen(): boolean {
  const { run, agent, store } = useDesk();
  const hasRun = useStore(run, ({ source }) => source !== null);
  const hasAgent = useStore(agent, ({ phase }) => phase.kind === "connected");
  const hasCard = useStore(store, ({ card }) => card !== null);
  return hasRun || hasAgent || hasCard;
}
/** Looking a task up and comparing it loads when it is first asked for. */
const lookUp = () => import("../compare/look-up.ts");

/** What is done to rows loads with the rows. */
const rowActions = () => import("./row-actions.ts");

/** Keeping what is open as a recording loads when it is first asked for. */
const keeping = () => import("../library/keep-open.tsx");

function placeFor(session: Omit<Desk, "screen">): Place {
  const { run, agent, view, standsAlone } = session;
  const store = createStore<ScreenState>(() => INITIAL);
  const isNow = (query: string) => matchMedia(query).matches;
  // What is opened instead is meant to be seen.
  run.subscribe((now, before) => {
    if (now.source !== null && now.source !== before.source) store.setState({ card: null });
  });
  // The address names the page of a rule, so what is looked at says whether one is open.
  view.subscribe(({ explained }, before) => {
    if (explained === before.explained) return;
    if (explained !== null) store.setState({ dialog: "rules", drawer: false });
    else if (store.getState().dialog === "rules") store.setState({ dialog: null });
  });
  const openCard = (name: string, text: string) => {
    view.setState({ selected: null, event: null });
    store.setState({ card: { ...AGENTS_CARD, given: { name, text } }, pane: "card", sheet: false });
  };
  const openFile = async (file: File) => {
    const { cardInFile } = await import("./card-file.ts");
    const text = await cardInFile(file);
    if (text !== null) return openCard(file.name, text);
    store.setState({ card: null });
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
    standsAlone,
    store,
    openFile,
    openCard,
    screen: {
      openPalette: () => store.setState({ dialog: "palette" }),
      openShortcuts: () => store.setState({ dialog: "shortcuts" }),
      chooseFile() {
        run.expectFile();
        chooseFile((file) => void openFile(file));
      },
      async openClipboard() {
        try {
          await openFile(textAsFile(await navigator.clipboard.readText(), "Clipboard"));
        } catch (error) {
          agent.disconnect();
          run.refuse("Clipboard", clipboardRefusal(error));
        }
      },
      exportRun: () => store.setState({ dialog: "handOn", drawer: false }),
      saveLog() {
        const { source } = run.getState();
        if (source?.kind === "file") downloadFile(source.file);
      },
      openLibrary: (editing) =>
        store.setState({ dialog: "library", editing: editing ?? null, drawer: false }),
      keepLog: () => void keeping().then(({ keepOpenLog }) => keepOpenLog(session)),
      keepMarked: () => void keeping().then(({ keepOpenSpan }) => keepOpenSpan(session)),
      openServing: () => store.setState({ dialog: "serve", drawer: false }),
      compareRuns(left, right) {
        const { name, timeline } = run.getState();
        const diffed = { left: left ?? { kind: "read", name, timeline }, right: right ?? null };
        store.setState({ dialog: "diff", diffed, drawer: false });
      },
      openAgain: () => store.setState({ dialog: "again", drawer: false }),
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
        const isShown = store.getState().card !== null && !isNow(NARROW);
        view.setState({ selected: null, event: null });
        store.setState({ card: isShown ? null : AGENTS_CARD, pane: "card", sheet: false });
      },
      openCredentials: (url) =>
        store.setState({ dialog: "credentials", credentialsFor: url ?? null }),
      openLimits: (limit) => store.setState({ dialog: "limits", limit: limit ?? null }),
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
      toggleProblems() {
        const isSeen = store.getState().pane === "timeline" || !isNow(NARROW);
        const problems = !(store.getState().problems && isSeen);
        store.setState({ problems, pane: "timeline" });
      },
      openRules: (rule) => view.setState({ explained: rule ?? ALL_RULES }),
      async makeRule() {
        const rule = (await rowActions()).ruleForSelected({ run, view });
        if (rule) store.setState({ dialog: "dialects", rule });
      },
      openOperations(operation, taskId) {
        const { tasks } = run.getState().timeline;
        const newest = tasks.findLast(({ id }) => id !== "")?.id ?? "";
        store.setState({
          dialog: "operations",
          drawer: false,
          wish: { operation: operation ?? null, taskId: taskId ?? newest },
        });
      },
      async compareStored(taskId) {
        const compared = await (await lookUp()).lookUp({ run, agent, view }, taskId);
        if (compared) store.setState({ dialog: "compare", compared });
      },
      async editAgain(exchange) {
        const raw = (await rowActions()).rawToSendAgain({ run, view }, agent, exchange);
        if (raw) store.setState({ raw, drawer: false, sheet: false, pane: "timeline" });
      },
      goHome() {
        store.setState({ card: null });
        agent.disconnect();
        run.close();
      },
    },
  };
}

function other(now: Pane, wanted: Pane): Pane {
  return now === wanted ? "timeline" : wanted;
}
