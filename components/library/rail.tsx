"use client";
// What was sent: the exchanges of this run, and the recordings to go back to.
import { exchangeVerdict } from "../../lib/lint/verdict.ts";
import { textOf } from "../../lib/protocol/parts.ts";
import type { Exchange } from "../../lib/timeline/exchange.ts";
import { isDiscovery } from "../../lib/timeline/read.ts";
import type { Scope } from "../../lib/timeline/scope.ts";
import { useRun, useSession, useView } from "../session.tsx";
import { formatCount, formatDuration } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { Spinner } from "../ui/status.tsx";
import { RecordingList } from "./recording-list.tsx";

export function Rail() {
  const { view } = useSession();
  const timeline = useRun((run) => run.timeline);
  useRun((run) => run.version);
  const scope = useView((state) => state.scope);
  const show = (next: Scope) => view.setState({ scope: next, selected: null, following: true });
  const calls = timeline.exchanges.filter((exchange) => !isDiscovery(exchange));
  const lookups = timeline.exchanges.filter(isDiscovery);
  return (
    <nav className="rail" aria-label="Exchanges">
      <h2>Exchanges</h2>
      <ul>
        <li>
          <button
            type="button"
            className="rail-all"
            aria-current={scope === "all" || undefined}
            onClick={() => show("all")}
          >
            All exchanges
          </button>
        </li>
        <ExchangeItems exchanges={calls} scope={scope} onShow={show} />
      </ul>
      {lookups.length > 0 && (
        <>
          <h2>Discovery</h2>
          <ul>
            <ExchangeItems exchanges={lookups} scope={scope} onShow={show} />
          </ul>
        </>
      )}
      <RecordingList title="Saved logs" />
    </nav>
  );
}

interface ExchangeItemsProps {
  exchanges: readonly Exchange[];
  scope: Scope;
  onShow: (scope: Scope) => void;
}

function ExchangeItems({ exchanges, scope, onShow }: ExchangeItemsProps) {
  return exchanges.map((exchange) => (
    <ExchangeItem
      key={exchange.id}
      exchange={exchange}
      current={scope === exchange.index}
      onShow={onShow}
    />
  ));
}

interface ExchangeItemProps {
  exchange: Exchange;
  current: boolean;
  onShow: (scope: Scope) => void;
}

function ExchangeItem({ exchange, current, onShow }: ExchangeItemProps) {
  const timeline = useRun((run) => run.timeline);
  const live = useRun((run) => run.live);
  const isRunning = live && !exchange.ended;
  const verdict = exchangeVerdict(timeline, exchange, timeline.lastEvent);
  const { request, open, ended } = exchange;
  const title =
    request?.method ??
    (open.record.method ? `${open.record.method} ${lastSegment(open.record.url)}` : "Saved stream");
  const prompt = request?.message ? textOf(request.message.parts) : verdict.kind;
  const took = ended ? ended.time - open.time : Number.NaN;
  return (
    <li>
      <button
        type="button"
        aria-current={current || undefined}
        onClick={() => onShow(exchange.index)}
        title={verdict.because}
      >
        <span
          className="rail-icon"
          data-hue={isRunning ? "accent" : verdict.clean ? "ok" : "error"}
        >
          {isRunning ? (
            <Spinner size={14} label="Running" />
          ) : (
            <Icon name={verdict.clean ? "ok" : "error"} size={14} />
          )}
        </span>
        <span className="rail-title">{title}</span>
        <span className="rail-number">{formatCount(exchange.events.count)}</span>
        <span className="rail-prompt">{prompt.slice(0, 80)}</span>
        <span className="rail-number">{Number.isNaN(took) ? "" : formatDuration(took)}</span>
      </button>
    </li>
  );
}

function lastSegment(url: string): string {
  return url.slice(url.lastIndexOf("/") + 1) || url;
}
