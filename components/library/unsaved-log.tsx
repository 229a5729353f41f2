"use client";
// What becomes of an unsaved log: a line about the open one, and the list on the start page.
import { useEffect } from "react";
import { KEPT_LOG_LIMITS } from "../../lib/session/kept-logs.ts";
import { isFileLoaded } from "../../lib/session/run-selectors.ts";
import { useAppContext } from "../app-context.tsx";
import { useRun } from "../session.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { formatBytes, formatQuantity, formatRelativeTime } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { Listing } from "../ui/listing.tsx";
import { type KeepOutcome, useKeptLogs } from "./kept-logs-store.ts";

const LIMITS_NOTE = `This browser keeps the newest ${KEPT_LOG_LIMITS.count} unsaved logs, up to ${formatBytes(KEPT_LOG_LIMITS.bytes)}. They are sent nowhere.`;

const OUTCOME_NOTES: Readonly<Record<KeepOutcome["kind"], string>> = {
  kept: "Not saved to the library. This browser keeps it, and a reload reopens it.",
  saved: "Saved to the library.",
  "too-large": `Not saved, and larger than the ${formatBytes(KEPT_LOG_LIMITS.bytesPerLog)} that this browser keeps: it is gone after a reload.`,
  failed: "Not saved. This browser has no room or no storage for it: it is gone after a reload.",
};

/** Below the saved logs while a log from a file is open. */
export function UnsavedLog() {
  const isLoaded = useRun(isFileLoaded);
  const name = useRun((run) => run.name);
  const { open, logs, discard } = useKeptLogs((store) => store);
  if (!isLoaded || open === null) return null;
  const kept = open.kind === "kept" ? (logs ?? []).filter(({ id }) => id === open.id) : [];
  return (
    <div
      role="note"
      aria-label="Unsaved log"
      className="mx-2.5 mb-1.5 grid gap-1 rounded-2 bg-bg-2 px-2 py-1.5 text-11/4 text-fg-2 forced-colors:border"
    >
      <p title={open.kind === "kept" ? LIMITS_NOTE : undefined}>
        <b dir="auto" className="block truncate font-medium text-fg-1">
          {boundText(name)}
        </b>
        {OUTCOME_NOTES[open.kind]}
      </p>
      {kept.length > 0 && (
        <Button size={20} className="-ml-1.5 justify-self-start" onClick={() => discard(kept)}>
          Discard
        </Button>
      )}
    </div>
  );
}

/** The unsaved logs of this browser, on the start page. */
export function UnsavedLogList() {
  const { run, agent } = useAppContext();
  const { logs, reload, take, discard } = useKeptLogs((store) => store);
  // Another window may have changed them.
  useEffect(() => void reload(), [reload]);
  if (logs === null || logs.length === 0) return null;
  const open = (id: string) => {
    const file = take(id);
    if (!file) return;
    agent.disconnect();
    void run.openFile(file, { isKnown: true });
  };
  return (
    <Listing
      title="Unsaved logs"
      actions={
        <Button size={24} onClick={() => discard(logs)}>
          Discard all
        </Button>
      }
    >
      <ul>
        {logs.map((log) => (
          <li key={log.id} className="flex items-center border-b border-line-1 hover:bg-bg-2">
            <button
              type="button"
              className="grid min-h-11 min-w-0 flex-1 grid-cols-[14px_minmax(0,1fr)_auto_92px] items-center gap-3 px-1 text-left max-phone:grid-cols-[14px_minmax(0,1fr)_auto]"
              onClick={() => open(log.id)}
            >
              <Icon name="file" size={14} className="text-fg-3" />
              <b dir="auto" className="truncate font-medium">
                {boundText(log.name)}
              </b>
              <span className="text-12 text-fg-3 max-phone:hidden">{formatBytes(log.bytes)}</span>
              <time className="text-right text-12 text-fg-3" dateTime={log.openedAt}>
                {formatRelativeTime(log.openedAt, Date.now())}
              </time>
            </button>
            <IconButton
              icon="delete"
              label={`Discard ${boundText(log.name)}`}
              size={24}
              iconSize={14}
              onClick={() => discard([log])}
            />
          </li>
        ))}
      </ul>
      <p className="py-1.5 text-11/4 text-fg-3">
        {formatQuantity(logs.length, "log")} kept in this browser only. {LIMITS_NOTE}
      </p>
    </Listing>
  );
}
