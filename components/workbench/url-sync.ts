// Syncs the URL and the browser history with what is open. Another run, exchange, card or dialog is a
// new history entry; the playhead, the row and the filter change the URL of the current entry.
import { type HistoryEntry, Navigation } from "../../lib/session/navigation.ts";
import { parsePageQuery } from "../../lib/session/page-address.ts";
import { onUiEvent } from "../../lib/session/ui-events.ts";
import type { AppContext } from "../app-shell/feature.ts";
import { getCardStore } from "../card/card-store.ts";
import { getLibraryStore } from "../library/library-store.ts";
import {
  getNavigationState,
  getTakenCard,
  type HistorySnapshot,
  restoreFromUrl,
  restoreSnapshot,
  showSavedDialog,
} from "./history-state.ts";
import { type EmbeddedLog, getUserSettings, openEmbeddedLog, openFromUrl } from "./url-source.ts";

/** Opens what the URL identifies and then keeps the URL up to date. Returns a function that stops it. */
export function syncUrl(app: AppContext, embeddedLog: EmbeddedLog | undefined): () => void {
  if (embeddedLog) return startSync(app, embeddedLog);
  const loading = app.actions.loadUnsavedLogs();
  if (!namesKeptLog(location.search)) return startSync(app, undefined);
  // The URL names a log that this browser keeps, and must not change before that is open.
  let stop = () => {};
  let isStopped = false;
  void loading.then(() => {
    if (!isStopped) stop = startSync(app, undefined);
  });
  return () => {
    isStopped = true;
    stop();
  };
}

function namesKeptLog(query: string): boolean {
  const { run, comparison } = parsePageQuery(query);
  return [run, comparison?.left, comparison?.right].some((named) => named?.kind === "file");
}

function startSync(app: AppContext, embeddedLog: EmbeddedLog | undefined): () => void {
  const { run, agent, view, layout, dialogs } = app;
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
        snapshot
          ? restoreSnapshot(app, snapshot)
          : restoreFromUrl(app, saved, urlSource.getAddress()),
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
      view.setState({ ...urlSource.getAddress().view, ...getUserSettings(view) });
    navigation.handleArrival(entry);
  };
  addEventListener("popstate", onPopState, true);
  addEventListener("pagehide", write);
  const stops = [
    () => removeEventListener("popstate", onPopState, true),
    () => removeEventListener("pagehide", write),
    urlSource.stop,
    run.subscribe((now, before) => {
      if (now.source === before.source) return;
      const isSaved = now.source?.kind === "recording" && now.timeline === before.timeline;
      if (isSaved) navigation.rename();
      else updateSoon();
    }),
    agent.subscribe((now, before) => {
      if (now.phase !== before.phase) updateSoon();
    }),
    layout.subscribe(updateSoon),
    dialogs.subscribe(updateSoon),
    getCardStore(app).subscribe(updateSoon),
    // The comparison in a dialog, the search of the library, and the id of a kept log, change the URL of the current entry.
    dialogs.subscribe(writeSoon),
    getLibraryStore(app).subscribe(writeSoon),
    onUiEvent("unsaved-logs-changed", writeSoon),
    view.subscribe(() => {
      updateSoon();
      writeSoon();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function parseHistoryEntry(state: unknown): HistoryEntry | null {
  const entry = (state as { loupe?: HistoryEntry } | null)?.loupe;
  return entry ?? null;
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
