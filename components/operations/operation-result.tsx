"use client";
// Result of an operation: whether it is running, how it ended, and the tasks or configurations it listed.
import { useCallback } from "react";
import type { RunVersion } from "../../lib/session/run.ts";
import type { Exchange } from "../../lib/timeline/exchange.ts";
import { readListing } from "../../lib/timeline/lookup-responses.ts";
import { useAppContext } from "../app-context.tsx";
import { createExchangeLabel } from "../labels/exchange-label.ts";
import { PendingText, useNewestRead, useTextRead } from "../loaded-text.tsx";
import { useRun } from "../session.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icons.tsx";
import { Spinner } from "../ui/status.tsx";
import { useThrottledVersion } from "../use-throttled-version.ts";
import { ConfigTable, type ConfigTableProps } from "./config-table.tsx";
import { TaskTable } from "./task-table.tsx";

const VERDICT = "flex max-w-full flex-wrap items-center gap-1.5 text-12 text-fg-2";

export interface OperationResultProps {
  exchangeId: string;
  onNextPage: (token: string) => void;
  onAsk: ConfigTableProps["onAsk"];
  onClose: () => void;
}

export function OperationResult({ exchangeId, ...rest }: OperationResultProps) {
  const seen = useThrottledVersion();
  const live = useRun((run) => run.live);
  const exchange = seen.timeline.exchangeById.get(exchangeId);
  return (
    <section
      className="grid min-w-0 justify-items-start gap-2 border-t border-line-1 pt-3 text-12/5"
      aria-label="Result"
    >
      {exchange ? (
        <EndedOperation exchange={exchange} seen={seen} live={live} {...rest} />
      ) : (
        <p className={VERDICT}>
          <Spinner size={14} label="Running" /> Sending…
        </p>
      )}
    </section>
  );
}

interface EndedOperationProps extends Omit<OperationResultProps, "exchangeId"> {
  exchange: Exchange;
  seen: RunVersion;
  live: boolean;
}

function EndedOperation({ exchange, seen, live, onNextPage, onAsk, onClose }: EndedOperationProps) {
  const { view } = useAppContext();
  const { title, reason, icon, hue, isRunning } = createExchangeLabel(
    seen.timeline,
    exchange,
    live,
  );
  const read = useTextRead(
    useCallback(() => readListing(seen.timeline, exchange), [seen, exchange]),
  );
  const listing = useNewestRead(read, exchange);
  const isTasks = exchange.request?.operation === "list";
  const show = () => {
    view.setState({ scope: exchange.index, selected: null, event: null, cursor: null });
    onClose();
  };
  return (
    <>
      <p className={VERDICT} data-hue={isRunning ? "accent" : hue} role="status">
        {isRunning ? (
          <Spinner size={14} label="Running" />
        ) : (
          <Icon name={icon} size={14} className="text-hue" />
        )}
        <span className="min-w-0 wrap-anywhere">
          <b className="mono">{boundText(title)}</b> {isRunning ? "is running…" : boundText(reason)}
        </span>
        <Button size={24} icon="activity" onClick={show}>
          Show in timeline
        </Button>
      </p>
      {listing === null && read.kind !== "loaded" && <PendingText read={read} />}
      {listing && isTasks && (
        <TaskTable
          tasks={listing.tasks}
          nextPageToken={listing.nextPageToken}
          onNextPage={onNextPage}
          onChosen={onClose}
        />
      )}
      {listing && !isTasks && (
        <ConfigTable
          configs={listing.configs}
          taskId={exchange.request?.taskId ?? ""}
          onAsk={onAsk}
        />
      )}
    </>
  );
}
