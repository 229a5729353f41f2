/** Feature: traces of a backend, joined to the open run, and the way to the run's trace there. */
import { createCommand, hasCalls, isRunOpen } from "../app-shell/commands.ts";
import type { AppContext, Feature } from "../app-shell/feature.ts";
import { chooseFile } from "../ui/choose-files.ts";
import { getTraceLinkStore, loadTraceLink } from "./trace-link-store.ts";

type TraceCommands = typeof import("./trace-commands.ts");

/** Loads with the first use. */
const createTraceAction =
  (act: (commands: TraceCommands, app: AppContext) => void) => (app: AppContext) =>
    void import("./trace-commands.ts").then((commands) => act(commands, app));

const hasLink = (app: AppContext) =>
  hasCalls(app) && getTraceLinkStore(app).getState().traceUrl !== null;

export const traceFeature: Feature = {
  commands: [
    createCommand(
      "Log",
      "trace-join",
      "Join trace from backend…",
      (app) =>
        chooseFile((file) => createTraceAction((it) => void it.joinTrace(app, file, false))(app)),
      { synonyms: "opentelemetry, spans, jaeger", enabled: hasCalls },
    ),
    createCommand("Log", "trace-remove", "Remove trace", ({ run }) => run.setTrace(null), {
      enabled: (app) => isRunOpen(app) && app.run.getState().trace !== null,
    }),
    createCommand(
      "Log",
      "trace-open",
      "Open in trace backend",
      createTraceAction((it, app) => it.openCurrentTrace(app)),
      { enabled: hasLink },
    ),
    createCommand(
      "Log",
      "trace-copy",
      "Copy link to trace backend",
      createTraceAction((it, app) => void it.copyCurrentTraceUrl(app)),
      { enabled: hasLink },
    ),
  ],
  createActions: (app) => ({
    async joinTrace(file) {
      if (!hasCalls(app)) return false;
      const { joinTrace } = await import("./trace-commands.ts");
      return joinTrace(app, file, true);
    },
    setTraceUrl: (traceUrl) => getTraceLinkStore(app).setState({ traceUrl }),
    openTrace: (exchange) => createTraceAction((it) => it.openCallTrace(app, exchange))(app),
  }),
  start(app) {
    // Only a run has a trace.
    const stop = app.run.subscribe(({ source }) => {
      if (source === null) return;
      stop();
      void loadTraceLink(getTraceLinkStore(app));
    });
  },
};
