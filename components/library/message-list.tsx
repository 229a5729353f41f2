"use client";
// Messages that were sent more than once: how often they passed and how long they took, by version of
// the agent, and each send as a link to its run.
import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type {
  MessageStats,
  MessagesState,
  Percentiles,
  SendStats,
  SentMessage,
} from "../../lib/api/library-search.ts";
import { formatVerdictTitle } from "../../lib/lint/verdict/verdict-words.ts";
import { apiClient } from "../../lib/session/api-client.ts";
import { foldCase, parseSearchTerms } from "../../lib/text/search-terms.ts";
import { LIBRARY_KEY } from "../server-state.ts";
import { boundText } from "../ui/bounded-text.ts";
import { cx } from "../ui/cx.ts";
import { formatCount, formatDayTime, formatDuration, formatQuantity } from "../ui/format.ts";
import { getRovingTarget } from "../ui/roving-focus.ts";
import { EmptyState, Waiting } from "../ui/status.tsx";
import { getStoredVerdictMeta } from "./recording-verdict.tsx";
import { getRowUrl, useRecordingActions } from "./use-recording-actions.tsx";

const PENDING_MS = 1000;
const REFRESH_MS = 10_000;

interface MessageListProps {
  query: string;
  onStatus: (status: string) => void;
  onClose: () => void;
}

export function MessageList({ query, onStatus, onClose }: MessageListProps) {
  const { data, isError } = useQuery({
    queryKey: [...LIBRARY_KEY, "messages"],
    queryFn: ({ signal }) => apiClient.getMessages(signal),
    refetchInterval: ({ state }) => (state.data?.pending ? PENDING_MS : REFRESH_MS),
    retry: 1,
  });
  const terms = parseSearchTerms(query);
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
      {shown.map((stats) => (
        <MessageCard
          key={stats.message}
          stats={stats}
          onOpen={(id, row) => {
            onClose();
            open({ id, name: "" }, { row, event: null });
          }}
        />
      ))}
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

interface MessageCardProps {
  stats: MessageStats;
  onOpen: (recording: string, row: number) => void;
}

function MessageCard({ stats, onOpen }: MessageCardProps) {
  const { message, versions, latest } = stats;
  return (
    <article
      aria-label={boundText(message, MAX_LABEL)}
      className="border-b border-line-2 px-2 py-3 first:pt-1"
    >
      <h3
        className="mb-1.5 line-clamp-2 text-13 font-semibold text-fg-1"
        dir="auto"
        title={message}
      >
        {boundText(message)}
      </h3>
      <div className="overflow-x-auto">
        <table className="w-full min-w-160 border-collapse text-12/5">
          <thead>
            <tr className="text-11/5 text-fg-3">
              {COLUMNS.map((column) => (
                <th key={column} scope="col" className={cx(CELL, HEAD)}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {versions.map((one) => (
              <StatsRow
                key={`${one.agent} ${one.version}`}
                label={one.agent}
                version={one.version}
                stats={one}
              />
            ))}
            {versions.length > 1 && <StatsRow label="All" stats={stats} isTotal />}
          </tbody>
        </table>
      </div>
      <SendChart sends={latest} onOpen={onOpen} />
    </article>
  );
}

const MAX_LABEL = 120;
const COLUMNS = [
  "Agent",
  "Sends",
  "Passed",
  "First token p50",
  "First token p95",
  "Total p50",
  "Total p95",
] as const;
const CELL = "px-2 text-right font-normal whitespace-nowrap first:pl-0 first:text-left";
const HEAD = "font-medium";

interface StatsRowProps {
  label: string;
  version?: string | null;
  stats: SendStats;
  isTotal?: boolean;
}

function StatsRow({ label, version = null, stats, isTotal = false }: StatsRowProps) {
  const { sends, passed, firstTokenMs, totalMs } = stats;
  const share = passed / sends;
  return (
    <tr className={isTotal ? "border-t border-line-1 text-fg-1" : "text-fg-2"}>
      <th scope="row" className={cx(CELL, "w-full")} title={label}>
        <span className="flex max-w-90 gap-1.5 max-phone:max-w-40">
          <span className="truncate">{boundText(label)}</span>
          {version !== null && <span className="flex-none">{boundText(version, MAX_LABEL)}</span>}
        </span>
      </th>
      <td className={CELL}>{formatCount(sends)}</td>
      <td className={CELL} data-hue={share === 1 ? "ok" : share === 0 ? "error" : "warning"}>
        <span className="inline-flex items-center gap-2">
          <span className="h-0.75 w-12 bg-bg-4 max-phone:hidden" aria-hidden="true">
            <span className="block h-full bg-hue" style={{ width: `${share * 100}%` }} />
          </span>
          <span
            className="min-w-10 text-hue"
            title={`${passed} of ${formatQuantity(sends, "send")}`}
          >
            {Math.floor(share * 100)} %
          </span>
        </span>
      </td>
      <TimeCells times={firstTokenMs} />
      <TimeCells times={totalMs} />
    </tr>
  );
}

function TimeCells({ times }: { times: Percentiles | null }) {
  return (
    <>
      <td className={CELL}>{times ? formatDuration(times.p50) : "–"}</td>
      <td className={CELL}>{times ? formatDuration(times.p95) : "–"}</td>
    </>
  );
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
      className="mt-2 flex h-10 items-stretch gap-px overflow-x-auto"
      onKeyDown={onKeyDown}
    >
      {sends.map((send, index) => {
        const { recording, row, totalMs } = send;
        const share = longest > 0 ? (totalMs ?? 0) / longest : 0;
        const label = formatSend(send);
        return (
          <li key={`${recording} ${row}`} className="flex max-w-4 min-w-1.75 flex-1">
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
