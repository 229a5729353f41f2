"use client";
// Messages that were sent more than once, in one table: how often they passed and how long they took, by
// version of the agent, and each send as a link to its run.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type {
  MessageStats,
  MessagesState,
  SendStats,
  SentMessage,
  VersionStats,
} from "../../lib/api/library-search.ts";
import { formatVerdictTitle } from "../../lib/lint/verdict/verdict-words.ts";
import { formatRecordingQuery, parseRecordingQuery } from "../../lib/report/recording-query.ts";
import { apiClient } from "../../lib/session/api-client.ts";
import { foldCase, parseSearchTerms } from "../../lib/text/search-terms.ts";
import { getStoredVerdictMeta } from "../labels/verdict-labels.ts";
import { LIBRARY_KEY } from "../server-state.ts";
import { boundText } from "../ui/bounded-text.ts";
import { cx } from "../ui/cx.ts";
import { formatCount, formatDayTime, formatDuration, formatQuantity } from "../ui/format.ts";
import { getRovingTarget } from "../ui/roving-focus.ts";
import { EmptyState, Waiting } from "../ui/status.tsx";
import { getRowUrl, useRecordingActions } from "./use-recording-actions.tsx";

const PENDING_MS = 1000;
const REFRESH_MS = 10_000;

interface MessageListProps {
  query: string;
  onStatus: (status: string) => void;
  onClose: () => void;
}

export function MessageList({ query, onStatus, onClose }: MessageListProps) {
  const { filters, words } = parseRecordingQuery(query);
  const filtered = formatRecordingQuery({ filters, words: "" });
  const { data, isError } = useQuery({
    queryKey: [...LIBRARY_KEY, "messages", filtered],
    queryFn: ({ signal }) => apiClient.getMessages(filtered, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.pending ? PENDING_MS : REFRESH_MS),
    retry: 1,
  });
  const terms = parseSearchTerms(words);
  const shown = (data?.messages ?? []).filter(({ message }) => {
    const folded = foldCase(message);
    return terms.every((term) => folded.includes(term));
  });
  const status = formatStatus(data, shown.length);
  useEffect(() => onStatus(status), [status, onStatus]);
  const { open } = useRecordingActions();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard
    <section aria-label="Messages" tabIndex={0} className="min-h-32 flex-1 overflow-auto">
      {shown.length > 0 && (
        <MessageTable
          messages={shown}
          onOpen={(id, row) => {
            onClose();
            open({ id, name: "" }, { row, event: null });
          }}
        />
      )}
      {shown.length === 0 && <NoMessages data={data} isError={isError} />}
    </section>
  );
}

function formatStatus(data: MessagesState | undefined, count: number): string {
  if (!data) return "";
  const found = formatQuantity(count, "message");
  return data.pending === 0 ? found : `${found}, ${formatCount(data.pending)} not analyzed yet`;
}

function NoMessages({ data, isError }: { data: MessagesState | undefined; isError: boolean }) {
  if (isError) return <EmptyState icon="message" title="Loupe's server is not responding" />;
  if (!data) return <Waiting>Loading…</Waiting>;
  if (data.messages.length > 0) return <EmptyState icon="message" title="No messages match" />;
  return (
    <EmptyState icon="message" title="No message was sent twice">
      Send a message again, to this or another version of the agent, to compare how it goes.
    </EmptyState>
  );
}

const COLUMNS = [
  { label: "Message", title: "" },
  { label: "Sends", title: "" },
  { label: "Passed", title: "" },
  { label: "First token p50 – p95", title: "Median, and the 95th percentile" },
  { label: "Total p50 – p95", title: "Median, and the 95th percentile" },
  { label: "Range", title: "The fastest and the slowest" },
  { label: "Sends, oldest first", title: "" },
] as const;
const CELL = "px-2 py-1 text-right font-normal whitespace-nowrap first:pl-1 first:text-left";

interface MessageTableProps {
  messages: readonly MessageStats[];
  onOpen: (recording: string, row: number) => void;
}

function MessageTable({ messages, onOpen }: MessageTableProps) {
  return (
    <table className="w-full min-w-220 border-collapse text-12/5">
      <thead className="sticky top-0 z-1 bg-bg-1">
        <tr className="text-11/5 text-fg-3">
          {COLUMNS.map(({ label, title }) => (
            <th
              key={label}
              scope="col"
              title={title || undefined}
              className={cx(CELL, "font-medium inset-shadow-[0_-1px_var(--line-2)] last:text-left")}
            >
              {label}
            </th>
          ))}
        </tr>
      </thead>
      {messages.map((stats) => (
        <MessageRows key={stats.message} stats={stats} onOpen={onOpen} />
      ))}
    </table>
  );
}

interface MessageRowsProps {
  stats: MessageStats;
  onOpen: (recording: string, row: number) => void;
}

