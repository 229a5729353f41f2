"use client";
// Result of an operation: whether it is running, how it ended, and the tasks or configurations it listed.

import { useCallback } from "react";
import type { PushConfigSummary, Task } from "../../lib/protocol/model.ts";
import { getStateLabel } from "../../lib/protocol/state-names.ts";
import type { RunVersion } from "../../lib/session/run.ts";
import type { Exchange } from "../../lib/timeline/exchange.ts";
import { readListing } from "../../lib/timeline/lookup-responses.ts";
import { useAppContext } from "../app-context.tsx";
import { createExchangeLabel } from "../labels/exchange-label.ts";
import { PendingText, useNewestRead, useTextRead } from "../loaded-text.tsx";
import { useRun } from "../session.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { Button } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";
import { formatQuantity } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { Spinner } from "../ui/status.tsx";
import { useThrottledVersion } from "../use-throttled-version.ts";
import type { FormOperation } from "./operation-fields.ts";
import { CELL, HeadCell, LAST_CELL, ResultTable } from "./result-table.tsx";
import { TaskMenu } from "./task-menu.tsx";

const VERDICT = "flex max-w-full flex-wrap items-center gap-1.5 text-12 text-fg-2";

interface OperationResultProps {
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
        <Button size={24} icon="timeline" onClick={show}>
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

interface ConfigTableProps {
  configs: readonly PushConfigSummary[];
  /** The requested task, for configurations that do not name one. */
  taskId: string;
  onAsk: (operation: FormOperation, taskId: string, configId: string) => void;
}

function ConfigTable({ configs, taskId, onAsk }: ConfigTableProps) {
  if (configs.length === 0) return <p className="text-fg-3">No configurations.</p>;
  return (
    <ResultTable
      label="Push configurations"
      head={
        <>
          <HeadCell>Configuration</HeadCell>
          <HeadCell>URL</HeadCell>
          <HeadCell>Authentication</HeadCell>
        </>
      }
    >
      {configs.map((config, index) => (
        <tr key={`${String(index)} ${config.id}`}>
          <td className={cx(CELL, "mono")}>{boundText(config.id ?? "no id")}</td>
          <td className={cx(CELL, "mono")} title={config.url}>
            {boundText(config.url)}
          </td>
          <td className={CELL}>{formatAuthentication(config)}</td>
          <td className={LAST_CELL}>
            <Button
              size={24}
              disabled={config.id === null}
              onClick={() => onAsk("push-delete", config.taskId ?? taskId, config.id ?? "")}
            >
              Delete
            </Button>
          </td>
        </tr>
      ))}
    </ResultTable>
  );
}

function formatAuthentication({ hasToken, schemes, hasCredentials }: PushConfigSummary): string {
  const named = schemes.length > 0 ? schemes.join(", ") : hasCredentials ? "credentials" : "";
  return [hasToken ? "token" : "", named].filter(Boolean).join(" and ") || "none";
}

interface TaskTableProps {
  tasks: readonly Task[];
  nextPageToken: string | null;
  onNextPage: (token: string) => void;
  onChosen: () => void;
}

/** Table with one page of listed tasks. Each row has a menu of operations. */
function TaskTable({ tasks, nextPageToken, onNextPage, onChosen }: TaskTableProps) {
  return (
    <>
      {tasks.length === 0 ? (
        <p className="text-fg-3">No matching tasks.</p>
      ) : (
        <ResultTable
          label="Listed tasks"
          caption={formatQuantity(tasks.length, "task")}
          // The ids share the remaining width; the menu is always visible.
          className="table-fixed"
          head={
            <>
              <HeadCell className="w-26">State</HeadCell>
              <HeadCell>Task</HeadCell>
              <HeadCell className="max-phone:hidden">Context</HeadCell>
              <HeadCell className="w-36">Changed</HeadCell>
            </>
          }
        >
          {tasks.map(({ id, contextId, status }, index) => (
            <tr key={`${String(index)} ${id}`}>
              <td className={CELL}>{boundText(getStateLabel(status))}</td>
              <td className={cx(CELL, "mono")} title={id ?? undefined}>
                {boundText(id ?? "no id")}
              </td>
              <td className={cx(CELL, "mono max-phone:hidden")} title={contextId ?? undefined}>
                {boundText(contextId ?? "none")}
              </td>
              <td className={CELL} title={status.timestamp ?? undefined}>
                {formatChangeTime(status.timestamp)}
              </td>
              <td className={LAST_CELL}>
                <TaskMenu taskId={id ?? ""} onChosen={onChosen} />
              </td>
            </tr>
          ))}
        </ResultTable>
      )}
      {nextPageToken !== null && (
        <Button variant="outline" trailing="arrow-right" onClick={() => onNextPage(nextPageToken)}>
          Next page
        </Button>
      )}
    </>
  );
}

/** Shows invalid times as the agent sent them. */
function formatChangeTime(timestamp: string | null): string {
  if (timestamp === null) return "unknown";
  const time = new Date(timestamp);
  if (Number.isNaN(time.getTime())) return timestamp;
  return time.toLocaleString(undefined, { dateStyle: "short", timeStyle: "medium" });
}
