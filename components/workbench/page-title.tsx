"use client";
import { getExchangeVerdict } from "../../lib/lint/verdict/exchange-verdict.ts";
// Document title while a run or a card is open, and the page heading for screen readers.
import { getVerdictAt } from "../../lib/lint/verdict.ts";
import type { Run } from "../../lib/session/run.ts";
import { isInProgress } from "../../lib/session/run-selectors.ts";
import type { Scope } from "../../lib/timeline/scope.ts";
import { useCardStore } from "../card/card-store.ts";
import { formatExchangeTitle } from "../labels/exchange-label.ts";
import { formatState, getVerdictLabel } from "../labels/verdict-labels.ts";
import { useServerFeatures } from "../server-features.ts";
import { useAgent, useRun, useSession, useView } from "../session.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { useThrottledVersion } from "../use-throttled-version.ts";
import { useDocumentTitle, useTopTitle } from "./document-title.ts";

export function PageTitle() {
  const { run } = useSession();
  useThrottledVersion();
  const runName = useRun((state) => state.name);
  useRun((state) => state.phase);
  const name = useServerFeatures()?.recordingTitle ?? runName;
  const agent = useAgent((state) => state.card?.name ?? "");
  const scope = useView((view) => view.scope);
  const card = useCardStore(({ page }) => page);
  const over = useTopTitle();
  const state = run.getState();
  const cardTitle = card && (card.given ? `Card ${card.given.name}` : "Agent card");
  const about = state.source === null ? [agent] : [getExchangeTitle(state, scope), name];
  useDocumentTitle([over ?? cardTitle ?? getStatus(state, scope), ...about]);
  return <h1 className="sr-only">{runName === "" ? "Unnamed run" : boundText(runName)}</h1>;
}

function getExchangeTitle({ timeline }: Run, scope: Scope): string | null {
  const exchange = scope === "all" ? undefined : timeline.exchanges[scope];
  return exchange ? formatExchangeTitle(exchange) : null;
}

/** The status of the run or of the exchange in scope, with the labels of the verdict strip. */
function getStatus(run: Run, scope: Scope): string | null {
  const { source, phase, timeline, live } = run;
  if (source === null) return null;
  if (phase.kind === "failed") return "Unreadable log";
  const exchange = scope === "all" ? undefined : timeline.exchanges[scope];
  const { lastEvent, tasks } = timeline;
  if (isInProgress(run) && !exchange?.end) {
    return formatState(live ? (tasks[tasks.length - 1]?.state ?? "waiting") : "reading");
  }
  if (timeline.exchanges.length === 0) return null;
  return getVerdictLabel(
    exchange
      ? getExchangeVerdict(timeline, exchange, lastEvent)
      : getVerdictAt(timeline, lastEvent),
  );
}
