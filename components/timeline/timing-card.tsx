"use client";
// Popover with the verdict in detail (how the run ended, by whom, evidence) and the timing of an exchange.
import { useEffect, useState } from "react";
import type { VerdictEvidence } from "../../lib/lint/verdict.ts";
import { getExchangeTiming } from "../../lib/report/timing/exchange-timing.ts";
import { getTextGrowth } from "../../lib/report/timing/text-growth.ts";
import { showEvidence } from "../../lib/session/playback.ts";
import { getScopeFacts, isScopeInProgress } from "../../lib/session/scope-facts.ts";
import type { Exchange } from "../../lib/timeline/exchange.ts";
import { isCall } from "../../lib/timeline/exchange-queries.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { useAppContext } from "../app-context.tsx";
import {
  ENDED_BY_LABELS,
  formatTurns,
  formatVerdictEvidence,
  getVerdictLabel,
} from "../labels/verdict-labels.ts";
import { useRun, useView } from "../session.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { Button } from "../ui/button.tsx";
import { formatQuantity } from "../ui/format.ts";
import { Select } from "../ui/select.tsx";
import { useInterpretation } from "../use-interpretation.ts";
import { TimingRows } from "./timing-rows.tsx";

export default function TimingCard({ onDone }: { onDone: () => void }) {
  const context = useAppContext();
  const scope = useView((view) => view.scope);
  const isInProgress = useRun((run) => isScopeInProgress(run, scope));
  useEverySecond(isInProgress);
  const { timeline } = context.run.getState();
  const show = (evidence: VerdictEvidence) => {
    onDone();
    showEvidence(context, evidence);
    context.layout.getState().showInspector();
  };
  return (
    <div className="timing-card" data-testid="timing">
      {isInProgress ? (
        <p className="timing-because">Verdict pending: still in progress.</p>
      ) : (
        <VerdictFacts timeline={timeline} onShow={show} />
      )}
      <ExchangeTimings timeline={timeline} onShow={show} />
    </div>
  );
}

interface TimingPartProps {
  timeline: Timeline;
  onShow: (evidence: VerdictEvidence) => void;
}

function VerdictFacts({ timeline, onShow }: TimingPartProps) {
  const interpretation = useInterpretation();
  const scope = useView((view) => view.scope);
  const { verdict } = getScopeFacts(interpretation, scope, false);
  if (!verdict) return null;
  const { because, by, evidence } = verdict;
  const turns = formatTurns(verdict);
  return (
    <section aria-label="Verdict details">
      <h3>
        {getVerdictLabel(verdict)}
        {by !== null && <small> {ENDED_BY_LABELS[by]}</small>}
        {turns !== "" && <small> · {turns}</small>}
      </h3>
      <p className="timing-because">{boundText(because)}</p>
      {evidence.length > 0 && (
        <p className="timing-evidence">
          <span>Evidence</span>
          {evidence.map((one) => (
            <Button
              key={`${one.exchange} ${one.what} ${one.event}`}
              size={24}
              variant="outline"
              icon="arrow-right"
              onClick={() => onShow(one)}
            >
              {formatVerdictEvidence(timeline, scope, one)}
            </Button>
          ))}
        </p>
      )}
    </section>
  );
}

function ExchangeTimings({ timeline, onShow }: TimingPartProps) {
  const interpretation = useInterpretation();
  const scope = useView((view) => view.scope);
  const calls = timeline.exchanges.filter((one) => isCall(one) && one.events.count > 0);
  const [chosen, choose] = useState<string | null>(null);
  const wanted = scope === "all" ? null : timeline.exchanges[scope];
  const exchange =
    wanted ??
    calls.find(({ id }) => id === chosen) ??
    calls.findLast(({ isStream }) => isStream) ??
    calls.at(-1);
  if (!exchange) return null;
  const n = timeline.lastEvent;
  const timing = getExchangeTiming(timeline, exchange, n, getTextGrowth(interpretation, n));
  return (
    <section aria-label="Timing">
      <header>
        <h3>Timing</h3>
        {wanted === null && calls.length > 1 ? (
          <Select
            label="Exchange"
            options={calls.map((one) => ({ value: one.id, label: getExchangeName(one) }))}
            value={exchange.id}
            onChange={choose}
          />
        ) : (
          <span>{boundText(getExchangeName(exchange))}</span>
        )}
      </header>
      <TimingRows
        timeline={timeline}
        exchange={exchange}
        timing={timing}
        onEvent={(event) => onShow({ exchange: exchange.id, what: "event", event })}
      />
    </section>
  );
}

function getExchangeName({ request, open, events }: Exchange): string {
  return `${request?.method ?? open.record.method}, ${formatQuantity(events.count, "event")}`;
}

/** Renders once per second while the run grows. */
function useEverySecond(isOn: boolean): void {
  const [, tick] = useState(0);
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => tick((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, [isOn]);
}
