"use client";
// Picker for a run to compare: a recording, found by name or agent, or a log file.
import { useEffect, useState } from "react";
import type { RecordingSummary } from "../../lib/api/api-types.ts";
import { getRecordingAgent, getRecordingTitle } from "../../lib/report/recordings.ts";
import type { RunReference } from "../../lib/session/load-run.ts";
import { useRecordings } from "../library/recordings-provider.tsx";
import { useRun } from "../session.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { Button } from "../ui/button.tsx";
import { chooseFile } from "../ui/choose-files.ts";
import { TextField } from "../ui/field.tsx";
import { formatBytes, formatQuantity, formatRelativeTime } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { EmptyState } from "../ui/status.tsx";
import { useListKeys } from "../ui/use-list-keys.ts";

interface RunPickerProps {
  which: "left" | "right";
  /** The run on the other side. */
  other: RunReference | null;
  onChoose: (choice: RunReference) => void;
  /** `null` if there is no earlier choice to return to. */
  onCancel: (() => void) | null;
}

const MAX_SHOWN = 100;

const RECORDING =
  "grid min-h-8.5 w-full grid-cols-[16px_minmax(0,1fr)_minmax(0,auto)_72px_84px] items-center gap-2.5 rounded-2 px-2.5 text-left text-12/5 text-fg-3 hover:bg-bg-3 max-phone:min-h-11 max-phone:grid-cols-[16px_minmax(0,1fr)_84px]";

export function RunPicker({ which, other, onChoose, onCancel }: RunPickerProps) {
  const { list, isServerLost } = useRecordings();
  const otherId = useRun(({ source, timeline }) => {
    if (other?.kind === "recording") return other.id;
    const isOpen = other?.kind === "read" && other.timeline === timeline;
    return isOpen && source?.kind === "recording" ? source.id : null;
  });
  const [query, setQuery] = useState("");
  const { box, list: rows, onBoxKeyDown, onListKeyDown } = useListKeys<HTMLUListElement>();
  // Runs after the dialog has focused its first button.
  useEffect(() => box.current?.focus(), [box]);
  const found = list.filter((recording) => matchesSearch(recording, query, otherId));
  return (
    <section
      className="grid min-h-0 grid-rows-[auto_minmax(0,1fr)_auto] gap-2.5"
      aria-label={`Choose the ${which} run`}
    >
      <div className="flex flex-wrap gap-2">
        <TextField
          ref={box}
          label="Find a recording"
          icon="search"
          placeholder="Name, agent or text"
          className="grow basis-55"
          value={query}
          onChange={setQuery}
          onKeyDown={onBoxKeyDown}
        />
        <Button
          variant="outline"
          icon="file"
          onClick={() => chooseFile((file) => onChoose({ kind: "file", name: file.name, file }))}
        >
          From a file…
        </Button>
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
      </div>
      {found.length === 0 && (
        <EmptyState
          icon="search"
          title={
            isServerLost
              ? "Server not responding"
              : query === ""
                ? "No other recordings"
                : "No matching recordings"
          }
        >
          You can also compare with a log file in any format that Loupe opens.
        </EmptyState>
      )}
      <ul
        ref={rows}
        className="min-h-0 overflow-auto"
        aria-label="Recordings"
        onKeyDown={onListKeyDown}
      >
        {found.slice(0, MAX_SHOWN).map((recording) => (
          <li key={recording.id}>
            <button
              type="button"
              className={RECORDING}
              onClick={() =>
                onChoose({
                  kind: "recording",
                  id: recording.id,
                  name: getRecordingTitle(recording),
                })
              }
            >
              <Icon name="file" size={14} />
              <span className="truncate font-medium text-fg-1" dir="auto">
                {getRecordingTitle(recording)}
              </span>
              <span className="mono truncate max-phone:hidden">
                {boundText(getRecordingAgent(recording))}
              </span>
              <span className="truncate text-right max-phone:hidden">
                {formatBytes(recording.bytes)}
              </span>
              <time className="text-right" dateTime={recording.changedAt}>
                {formatRelativeTime(recording.changedAt, Date.now())}
              </time>
            </button>
          </li>
        ))}
      </ul>
      {found.length > MAX_SHOWN && (
        <p className="text-12/5 text-fg-3">
          {formatQuantity(found.length - MAX_SHOWN, "more recording")}. Search to narrow the list.
        </p>
      )}
    </section>
  );
}

function matchesSearch(
  recording: RecordingSummary,
  query: string,
  otherId: string | null,
): boolean {
  if (otherId === recording.id) return false;
  const text = `${getRecordingTitle(recording)}\n${recording.name}\n${getRecordingAgent(recording)}`;
  return text.toLowerCase().includes(query.trim().toLowerCase());
}
