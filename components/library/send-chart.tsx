"use client";
// Chart of the sends of one message: a bar for each, as high as its time, in the hue of its verdict. Each
// is a link to its run; arrow keys move between them.
import { type KeyboardEvent, useRef, useState } from "react";
import type { SentMessage } from "../../lib/api/library-search.ts";
import { formatVerdictTitle } from "../../lib/lint/verdict/verdict-words.ts";
import { boundText } from "../ui/bounded-text.ts";
import { formatDayTime, formatDuration } from "../ui/format.ts";
import { getRovingTarget } from "../ui/roving-focus.ts";
import { getStoredVerdictMeta } from "./recording-verdict.tsx";
import { getRowUrl } from "./use-recording-actions.tsx";

interface SendChartProps {
  sends: readonly SentMessage[];
  onOpen: (recording: string, row: number) => void;
}

/** A send without a time, or much faster than others, is still seen. */
const MIN_SHARE = 0.12;

export function SendChart({ sends, onOpen }: SendChartProps) {
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

function formatSend({ kind, agent, version, at, firstTokenMs, totalMs }: SentMessage): string {
  const verdict = formatVerdictTitle({ kind, by: null });
  const times = [
    totalMs !== null && `total ${formatDuration(totalMs)}`,
    firstTokenMs !== null && `first token ${formatDuration(firstTokenMs)}`,
  ];
  const origin = [agent, version].filter(Boolean).join(" ");
  const when = at === null ? "" : formatDayTime(at, Date.now());
  return boundText([verdict, ...times, origin, when].filter(Boolean).join(", "));
}
