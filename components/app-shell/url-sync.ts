// Keeps the address bar and the browser's history at what is open: another run, exchange, card or
// dialog is an entry of its own; the playhead, the row and the filter change the entry's address.
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
import type { EmbeddedLog } from "../session.tsx";
import { showToast } from "../ui/toast.tsx";
import type { AppContext } from "./create-app-context.ts";
import { AGENT_CARD_PAGE, type ScreenState } from "./screen-state.ts";

type ScreenSnapshot = Pick<
  ScreenState,
  | "dialog"
  | "rule"
  | "credentialsFor"
  | "limit"
  | "wish"
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
  /** The card that calls are made by where nothing was recorded yet. */
  readonly takenCard: unknown;
  readonly view: View;
  readonly screen: ScreenSnapshot;
}

/** What outlives a reload. */
interface SavedEntry {
  /** The name of a log that was opened from a file, which the page cannot open again by itself. */
  readonly file: string | null;
  readonly name: string;
  readonly hasCard: boolean;
  readonly dialog: ScreenState["dialog"];
}

/** Dialogs that need nothing but the page: the others are opened for something. */
const RESTORED_DIALOGS: ReadonlySet<ScreenState["dialog"]> = new Set<ScreenState["dialog"]>([
  "library",
  "limits",
  "credentials",
  "shortcuts",
  "dialects",
]);

