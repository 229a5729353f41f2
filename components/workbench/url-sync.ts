// Syncs the URL and the browser history with what is open. Another run, exchange, card or dialog is a
// new history entry; the playhead, the row and the filter change the URL of the current entry.
import {
  type HistoryEntry,
  Navigation,
  type NavigationState,
} from "../../lib/session/navigation.ts";
import type { RunSource } from "../../lib/session/run.ts";
import { onSettingChanged, readSetting, SETTINGS } from "../../lib/session/settings.ts";
import {
  formatViewQuery,
  getDialectSettings,
  INITIAL_VIEW,
  parseViewQuery,
  type View,
  type ViewStore,
} from "../../lib/session/view.ts";
import type { AppContext } from "../app-shell/create-app-context.ts";
import { AGENT_CARD_PAGE, type ScreenState } from "../app-shell/screen-state.ts";
import type { EmbeddedLog } from "../session.tsx";
import { showToast } from "../ui/toast.tsx";

type ScreenSnapshot = Pick<
  ScreenState,
  | "dialog"
  | "rule"
  | "credentialsFor"
  | "limit"
  | "operationChoice"
  | "editing"
  | "compared"
  | "diffed"
  | "drawer"
  | "card"
  | "pane"
>;

interface HistorySnapshot {
  readonly source: RunSource | null;
  readonly name: string;
  /** The card of the connected agent before anything is recorded. */
  readonly takenCard: unknown;
  readonly view: View;
  readonly screen: ScreenSnapshot;
}

/** State that survives a reload. */
interface SavedEntry {
  /** The name of a log opened from a file, which the page cannot reopen by itself. */
  readonly file: string | null;
  readonly name: string;
  readonly hasCard: boolean;
  readonly dialog: ScreenState["dialog"];
}

/** Dialogs that need no context and can be restored after a reload. */
const RESTORED_DIALOGS: ReadonlySet<ScreenState["dialog"]> = new Set<ScreenState["dialog"]>([
  "library",
  "limits",
  "credentials",
  "shortcuts",
  "dialects",
]);

