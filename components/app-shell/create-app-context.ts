// Creates the app context: the stores, and the UI actions that commands run.
import { createStore } from "zustand/vanilla";
import type { CommandContext } from "../../lib/session/command-context.ts";
import { findLikelyTask } from "../../lib/session/run-selectors.ts";
import { ALL_RULES } from "../../lib/session/view.ts";
import { createTextFile, getClipboardError } from "../files/pasted-logs.ts";
import { chooseFile, downloadFile } from "../ui/choose-files.ts";
import { setTheme } from "../ui/theme.ts";
import { showToast } from "../ui/toast.tsx";
import {
  AGENT_CARD_PAGE,
  DRAWER_QUERY,
  INITIAL_SCREEN,
  INSPECTOR_SHEET_QUERY,
  NARROW_QUERY,
  type Pane,
  type ScreenState,
  type ScreenStore,
} from "./screen-state.ts";

export interface AppContext extends CommandContext {
  readonly store: ScreenStore;
  /** Opens a log or an agent card. */
  readonly openFile: (file: File) => Promise<void>;
  /** Shows a pasted or opened card, valid or not. */
  readonly openCard: (name: string, text: string) => void;
}

/** Loaded on the first task lookup. */
const loadLookUp = () => import("../compare-task/look-up-task.ts");

/** Loaded with the rows. */
const loadRowActions = () => import("./row-actions.ts");

/** Loaded on the first save. */
const loadSaving = () => import("../library/save-open-run.tsx");

export function createAppContext(session: Omit<CommandContext, "screen">): AppContext {
  const { run, agent, view, standsAlone } = session;
  const store = createStore<ScreenState>(() => INITIAL_SCREEN);
  const isNow = (query: string) => matchMedia(query).matches;
  // Show a newly opened run instead of the card.
  run.subscribe((now, before) => {
    if (now.source === null || now.source === before.source) return;
    store.setState({ card: null });
    // A log from a file has no agent to call.
    if (now.source.kind === "file") agent.disconnect();
  });
  // The URL contains the open rule, so the view decides whether the rules dialog is open.
  view.subscribe(({ openRule }, before) => {
    if (openRule === before.openRule) return;
    if (openRule !== null) store.setState({ dialog: "rules", drawer: false });
    else if (store.getState().dialog === "rules") store.setState({ dialog: null });
  });
  const openCard = (name: string, text: string) => {
    view.setState({ selected: null, event: null });
    store.setState({
      card: { ...AGENT_CARD_PAGE, given: { name, text } },
      pane: "card",
      sheet: false,
    });
  };
  const openFile = async (file: File) => {
    const { readCardFile } = await import("../files/read-card-file.ts");
    const text = await readCardFile(file);
    if (text !== null) return openCard(file.name, text);
    const isConnected = agent.getState().phase.kind === "connected";
    void run.openFile(file, { keepsOpen: isConnected || store.getState().card !== null });
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
        run.preloadFileReader();
        chooseFile((file) => void openFile(file));
      },
      async openClipboard() {
        const text = await navigator.clipboard.readText().catch((error: unknown) => {
          const clipboardError = getClipboardError(error);
          // Keep the open run if the clipboard cannot be read.
          if (run.getState().source === null) run.showUnreadableLog("Clipboard", clipboardError);
          else showToast({ text: clipboardError });
          return null;
        });
        if (text !== null) await openFile(createTextFile(text, "Clipboard"));
      },
      exportRun: () => store.setState({ dialog: "export", drawer: false }),
      saveLog() {
        const { source } = run.getState();
        if (source?.kind === "file") downloadFile(source.file);
      },
      openLibrary: (editing) =>
        store.setState({ dialog: "library", editing: editing ?? null, drawer: false }),
      saveToLibrary: () => void loadSaving().then(({ saveOpenLog }) => saveOpenLog(session)),
      saveTimeRange: () =>
        void loadSaving().then(({ saveOpenTimeRange }) => saveOpenTimeRange(session)),
      openReplay: () => store.setState({ dialog: "replay", drawer: false }),
      compareRuns(left, right) {
        const { name, timeline } = run.getState();
        const diffed = { left: left ?? { kind: "read", name, timeline }, right: right ?? null };
        store.setState({ dialog: "diff", diffed, drawer: false });
      },
      openResend: () => store.setState({ dialog: "resend", drawer: false }),
      toggleRail() {
        if (isNow(NARROW_QUERY))
          store.setState({ pane: togglePane(store.getState().pane, "exchanges") });
        else if (isNow(DRAWER_QUERY)) store.setState({ drawer: !store.getState().drawer });
        else view.setState({ railOpen: !view.getState().railOpen });
      },
      toggleInspector() {
        if (isNow(NARROW_QUERY))
          store.setState({ pane: togglePane(store.getState().pane, "inspector") });
        else if (isNow(INSPECTOR_SHEET_QUERY)) store.setState({ sheet: !store.getState().sheet });
        else view.setState({ inspectorOpen: !view.getState().inspectorOpen });
      },
      showInspector: () => showInspector("inspector"),
      expandRow: (open) => void loadRowActions().then((row) => row.expandRow({ run, view }, open)),
      showCard() {
        const isShown = store.getState().card !== null && !isNow(NARROW_QUERY);
        view.setState({ selected: null, event: null });
        store.setState({ card: isShown ? null : AGENT_CARD_PAGE, pane: "card", sheet: false });
      },
      openCredentials: (url) =>
        store.setState({ dialog: "credentials", credentialsFor: url ?? null }),
      openLimits: (limit) => store.setState({ dialog: "limits", limit: limit ?? null }),
      toggleTheme() {
        const isLight = document.documentElement.dataset.theme === "light";
        setTheme(isLight ? "dark" : "light");
      },
      setDialects(settings) {
        // Set at once, so that a further change before the code has loaded builds on this one.
        view.setState({ pendingDialects: settings });
        void loadRowActions().then((row) => row.applyDialects({ run, view }, settings));
      },
      openDialects: () => store.setState({ dialog: "dialects", rule: null }),
      toggleProblems() {
        const isSeen = store.getState().pane === "timeline" || !isNow(NARROW_QUERY);
        const problems = !(store.getState().problems && isSeen);
        store.setState({ problems, pane: "timeline" });
      },
      openRules: (rule) => view.setState({ openRule: rule ?? ALL_RULES }),
      async createRule() {
        const rule = (await loadRowActions()).createRuleForSelected({ run, view });
        if (rule) store.setState({ dialog: "dialects", rule });
      },
      openOperations(operation, taskId) {
        const likely = findLikelyTask(run.getState().timeline)?.id ?? "";
        store.setState({
          dialog: "operations",
          drawer: false,
          operationChoice: { operation: operation ?? null, taskId: taskId ?? likely },
        });
      },
      async compareStoredTask(taskId) {
        const compared = await (await loadLookUp()).lookUpTask({ run, agent, view }, taskId);
        if (compared) store.setState({ dialog: "compare", compared });
      },
      async editAndResend(exchange) {
        const raw = (await loadRowActions()).createRequestToResend({ run, view }, agent, exchange);
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

function togglePane(now: Pane, wanted: Pane): Pane {
  return now === wanted ? "timeline" : wanted;
}
