/** Opens what the URL identifies: a run in the query, or the view of an embedded log in the fragment. */
import { clearSearch, NO_FILTER } from "../../lib/dialects/settings.ts";
import { apiClient } from "../../lib/session/api-client.ts";
import type { RunReference } from "../../lib/session/load-run.ts";
import { getInitialMainView, getNamedMainView } from "../../lib/session/main-view.ts";
import { openLinkedLog } from "../../lib/session/open-linked-log.ts";
import {
  formatPageQuery,
  type NamedRun,
  type PageAddress,
  parseLogUrl,
  parsePageQuery,
} from "../../lib/session/page-address.ts";
import type { RunSource } from "../../lib/session/run.ts";
import { onSettingChanged, readSetting, SETTINGS } from "../../lib/session/settings.ts";
import {
  getDialectSettings,
  INITIAL_VIEW,
  type View,
  type ViewStore,
} from "../../lib/session/view.ts";
import type { AppContext } from "../app-shell/feature.ts";
import { AGENT_CARD_PAGE, getCardStore } from "../card/card-store.ts";
import { getLibraryStore } from "../library/library-store.ts";
import { showToast } from "../ui/toast.tsx";

/** The embedded log of a page without a server, and the run's name. */
export interface EmbeddedLog {
  readonly file: File;
  readonly name: string;
}

interface UrlSource {
  /** The URL of what is open. */
  getUrl(): string;
  /** What the current URL names. */
  getAddress(): PageAddress;
  stop(): void;
}

/** Opens the run in the query. The logs that this browser keeps are loaded. */
export function openFromUrl(app: AppContext): UrlSource {
  const { run, agent, view } = app;
  hideToken();
  addEventListener("hashchange", hideToken);
  const named = parsePageQuery(location.search);
  const { openRule, openSettings, isTapOpen } = named.view;
  const dialects = { ...readSetting(SETTINGS.dialects), on: named.view.dialects.on };
  const mutes = readSetting(SETTINGS.mutes);
  if (!openNamedRun(app, named.run)) showToast({ text: NOT_KEPT });
  const logUrl = named.run === null ? parseLogUrl(location.search) : null;
  if (logUrl !== null) void openLinkedLog(run, logUrl, apiClient.fetchLog);
  const isOpen = run.getState().source !== null;
  view.setState({
    ...(isOpen
      ? getNamedView(app, named)
      : {
          openRule,
          openSettings,
          isTapOpen,
          foldsIdle: readSetting(SETTINGS.foldsIdle),
          filter: { ...NO_FILTER, hidesNoise: readSetting(SETTINGS.hidesNoise) },
        }),
    dialects,
    mutes,
  });
  showNamedPlaces(app, named);
  const stops = [
    () => removeEventListener("hashchange", hideToken),
    run.subscribe((now, before) => {
      // A log that was saved is still the same run.
      if (now.source !== before.source && now.timeline !== before.timeline) {
        if (before.source !== null) {
          const foldsIdle = readSetting(SETTINGS.foldsIdle);
          const filter = clearSearch(view.getState().filter);
          view.setState({ ...INITIAL_VIEW, foldsIdle, ...getUserSettings(view), filter });
        }
        // An agent's recording opens when the user connects: to talk to it.
        const isTalk =
          now.source?.kind === "recording" && now.source.id === agent.getState().recording;
        view.setState({ mainView: now.source === null ? null : getInitialMainView(isTalk) });
        // A run is shown from its start, unless it is in progress.
        if (!isTalk) view.setState({ following: false });
      }
      const isReady = now.phase.kind === "ready" && before.phase.kind !== "ready";
      if (isReady && before.phase.kind === "reading" && now.live) followEnd(view);
      if (isReady && now.source?.kind === "recording" && agent.getState().phase.kind === "none") {
        void agent.connectToRecordedAgent(now.source.id, now.timeline);
      }
    }),
    onSettingChanged(SETTINGS.mutes, () => view.setState({ mutes: readSetting(SETTINGS.mutes) })),
  ];
  return {
    getUrl: () => `/${formatPageQuery(getPageAddress(app))}`,
    getAddress: () => parsePageQuery(location.search),
    stop() {
      for (const stop of stops) stop();
    },
  };
}

/** A link to a row or an event stays there. */
function followEnd(view: ViewStore): void {
  const { selected, cursor } = view.getState();
  if (selected === null && cursor === null) view.setState({ following: true });
}