/** The message with all of its sends, and a row for each version of an agent if there are several. */
function MessageRows({ stats, onOpen }: MessageRowsProps) {
  const { message, versions, latest } = stats;
  const [only] = versions;
  return (
    <tbody aria-label={boundText(message, MAX_LABEL)} className="border-b border-line-1">
      <tr className="text-fg-1">
        <th scope="rowgroup" className={cx(CELL, "w-full max-w-0")} title={message}>
          <span className="flex items-baseline gap-2">
            <span className="truncate font-semibold" dir="auto">
              {boundText(message)}
            </span>
            {versions.length === 1 && only && <AgentVersion {...only} />}
          </span>
        </th>
        <StatsCells stats={stats} />
        <td className="py-1 pl-2 align-top" rowSpan={versions.length > 1 ? versions.length + 1 : 1}>
          <SendChart sends={latest} onOpen={onOpen} />
        </td>
      </tr>
      {versions.length > 1 &&
        versions.map((one) => (
          <tr key={`${one.agent} ${one.version}`} className="text-fg-2">
            <th scope="row" className={cx(CELL, "max-w-0 pl-5!")} title={one.agent}>
              <AgentVersion {...one} />
            </th>
            <StatsCells stats={one} />
          </tr>
        ))}
    </tbody>
  );
}

const MAX_LABEL = 120;

function AgentVersion({ agent, version }: Pick<VersionStats, "agent" | "version">) {
  return (
    <span className="flex min-w-20 gap-1.5 text-fg-3">
      <span className="truncate">{boundText(agent)}</span>
      {version !== null && <span className="flex-none">{boundText(version, MAX_LABEL)}</span>}
    </span>
  );
}

function StatsCells({ stats }: { stats: SendStats }) {
  const { sends, passed, firstTokenMs, totalMs } = stats;
  const share = passed / sends;
  return (
    <>
      <td className={CELL}>{formatCount(sends)}</td>
      <td className={CELL} data-hue={share === 1 ? "ok" : share === 0 ? "error" : "warning"}>
        <span className="inline-flex items-center gap-2">
          <span className="h-0.75 w-10 bg-bg-4 max-phone:hidden" aria-hidden="true">
            <span className="block h-full bg-hue" style={{ width: `${share * 100}%` }} />
          </span>
          <span
            className="min-w-9 text-hue"
            title={`${passed} of ${formatQuantity(sends, "send")}`}
          >
            {Math.floor(share * 100)} %
          </span>
        </span>
      </td>
      <td className={CELL}>{formatTimes(firstTokenMs?.p50, firstTokenMs?.p95)}</td>
      <td className={CELL}>{formatTimes(totalMs?.p50, totalMs?.p95)}</td>
      <td className={cx(CELL, "text-fg-3")}>{formatTimes(totalMs?.min, totalMs?.max)}</td>
    </>
  );
}

/** Two times, or one if they are the same. */
function formatTimes(low: number | undefined, high: number | undefined): string {
  if (low === undefined || high === undefined) return "–";
  const [one, other] = [formatDuration(low), formatDuration(high)];
  return one === other ? one : `${one} – ${other}`;
}

interface SendChartProps {
  sends: readonly SentMessage[];
  onOpen: (recording: string, row: number) => void;
}

/** A send without a time, or much faster than others, is still seen. */
const MIN_SHARE = 0.12;

/**
 * Chart of the sends of one message: a bar for each, as high as its time, in the hue of its verdict. Each
 * is a link to its run; arrow keys move between them.
 */
function SendChart({ sends, onOpen }: SendChartProps) {
  const list = useRef<HTMLUListElement>(null);
  const [active, setActive] = useState(sends.length - 1);
  const longest = Math.max(...sends.map(({ totalMs }) => totalMs ?? 0));
  const onKeyDown = (event: KeyboardEvent) => {
    const to = getRovingTarget(event.key, active, sends.length);
    if (to === undefined) return;
    event.preventDefault();
    setActive(to);
    list.current?.querySelectorAll("a")[to]?.focus();
  };
  return (
    <ul
      ref={list}
      aria-label="Sends, oldest first"
      className="flex h-6 w-60 items-stretch gap-px overflow-x-auto"
      onKeyDown={onKeyDown}
    >
      {sends.map((send, index) => {
        const { recording, row, totalMs } = send;
        const share = longest > 0 ? (totalMs ?? 0) / longest : 0;
        const label = formatSend(send);
        return (
          <li key={`${recording} ${row}`} className="flex max-w-4 min-w-1 flex-1">
            <a
              href={getRowUrl(recording, { row, event: null })}
              title={label}
              aria-label={label}
              tabIndex={index === Math.min(active, sends.length - 1) ? 0 : -1}
              data-hue={getStoredVerdictMeta(send)?.hue ?? "other"}
              className="flex flex-1 items-end rounded-1 hover:bg-bg-3 focus-visible:-outline-offset-2"
              onFocus={() => setActive(index)}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
                event.preventDefault();
                onOpen(recording, row);
              }}
            >
              <span
                className="w-full rounded-[2px] bg-hue forced-color-adjust-none"
                style={{ height: `${Math.max(MIN_SHARE, share) * 100}%` }}
              />
            </a>
          </li>
        );
      })}
    </ul>
  );
}

function formatSend({
  kind,
  endedBy,
  agent,
  version,
  at,
  firstTokenMs,
  totalMs,
}: SentMessage): string {
  const verdict = formatVerdictTitle({ kind, by: endedBy });
  const times = [
    totalMs !== null && `total ${formatDuration(totalMs)}`,
    firstTokenMs !== null && `first token ${formatDuration(firstTokenMs)}`,
  ];
  const origin = [agent, version].filter(Boolean).join(" ");
  const when = at === null ? "" : formatDayTime(at, Date.now());
  return boundText([verdict, ...times, origin, when].filter(Boolean).join(", "));
}
