"use client";
import { useEffect, useState } from "react";
// Popover with the verdict in detail (how the run ended, by whom, evidence) and the timing of an exchange.
import { ENDING_PARTY_WORDS, formatVerdictTitle } from "../../lib/lint/verdict/verdict-words.ts";
import type { RunVerdict, VerdictEvidence } from "../../lib/lint/verdict.ts";
import { getExchangeTiming } from "../../lib/report/timing/exchange-timing.ts";
import { getTextGrowth } from "../../lib/report/timing/text-growth.ts";
import { showEvidence } from "../../lib/session/playback.ts";
import type { Exchange } from "../../lib/timeline/exchange.ts";
import { isCall } from "../../lib/timeline/exchange-queries.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { useAppContext } from "../app-context.tsx";
import { formatTurns, formatVerdictEvidence } from "../labels/verdict-labels.ts";
import { useView } from "../session.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { Button } from "../ui/button.tsx";
import { formatQuantity } from "../ui/format.ts";
import { Select } from "../ui/select.tsx";
import { useInterpretation } from "../use-interpretation.ts";
import { TimingRows } from "./timing-rows.tsx";
import { useFacts } from "./use-facts.ts";

const TITLE = "text-13/4.5 font-semibold text-fg-1";
const BESIDE_TITLE = "text-12 font-normal text-fg-2";

export default function TimingCard({ onDone }: { onDone: () => void }) {
  const context = useAppContext();
  const { outcome } = useFacts();
  useEverySecond(outcome === null);
  const { timeline } = context.run.getState();
  const show = (evidence: VerdictEvidence) => {
    onDone();
    showEvidence(context, evidence);
    context.layout.getState().showInspector();
  };
  return (
    <div className="grid gap-3 text-12 text-fg-2" data-testid="timing">
      {outcome === null ? (
        <p className="wrap-anywhere">Verdict pending: still in progress.</p>
      ) : (
        <VerdictFacts verdict={outcome} timeline={timeline} onShow={show} />
      )}
      <ExchangeTimings timeline={timeline} onShow={show} />
    </div>
  );
}

interface TimingPartProps {
  timeline: Timeline;
  onShow: (evidence: VerdictEvidence) => void;
}

function VerdictFacts({ verdict, timeline, onShow }: TimingPartProps & { verdict: RunVerdict }) {
  const scope = useView((view) => view.scope);
  const { because, by, evidence } = verdict;
  const turns = formatTurns(verdict);
  return (
    <section aria-label="Verdict details">
      <h3 className={TITLE}>
        {formatVerdictTitle(verdict)}
        {by !== null && <small className={BESIDE_TITLE}> {ENDING_PARTY_WORDS[by].by}</small>}
        {turns !== "" && <small className={BESIDE_TITLE}> · {turns}</small>}
      </h3>
      <p className="wrap-anywhere">{boundText(because)}</p>
      {evidence.length > 0 && (
        <p className="mt-2 flex flex-wrap items-center gap-1.5 text-fg-3">
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
    <section
      aria-label="Timing"
      className="not-first:border-t not-first:border-line-2 not-first:pt-3"
    >
      <header className="mb-1.5 flex items-center justify-between gap-2 text-fg-3">
        <h3 className={TITLE}>Timing</h3>
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
