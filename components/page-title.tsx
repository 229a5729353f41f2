"use client";
import { getExchangeVerdict } from "../lib/lint/verdict/exchange-verdict.ts";
// The title of the page while something is open; its heading for screen readers.
import { getVerdictAt } from "../lib/lint/verdict.ts";
import type { Run } from "../lib/session/run.ts";
import { isGoingOn } from "../lib/session/run-facts.ts";
import type { Scope } from "../lib/timeline/scope.ts";
import { useScreen } from "./command/desk.tsx";
import { useDocumentTitle, useTopTitle } from "./document-title.ts";
import { exchangeTitle } from "./library/exchange-lines.ts";
import { useSlowVersion } from "./library/use-slow-version.ts";
import { useParts } from "./parts.ts";
import { useAgent, useRun, useSession, useView } from "./session.tsx";
import { formatState, wordOf } from "./timeline/verdict-words.ts";
import { boundText } from "./ui/bounded-text.ts";

export function PageTitle() {
  const { run } = useSession();
  useSlowVersion();
  const runName = useRun((state) => state.name);
  useRun((state) => state.phase);
  const name = useParts()?.recordingTitle ?? runName;
  const agent = useAgent((state) => state.card?.name ?? "");
  const scope = useView((view) => view.scope);
  const card = useScreen((state) => state.card);
  const over = useTopTitle();
  const state = run.getState();
  const cardTitle = card && (card.given ? `Card ${card.given.name}` : "Agent card");
  const about = state.source === null ? [agent] : [getExchangeTitle(state, scope), name];
  useDocumentTitle([over ?? cardTitle ?? getStatus(state, scope), ...about]);
  return <h1 className="sr-only">{runName === "" ? "A run" : boundText(runName)}</h1>;
}

function getExchangeTitle({ timeline }: Run, scope: Scope): string | null {
  const exchange = scope === "all" ? undefined : timeline.exchanges[scope];
  return exchange ? exchangeTitle(exchange) : null;
}

/** How the run stands, or the one exchange that is looked at, in the words of the verdict's line. */
function getStatus(run: Run, scope: Scope): string | null {
  const { source, phase, timeline, live } = run;
  if (source === null) return null;
  if (phase.kind === "failed") return "Not readable";
  const exchange = scope === "all" ? undefined : timeline.exchanges[scope];
  const { lastEvent, tasks } = timeline;
  if (isGoingOn(run) && !exchange?.end) {
    return formatState(live ? (tasks[tasks.length - 1]?.state ?? "waiting") : "reading");
  }
  if (timeline.exchanges.length === 0) return null;
  return wordOf(
    exchange
      ? getExchangeVerdict(timeline, exchange, lastEvent)
      : getVerdictAt(timeline, lastEvent),
  );
}
