/** Commands on traces: joining one to the run, and the run's own in the backend. Loads when first used. */

import { formatTraceUrl } from "../../lib/api/trace-url.ts";
import { getCallPlace, SpanIds } from "../../lib/otlp/call-place.ts";
import { joinTraceFile } from "../../lib/session/join-trace-file.ts";
import { getCurrentInterpretation } from "../../lib/session/playback.ts";
import type { Run } from "../../lib/session/run.ts";
import type { View } from "../../lib/session/view.ts";
import { formatPlural } from "../../lib/text/plural.ts";
import type { Exchange } from "../../lib/timeline/exchange.ts";
import { isCall } from "../../lib/timeline/exchange-queries.ts";
import type { AppContext } from "../app-shell/feature.ts";
import { copyText } from "../ui/copy.tsx";
import { showToast } from "../ui/toast.tsx";
import { getTraceLinkStore } from "./trace-link-store.ts";

/** `isOffered`: the file may be something else, which its caller then opens. */
export async function joinTrace(
  { run, view }: AppContext,
  file: File,
  isOffered: boolean,
): Promise<boolean> {
  const outcome = await joinTraceFile(run, file);
  if (outcome.kind === "joined") {
    const { count, calls } = outcome.trace;
    const where = formatPlural(calls.length, "call");
    showToast({ text: `Joined ${formatPlural(count, "span")} to ${where}` });
    // Spans are below rows.
    if (view.getState().mainView === "conversation") view.setState({ mainView: "timeline" });
    return true;
  }
  if (isOffered) {
    if (outcome.kind === "foreign") {
      showToast({
        text: "No span of this trace belongs to the open run, so it was opened as a log.",
      });
    }
    return false;
  }
  showToast({
    text:
      outcome.kind === "foreign"
        ? "No span of this trace belongs to this run."
        : "This file is no trace of OTLP, Tempo or Jaeger in JSON.",
  });
  return false;
}

function getCurrentUrl(app: AppContext): string | null {
  const { traceUrl } = getTraceLinkStore(app).getState();
  const run = app.run.getState();
  const { selected } = app.view.getState();
  const item = selected === null ? undefined : getCurrentInterpretation(app).items[selected];
  const call = findCurrentCall(run, app.view.getState(), item?.exchange ?? null);
  return traceUrl !== null && call ? formatCallUrl(traceUrl, run, call) : null;
}

export function openCurrentTrace(app: AppContext): void {
  const url = getCurrentUrl(app);
  if (url !== null) openPage(url);
}

export async function copyCurrentTraceUrl(app: AppContext): Promise<void> {
  const url = getCurrentUrl(app);
  const isCopied = url !== null && (await copyText(url));
  showToast({ text: isCopied ? "Copied link to trace" : "Couldn't copy link to trace" });
}

export function openCallTrace(app: AppContext, id: string): void {
  const { traceUrl } = getTraceLinkStore(app).getState();
  const run = app.run.getState();
  const exchange = run.timeline.exchangeById.get(id);
  if (traceUrl !== null && exchange && isCall(exchange)) {
    openPage(formatCallUrl(traceUrl, run, exchange));
  }
}

/** The backend learns neither of this page nor gets hold of it. */
function openPage(url: string): void {
  window.open(url, "_blank", "noopener,noreferrer");
}

/** The address of a call's trace in the backend. */
function formatCallUrl(
  template: string,
  { timeline, name }: Pick<Run, "timeline" | "name">,
  exchange: Exchange,
): string {
  const ids = new SpanIds({ timeline, name });
  return formatTraceUrl(template, getCallPlace(ids, timeline, exchange).span);
}

/** The call that a command is about: of the selected row, of the scope, or the newest. */
function findCurrentCall(
  { timeline }: Pick<Run, "timeline">,
  { scope }: Pick<View, "scope">,
  selected: number | null,
): Exchange | null {
  const { exchanges } = timeline;
  const named = exchanges[selected ?? (scope === "all" ? -1 : scope)];
  if (named && isCall(named)) return named;
  return exchanges.findLast(isCall) ?? null;
}
