// Keeps the address bar and the browser's history at what is open: another run, exchange, card or
// dialog is an entry of its own; the playhead, the row and the filter change the entry's address.
import { type EntryState, Navigation, type Opened } from "../../lib/session/navigation.ts";
import type { RunSource } from "../../lib/session/run.ts";
import { onStored, readSetting, SETTINGS } from "../../lib/session/settings.ts";
import {
  dialectsOf,
  fromQuery,
  INITIAL_VIEW,
  toQuery,
  type View,
  type ViewStore,
} from "../../lib/session/view.ts";
import type { Brought } from "../session.tsx";
import { showToast } from "../ui/toast.tsx";
import type { Place } from "./screen-controls.ts";
import { AGENTS_CARD, type ScreenState } from "./screen-state.ts";

type Screen = Pick<
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

interface Snapshot {
  readonly source: RunSource | null;
  readonly name: string;
  /** The card that calls are made by where nothing was recorded yet. */
  readonly takenCard: unknown;
  readonly view: View;
  readonly screen: Screen;
}

/** What outlives a reload. */
interface Saved {
  /** The name of a log that was opened from a file, which the page cannot open again by itself. */
  readonly file: string | null;
  readonly name: string;
  readonly hasCard: boolean;
  readonly dialog: ScreenState["dialog"];
}

/** Dialogs that need nothing but the page: the others are opened for something. */
const LASTING: ReadonlySet<ScreenState["dialog"]> = new Set<ScreenState["dialog"]>([
  "library",
  "limits",
  "credentials",
  "shortcuts",
  "dialects",
]);

