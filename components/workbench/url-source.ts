/** Opens what the URL identifies: a recording in the query, or the view of an embedded log in the fragment. */
import { getInitialMainView, getNamedMainView } from "../../lib/session/main-view.ts";
import { onSettingChanged, readSetting, SETTINGS } from "../../lib/session/settings.ts";
import {
  formatViewQuery,
  getDialectSettings,
  INITIAL_VIEW,
  parseViewQuery,
  type View,
  type ViewStore,
} from "../../lib/session/view.ts";
import type { AppContext } from "../app-shell/feature.ts";

/** The embedded log of a page without a server, and the run's name. */
export interface EmbeddedLog {
  readonly file: File;
  readonly name: string;
}

export interface UrlSource {
  /** The URL of what is open. */
  getUrl(): string;
  /** The view in the current URL. */
  getView(): View;
  stop(): void;
}

/** Opens the recording in the query. */
export function openFromUrl({ run, agent, view }: AppContext): UrlSource {
  hideToken();
  addEventListener("hashchange", hideToken);
  const named = parseViewQuery(location.search);
  const getNamed = () => parseNamedView(location.search);
  const { openRule } = named.view;
  const dialects = { ...readSetting(SETTINGS.dialects), on: named.view.dialects.on };
  const settings = { dialects, mutes: readSetting(SETTINGS.mutes) };
  if (named.recording !== null) run.openRecording(named.recording);
  view.setState(
    named.recording === null ? { openRule, ...settings } : { ...getNamed(), ...settings },
  );
  const stops = [
    () => removeEventListener("hashchange", hideToken),
    run.subscribe((now, before) => {
      if (now.source !== before.source) {
        if (before.source !== null) view.setState({ ...INITIAL_VIEW, ...getUserSettings(view) });
        // An agent's recording opens when the user connects: to talk to it.
        const isTalk =
          now.source?.kind === "recording" && now.source.id === agent.getState().recording;
        view.setState({ mainView: now.source === null ? null : getInitialMainView(isTalk) });
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
    getView: getNamed,
    stop() {
      for (const stop of stops) stop();
    },
  };
}

/** The view in a query. */
function parseNamedView(query: string): View {
  const { view } = parseViewQuery(query);
  return { ...view, mainView: getNamedMainView(view) };
}

/** Removes the token of the printed URL from the address bar; a signed-in browser does not need it. */
function hideToken(): void {
  if (!location.hash.startsWith("#token=")) return;
  history.replaceState(history.state, "", location.search || "/");
}

/** Opens the embedded log with the view in the fragment. */
export function openEmbeddedLog({ run, view }: AppContext, embeddedLog: EmbeddedLog): UrlSource {
  const getNamed = () => parseNamedView(location.hash.replace(/^#/, ""));
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

/** Dialects and muted rules are settings of the user, not of a run. */
export function getUserSettings(view: ViewStore): Pick<View, "dialects" | "mutes"> {
  const { mutes } = view.getState();
  return { dialects: getDialectSettings(view.getState()), mutes };
}