/** Removes the token of the printed URL from the address bar; a signed-in browser does not need it. */
function hideToken(): void {
  if (!location.hash.startsWith("#token=")) return;
  history.replaceState(history.state, "", location.search || "/");
}

/** Opens the embedded log with the view in the fragment. */
export function openEmbeddedLog(app: AppContext, embeddedLog: EmbeddedLog): UrlSource {
  const { run, view } = app;
  const getAddress = () => parsePageQuery(location.hash.replace(/^#/, ""));
  const named = getAddress();
  const dialects = { ...readSetting(SETTINGS.dialects), on: named.view.dialects.on };
  view.setState({
    ...getNamedView(app, named),
    dialects,
    mutes: readSetting(SETTINGS.mutes),
    following: false,
  });
  void run.openFile(embeddedLog.file);
  run.setState({ name: embeddedLog.name });
  showNamedPlaces(app, named);
  return {
    getUrl: () => formatPageQuery(getPageAddress(app)).replace(/^\?/, "#") || "#",
    getAddress,
    stop: () => undefined,
  };
}

function getPageAddress(app: AppContext): PageAddress {
  const { run, view, dialogs } = app;
  const { source, timeline } = run.getState();
  const open = nameSource(app, source);
  const { open: dialog, parameters } = dialogs.getState();
  const toNamedRun = (reference: RunReference | null | undefined): NamedRun | null => {
    if (reference?.kind === "recording") return reference;
    if (reference?.kind === "file") return nameFile(app, reference.file);
    return reference?.timeline === timeline ? open : null;
  };
  const left = dialog === "diff" ? toNamedRun(parameters.diff?.left) : null;
  const right = dialog === "diff" ? toNamedRun(parameters.diff?.right) : null;
  return {
    run: open,
    view: view.getState(),
    hasCard: source !== null && getCardStore(app).getState().page?.given === null,
    comparison: left && right ? { left, right } : null,
    library: dialog === "library" ? getLibraryStore(app).getState().query : null,
    grade: dialog === "conformance" ? (parameters.conformance?.grade ?? null) : null,
  };
}

function nameSource(app: AppContext, source: RunSource | null): NamedRun | null {
  if (source?.kind === "recording") return { kind: "recording", id: source.id };
  return source && nameFile(app, source.file);
}

function nameFile(app: AppContext, file: File): NamedRun | null {
  const id = app.actions.getUnsavedLogId(file);
  return id === null ? null : { kind: "file", id };
}

/** Returns false if this browser does not keep the log, or no longer. */
export function openNamedRun(app: AppContext, named: NamedRun | null, name = ""): boolean {
  if (named?.kind === "recording") app.run.openRecording(named.id, name);
  if (named?.kind !== "file") return true;
  const file = app.actions.takeUnsavedLog(named.id);
  if (file) void app.run.openFile(file, { isKnown: true });
  return file !== null;
}

const NOT_KEPT = "This browser no longer keeps this log. Open the file again.";

/** The view of a run that an address names. A run is shown from its start, unless it is in progress. */
export function getNamedView({ run }: AppContext, { view }: PageAddress): View {
  const following = view.following && run.getState().live;
  return { ...view, mainView: getNamedMainView(view), following };
}

/** Shows the card, the comparison, the search of the library and the grade that an address names. */
export function showNamedPlaces(app: AppContext, named: PageAddress): void {
  const { hasCard, comparison, library, grade } = named;
  const isOpen = app.run.getState().source !== null;
  if (hasCard && isOpen) getCardStore(app).setState({ page: AGENT_CARD_PAGE });
  const left = comparison && findReference(app, comparison.left);
  const right = comparison && findReference(app, comparison.right);
  if (left && right && app.dialogTable.diff) {
    app.dialogs.getState().openDialog("diff", { left, right });
  }
  if (library !== null && app.dialogTable.library) {
    getLibraryStore(app).setState({ query: library });
    app.dialogs.getState().openDialog("library");
  }
  if (grade !== null && app.dialogTable.conformance) {
    app.dialogs.getState().openDialog("conformance", { grade });
  }
}

/** The dialog shows a recording by its title. */
function findReference(app: AppContext, { kind, id }: NamedRun): RunReference | null {
  if (kind === "recording") return { kind, id, name: "" };
  const file = app.actions.takeUnsavedLog(id);
  return file && { kind, name: file.name, file };
}

/** Dialects and muted rules are settings of the user, not of a run. */
export function getUserSettings(view: ViewStore): Pick<View, "dialects" | "mutes"> {
  const { mutes } = view.getState();
  return { dialects: getDialectSettings(view.getState()), mutes };
}