/** Opens what the address names, and keeps it naming what is open. Returns the way to stop. */
export function keepAddress(place: Place, brought: Brought | undefined): () => void {
  const { run, agent, view, store } = place;
  const kept = entryIn(history.state);
  const where = brought ? openBrought(place, brought) : openNamed(place);
  showSaved(place, kept?.saved);
  const navigation = new Navigation<Snapshot>(
    {
      browser: {
        // What Next.js keeps there stays, so that it takes the entry for one of its own.
        push: (loupe, url) => tryTo(() => history.pushState({ ...history.state, loupe }, "", url)),
        replace: (loupe, url) =>
          tryTo(() => history.replaceState({ ...history.state, loupe }, "", url)),
        go: (delta) => history.go(delta),
      },
      read: () => readOpened(place, where.getUrl()),
      restore: (snapshot, saved) =>
        snapshot ? restore(place, snapshot) : restoreByAddress(place, saved, where.getNamed()),
      newId: () => crypto.randomUUID(),
    },
    kept,
  );
  const updateSoon = onceATask(() => {
    const { recording } = agent.getState();
    const { source } = run.getState();
    // The first call of a card that was given: the same conversation, which is recorded now.
    const isBegun = hasOnlyAgent && source?.kind === "recording" && source.id === recording;
    if (isBegun) navigation.rename();
    else navigation.update();
    hasOnlyAgent = takenCard(place) !== null;
  });
  let hasOnlyAgent = takenCard(place) !== null;
  const writeSoon = settled(() => navigation.write());
  const write = () => navigation.write();
  const onPopState = (event: PopStateEvent) => {
    // There is one page: Next.js, which hears of it next, would load it anew or put its own address.
    event.stopImmediatePropagation();
    const entry = entryIn(event.state);
    // Somebody typed another fragment.
    if (entry === null && brought) view.setState({ ...where.getNamed(), ...usersOwn(view) });
    navigation.arrive(entry);
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

interface Address {
  /** The address of what is open now. */
  getUrl(): string;
  /** The view that the address bar names. */
  getNamed(): View;
  stop(): void;
}

/** The recording that the query names. */
function openNamed({ run, agent, view }: Place): Address {
  hideToken();
  addEventListener("hashchange", hideToken);
  const named = fromQuery(location.search);
  const { explained } = named.view;
  const dialects = { ...readSetting(SETTINGS.dialects), on: named.view.dialects.on };
  const own = { dialects, mutes: readSetting(SETTINGS.mutes) };
  if (named.recording !== null) run.openRecording(named.recording);
  view.setState(named.recording === null ? { explained, ...own } : { ...named.view, ...own });
  const stops = [
    () => removeEventListener("hashchange", hideToken),
    run.subscribe((now, before) => {
      if (now.source !== before.source) {
        if (before.source !== null) view.setState({ ...INITIAL_VIEW, ...usersOwn(view) });
        // A log is read from its beginning; what comes in at its end is no news.
        if (now.source?.kind === "file") view.setState({ following: false });
      }
      const isReady = now.phase.kind === "ready" && before.phase.kind !== "ready";
      if (isReady && now.source?.kind === "recording" && agent.getState().phase.kind === "none") {
        void agent.adopt(now.source.id, now.timeline);
      }
    }),
    onStored(SETTINGS.mutes, () => view.setState({ mutes: readSetting(SETTINGS.mutes) })),
  ];
  return {
    getUrl() {
      const { source } = run.getState();
      return `/${toQuery(source?.kind === "recording" ? source.id : null, view.getState())}`;
    },
    getNamed: () => fromQuery(location.search).view,
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
function openBrought({ run, view }: Place, brought: Brought): Address {
  const getNamed = () => fromQuery(location.hash.replace(/^#/, "")).view;
  const { on } = getNamed().dialects;
  const dialects = { ...readSetting(SETTINGS.dialects), on };
  view.setState({ ...getNamed(), dialects, mutes: readSetting(SETTINGS.mutes), following: false });
  void run.openFile(brought.file);
  run.setState({ name: brought.name });
  return {
    getUrl: () => toQuery(null, view.getState()).replace(/^\?/, "#") || "#",
    getNamed,
    stop: () => undefined,
  };
}

function readOpened(place: Place, url: string): Opened<Snapshot> {
  const { run, view, store } = place;
  const { source, name } = run.getState();
  const { scope, filter, explained } = view.getState();
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
  const taken = takenCard(place);
  const cardName = card && (card.given ? `given ${numberOf(card.given)}` : "agent");
  const page = [nameOf(source), taken && `agent ${numberOf(taken)}`, scope, filter.task, cardName];
  const open = dialog ?? (drawer ? "exchanges" : "");
  return {
    page: JSON.stringify(page),
    dialog: dialog === "rules" ? `rules ${explained}` : open,
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
    } satisfies Saved,
  };
}

/** The card that there is to talk by, before anything was recorded. */
function takenCard({ run, agent }: Place): object | null {
  const { phase, card } = agent.getState();
  const isAlone = run.getState().source === null && phase.kind === "connected";
  return isAlone && typeof card?.raw === "object" ? card.raw : null;
}

function nameOf(source: RunSource | null): string | null {
  if (source?.kind === "file") return `file ${numberOf(source.file)}`;
  return source && `recording ${source.id}`;
}

const numbers = new WeakMap<object, number>();
let counted = 0;

/** The same number for the same object, for as long as the page lives. */
function numberOf(object: object): number {
  const number = numbers.get(object) ?? ++counted;
  numbers.set(object, number);
  return number;
}

function restore(place: Place, snapshot: Snapshot): void {
  const { run, agent, view, store } = place;
  const { source, name, takenCard: card } = snapshot;
  if (nameOf(source) !== nameOf(run.getState().source) || card !== takenCard(place)) {
    agent.disconnect();
    if (source?.kind === "recording") run.openRecording(source.id, name);
    else if (source?.kind === "file") void run.openFile(source.file, { isKnown: true });
    else run.close();
    if (card !== null) void agent.takeCard(card);
  }
  const own = usersOwn(view);
  // Rows are counted as they were read then.
  const isReadAlike = own.dialects === dialectsOf(snapshot.view);
  view.setState({
    ...snapshot.view,
    ...own,
    wanted: null,
    playing: false,
    ...(!isReadAlike && { selected: null, event: null, expanded: INITIAL_VIEW.expanded }),
  });
  store.setState(snapshot.screen);
}

/** The page was loaded anew since: what the address and the browser still know of the entry. */
function restoreByAddress(place: Place, value: unknown, named: View): void {
  const { run, agent, view, store } = place;
  const saved = value as Saved | undefined;
  const id = new URLSearchParams(location.search).get("run");
  const { source } = run.getState();
  if (!place.standsAlone && id !== (source?.kind === "recording" ? source.id : null)) {
    agent.disconnect();
    if (id === null) run.close();
    else run.openRecording(id, saved?.name);
  }
  view.setState({ ...named, ...usersOwn(view) });
  store.setState({ dialog: named.explained === null ? null : "rules", drawer: false, card: null });
  showSaved(place, saved);
  if (saved?.file && !place.standsAlone) {
    showToast({ text: `“${saved.file}” was opened from a file: open it again to see it` });
  }
}

function showSaved({ store }: Place, value: unknown): void {
  const saved = value as Saved | undefined;
  if (saved?.hasCard) store.setState({ card: AGENTS_CARD });
  if (saved?.dialog && LASTING.has(saved.dialog)) store.setState({ dialog: saved.dialog });
}

function entryIn(state: unknown): EntryState | null {
  const entry = (state as { loupe?: EntryState } | null)?.loupe;
  return entry ?? null;
}

/** How the dialects are set and what is muted is not a run's, but the user's. */
function usersOwn(view: ViewStore): Pick<View, "dialects" | "mutes"> {
  const { mutes } = view.getState();
  return { dialects: dialectsOf(view.getState()), mutes };
}

/** Some browsers let no script change the address of a file. */
function tryTo(act: () => void): void {
  try {
    act();
  } catch {
    // Then there is no history to keep.
  }
}

/** What changes together is looked at together. */
function onceATask(act: () => void): () => void {
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

const SETTLE_MS = 150;

/** Calls once things have stood still for a moment: an address cannot follow a drag. */
function settled(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(act, SETTLE_MS);
  };
}