/** Opens what the address names, and keeps it naming what is open. Returns the way to stop. */
export function syncUrl(place: AppContext, brought: EmbeddedLog | undefined): () => void {
  const { run, agent, view, store } = place;
  const kept = parseHistoryEntry(history.state);
  const where = brought ? openEmbeddedLog(place, brought) : openFromUrl(place);
  showSavedDialog(place, kept?.saved);
  const navigation = new Navigation<HistorySnapshot>(
    {
      browser: {
        // What Next.js keeps there stays, so that it takes the entry for one of its own.
        push: (loupe, url) =>
          ignoreErrors(() => history.pushState({ ...history.state, loupe }, "", url)),
        replace: (loupe, url) =>
          ignoreErrors(() => history.replaceState({ ...history.state, loupe }, "", url)),
        go: (delta) => history.go(delta),
      },
      getState: () => getNavigationState(place, where.getUrl()),
      restore: (snapshot, saved) =>
        snapshot ? restoreSnapshot(place, snapshot) : restoreFromUrl(place, saved, where.getView()),
      createId: () => crypto.randomUUID(),
    },
    kept,
  );
  const updateSoon = throttleToTasks(() => {
    const { recording } = agent.getState();
    const { source } = run.getState();
    // The first call of a card that was given: the same conversation, which is recorded now.
    const isBegun = hasOnlyAgent && source?.kind === "recording" && source.id === recording;
    if (isBegun) navigation.rename();
    else navigation.update();
    hasOnlyAgent = getTakenCard(place) !== null;
  });
  let hasOnlyAgent = getTakenCard(place) !== null;
  const writeSoon = debounce(() => navigation.updateEntry());
  const write = () => navigation.updateEntry();
  const onPopState = (event: PopStateEvent) => {
    // There is one page: Next.js, which hears of it next, would load it anew or put its own address.
    event.stopImmediatePropagation();
    const entry = parseHistoryEntry(event.state);
    // Somebody typed another fragment.
    if (entry === null && brought) view.setState({ ...where.getView(), ...getUserSettings(view) });
    navigation.handleArrival(entry);
  };
  addEventListener("popstate", onPopState, true);
  addEventListener("pagehide", write);
  const stops = [
    () => removeEventListener("popstate", onPopState, true),
    () => removeEventListener("pagehide", write),
    where.stop,
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
  /** The address of what is open now. */
  getUrl(): string;
  /** The view that the address bar names. */
  getView(): View;
  stop(): void;
}

/** The recording that the query names. */
function openFromUrl({ run, agent, view }: AppContext): UrlSource {
  hideToken();
  addEventListener("hashchange", hideToken);
  const named = parseViewQuery(location.search);
  const { openRule } = named.view;
  const dialects = { ...readSetting(SETTINGS.dialects), on: named.view.dialects.on };
  const own = { dialects, mutes: readSetting(SETTINGS.mutes) };
  if (named.recording !== null) run.openRecording(named.recording);
  view.setState(named.recording === null ? { openRule, ...own } : { ...named.view, ...own });
  const stops = [
    () => removeEventListener("hashchange", hideToken),
    run.subscribe((now, before) => {
      if (now.source !== before.source) {
        if (before.source !== null) view.setState({ ...INITIAL_VIEW, ...getUserSettings(view) });
        // A log is read from its beginning; what comes in at its end is no news.
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

/** The address that the server printed brings its token also to who has shown it before. */
function hideToken(): void {
  if (!location.hash.startsWith("#token=")) return;
  history.replaceState(history.state, "", location.search || "/");
}

/** The one log there is, at the place that the address's fragment names. */
function openEmbeddedLog({ run, view }: AppContext, brought: EmbeddedLog): UrlSource {
  const getNamed = () => parseViewQuery(location.hash.replace(/^#/, "")).view;
  const { on } = getNamed().dialects;
  const dialects = { ...readSetting(SETTINGS.dialects), on };
  view.setState({ ...getNamed(), dialects, mutes: readSetting(SETTINGS.mutes), following: false });
  void run.openFile(brought.file);
  run.setState({ name: brought.name });
  return {
    getUrl: () => formatViewQuery(null, view.getState()).replace(/^\?/, "#") || "#",
    getView: getNamed,
    stop: () => undefined,
  };
}

function getNavigationState(place: AppContext, url: string): NavigationState<HistorySnapshot> {
  const { run, view, store } = place;
  const { source, name } = run.getState();
  const { scope, filter, openRule } = view.getState();
  const {
    dialog,
    rule,
    credentialsFor,
    limit,
    wish,
    editing,
    compared,
    diffed,
    drawer,
    card,
    pane,
  } = store.getState();
  const taken = getTakenCard(place);
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
        wish,
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

/** The card that there is to talk by, before anything was recorded. */
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

/** The same number for the same object, for as long as the page lives. */
function getObjectNumber(object: object): number {
  const number = objectNumbers.get(object) ?? ++lastNumber;
  objectNumbers.set(object, number);
  return number;
}

function restoreSnapshot(place: AppContext, snapshot: HistorySnapshot): void {
  const { run, agent, view, store } = place;
  const { source, name, takenCard } = snapshot;
  if (
    getSourceName(source) !== getSourceName(run.getState().source) ||
    takenCard !== getTakenCard(place)
  ) {
    agent.disconnect();
    if (source?.kind === "recording") run.openRecording(source.id, name);
    else if (source?.kind === "file") void run.openFile(source.file, { isKnown: true });
    else run.close();
    if (takenCard !== null) void agent.connectToCard(takenCard);
  }
  const own = getUserSettings(view);
  // Rows are counted as they were read then.
  const isReadAlike = own.dialects === getDialectSettings(snapshot.view);
  view.setState({
    ...snapshot.view,
    ...own,
    pendingDialects: null,
    playing: false,
    ...(!isReadAlike && { selected: null, event: null, expanded: INITIAL_VIEW.expanded }),
  });
  store.setState(snapshot.screen);
}

/** The page was loaded anew since: what the address and the browser still know of the entry. */
function restoreFromUrl(place: AppContext, value: unknown, named: View): void {
  const { run, agent, view, store } = place;
  const saved = value as SavedEntry | undefined;
  const id = new URLSearchParams(location.search).get("run");
  const { source } = run.getState();
  if (!place.standsAlone && id !== (source?.kind === "recording" ? source.id : null)) {
    agent.disconnect();
    if (id === null) run.close();
    else run.openRecording(id, saved?.name);
  }
  view.setState({ ...named, ...getUserSettings(view) });
  store.setState({ dialog: named.openRule === null ? null : "rules", drawer: false, card: null });
  showSavedDialog(place, saved);
  if (saved?.file && !place.standsAlone) {
    showToast({ text: `“${saved.file}” was opened from a file: open it again to see it` });
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

/** How the dialects are set and what is muted is not a run's, but the user's. */
function getUserSettings(view: ViewStore): Pick<View, "dialects" | "mutes"> {
  const { mutes } = view.getState();
  return { dialects: getDialectSettings(view.getState()), mutes };
}

/** Some browsers let no script change the address of a file. */
function ignoreErrors(act: () => void): void {
  try {
    act();
  } catch {
    // Then there is no history to keep.
  }
}

/** What changes together is looked at together. */
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

/** Calls once things have stood still for a moment: an address cannot follow a drag. */
function debounce(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(act, DEBOUNCE_MS);
  };
}