/** Opens what the URL identifies and then keeps the URL up to date. Returns a function that stops it. */
export function syncUrl(app: AppContext, embeddedLog: EmbeddedLog | undefined): () => void {
  const { run, agent, view, store } = app;
  const savedEntry = parseHistoryEntry(history.state);
  const urlSource = embeddedLog ? openEmbeddedLog(app, embeddedLog) : openFromUrl(app);
  showSavedDialog(app, savedEntry?.saved);
  const navigation = new Navigation<HistorySnapshot>(
    {
      browser: {
        // Keep the state of Next.js, so that it treats the entry as its settings.
        push: (loupe, url) =>
          ignoreErrors(() => history.pushState({ ...history.state, loupe }, "", url)),
        replace: (loupe, url) =>
          ignoreErrors(() => history.replaceState({ ...history.state, loupe }, "", url)),
        go: (delta) => history.go(delta),
      },
      getState: () => getNavigationState(app, urlSource.getUrl()),
      restore: (snapshot, saved) =>
        snapshot ? restoreSnapshot(app, snapshot) : restoreFromUrl(app, saved, urlSource.getView()),
      createId: () => crypto.randomUUID(),
    },
    savedEntry,
  );
  const updateSoon = throttleToTasks(() => {
    const { recording } = agent.getState();
    const { source } = run.getState();
    // The first call to a connected agent: the same conversation, now recorded.
    const isBegun = hasOnlyAgent && source?.kind === "recording" && source.id === recording;
    if (isBegun) navigation.rename();
    else navigation.update();
    hasOnlyAgent = getTakenCard(app) !== null;
  });
  let hasOnlyAgent = getTakenCard(app) !== null;
  const writeSoon = debounce(() => navigation.updateEntry());
  const write = () => navigation.updateEntry();
  const onPopState = (event: PopStateEvent) => {
    // Next.js would otherwise handle the event by reloading the page or setting its settings URL.
    event.stopImmediatePropagation();
    const entry = parseHistoryEntry(event.state);
    // The user edited the fragment.
    if (entry === null && embeddedLog)
      view.setState({ ...urlSource.getView(), ...getUserSettings(view) });
    navigation.handleArrival(entry);
  };
  addEventListener("popstate", onPopState, true);
  addEventListener("pagehide", write);
  const stops = [
    () => removeEventListener("popstate", onPopState, true),
    () => removeEventListener("pagehide", write),
    urlSource.stop,
    run.subscribe((now, before) => {
      if (now.source !== before.source) updateSoon();
    }),
    agent.subscribe((now, before) => {
      if (now.phase !== before.phase) updateSoon();
    }),
    store.subscribe(updateSoon),
    view.subscribe(() => {
      updateSoon();
      writeSoon();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

interface UrlSource {
  /** The URL of what is open. */
  getUrl(): string;
  /** The view in the current URL. */
  getView(): View;
  stop(): void;
}

/** Opens the recording in the query. */
function openFromUrl({ run, agent, view }: AppContext): UrlSource {
  hideToken();
  addEventListener("hashchange", hideToken);
  const named = parseViewQuery(location.search);
  const { openRule } = named.view;
  const dialects = { ...readSetting(SETTINGS.dialects), on: named.view.dialects.on };
  const settings = { dialects, mutes: readSetting(SETTINGS.mutes) };
  if (named.recording !== null) run.openRecording(named.recording);
  view.setState(
    named.recording === null ? { openRule, ...settings } : { ...named.view, ...settings },
  );
  const stops = [
    () => removeEventListener("hashchange", hideToken),
    run.subscribe((now, before) => {
      if (now.source !== before.source) {
        if (before.source !== null) view.setState({ ...INITIAL_VIEW, ...getUserSettings(view) });
        // A log from a file is shown from its start.
        if (now.source?.kind === "file") view.setState({ following: false });
      }
      const isReady = now.phase.kind === "ready" && before.phase.kind !== "ready";
      if (isReady && now.source?.kind === "recording" && agent.getState().phase.kind === "none") {
        void agent.connectToRecordedAgent(now.source.id, now.timeline);
      }
    }),
    onSettingChanged(SETTINGS.mutes, () => view.setState({ mutes: readSetting(SETTINGS.mutes) })),
  ];
  return {
    getUrl() {
      const { source } = run.getState();
      return `/${formatViewQuery(source?.kind === "recording" ? source.id : null, view.getState())}`;
    },
    getView: () => parseViewQuery(location.search).view,
    stop() {
      for (const stop of stops) stop();
    },
  };
}

/** Removes the token of the printed URL from the address bar; a signed-in browser does not need it. */
function hideToken(): void {
  if (!location.hash.startsWith("#token=")) return;
  history.replaceState(history.state, "", location.search || "/");
}

/** Opens the embedded log with the view in the fragment. */
function openEmbeddedLog({ run, view }: AppContext, embeddedLog: EmbeddedLog): UrlSource {
  const getNamed = () => parseViewQuery(location.hash.replace(/^#/, "")).view;
  const { on } = getNamed().dialects;
  const dialects = { ...readSetting(SETTINGS.dialects), on };
  view.setState({ ...getNamed(), dialects, mutes: readSetting(SETTINGS.mutes), following: false });
  void run.openFile(embeddedLog.file);
  run.setState({ name: embeddedLog.name });
  return {
    getUrl: () => formatViewQuery(null, view.getState()).replace(/^\?/, "#") || "#",
    getView: getNamed,
    stop: () => undefined,
  };
}

function getNavigationState(app: AppContext, url: string): NavigationState<HistorySnapshot> {
  const { run, view, store } = app;
  const { source, name } = run.getState();
  const { scope, filter, openRule } = view.getState();
  const {
    dialog,
    rule,
    credentialsFor,
    limit,
    operationChoice,
    editing,
    compared,
    diffed,
    drawer,
    card,
    pane,
  } = store.getState();
  const taken = getTakenCard(app);
  const cardName = card && (card.given ? `given ${getObjectNumber(card.given)}` : "agent");
  const page = [
    getSourceName(source),
    taken && `agent ${getObjectNumber(taken)}`,
    scope,
    filter.task,
    cardName,
  ];
  const open = dialog ?? (drawer ? "exchanges" : "");
  return {
    page: JSON.stringify(page),
    dialog: dialog === "rules" ? `rules ${openRule}` : open,
    isPassing: dialog === "palette" || (dialog === null && drawer),
    url,
    snapshot: {
      source,
      name,
      takenCard: taken,
      view: view.getState(),
      screen: {
        dialog,
        rule,
        credentialsFor,
        limit,
        operationChoice,
        editing,
        compared,
        diffed,
        drawer,
        card,
        pane,
      },
    },
    saved: {
      file: source?.kind === "file" ? source.file.name : null,
      name,
      hasCard: card !== null && card.given === null,
      dialog,
    } satisfies SavedEntry,
  };
}

/** The connected agent's card before anything is recorded. */
function getTakenCard({ run, agent }: AppContext): object | null {
  const { phase, card } = agent.getState();
  const isAlone = run.getState().source === null && phase.kind === "connected";
  return isAlone && typeof card?.raw === "object" ? card.raw : null;
}

function getSourceName(source: RunSource | null): string | null {
  if (source?.kind === "file") return `file ${getObjectNumber(source.file)}`;
  return source && `recording ${source.id}`;
}

const objectNumbers = new WeakMap<object, number>();
let lastNumber = 0;

/** Numbers objects by identity for the lifetime of the page. */
function getObjectNumber(object: object): number {
  const number = objectNumbers.get(object) ?? ++lastNumber;
  objectNumbers.set(object, number);
  return number;
}

function restoreSnapshot(app: AppContext, snapshot: HistorySnapshot): void {
  const { run, agent, view, store } = app;
  const { source, name, takenCard } = snapshot;
  if (
    getSourceName(source) !== getSourceName(run.getState().source) ||
    takenCard !== getTakenCard(app)
  ) {
    agent.disconnect();
    if (source?.kind === "recording") run.openRecording(source.id, name);
    else if (source?.kind === "file") void run.openFile(source.file, { isKnown: true });
    else run.close();
    if (takenCard !== null) void agent.connectToCard(takenCard);
  }
  const settings = getUserSettings(view);
  // Row numbers are valid only for the same interpretation.
  const hasSameDialects = settings.dialects === getDialectSettings(snapshot.view);
  view.setState({
    ...snapshot.view,
    ...settings,
    pendingDialects: null,
    playing: false,
    ...(!hasSameDialects && { selected: null, event: null, expanded: INITIAL_VIEW.expanded }),
  });
  store.setState(snapshot.screen);
}

/** Restores an entry from before a reload, from the URL and the saved state. */
function restoreFromUrl(app: AppContext, value: unknown, named: View): void {
  const { run, agent, view, store } = app;
  const saved = value as SavedEntry | undefined;
  const id = new URLSearchParams(location.search).get("run");
  const { source } = run.getState();
  if (!app.standsAlone && id !== (source?.kind === "recording" ? source.id : null)) {
    agent.disconnect();
    if (id === null) run.close();
    else run.openRecording(id, saved?.name);
  }
  view.setState({ ...named, ...getUserSettings(view) });
  store.setState({ dialog: named.openRule === null ? null : "rules", drawer: false, card: null });
  showSavedDialog(app, saved);
  if (saved?.file && !app.standsAlone) {
    showToast({ text: `“${saved.file}” was opened from a file. Open the file again to view it.` });
  }
}

function showSavedDialog({ store }: AppContext, value: unknown): void {
  const saved = value as SavedEntry | undefined;
  if (saved?.hasCard) store.setState({ card: AGENT_CARD_PAGE });
  if (saved?.dialog && RESTORED_DIALOGS.has(saved.dialog)) store.setState({ dialog: saved.dialog });
}

function parseHistoryEntry(state: unknown): HistoryEntry | null {
  const entry = (state as { loupe?: HistoryEntry } | null)?.loupe;
  return entry ?? null;
}

/** Dialects and muted rules are settings of the user, not of a run. */
function getUserSettings(view: ViewStore): Pick<View, "dialects" | "mutes"> {
  const { mutes } = view.getState();
  return { dialects: getDialectSettings(view.getState()), mutes };
}

/** Some browsers do not let scripts change the URL of a file. */
function ignoreErrors(act: () => void): void {
  try {
    act();
  } catch {
    // No history in that case.
  }
}

/** Runs once per task, however many stores changed. */
function throttleToTasks(act: () => void): () => void {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    queueMicrotask(() => {
      isDue = false;
      act();
    });
  };
}

const DEBOUNCE_MS = 150;

/** Runs after a pause, so that the URL does not change with every step of a drag. */
function debounce(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(act, DEBOUNCE_MS);
  };
}
