"use client";
// Picker for a run to compare: a recording, found as in the library, or a log file. The last good run
// comes first, then runs of the same agent and message.
import { useEffect, useState } from "react";
import { type CompareRelation, listCandidates } from "../../lib/report/compare-candidates.ts";
import { filterRecordings } from "../../lib/report/recording-query.ts";
import { getRecordingAgent, getRecordingTitle } from "../../lib/report/recordings.ts";
import type { RunReference } from "../../lib/session/load-run.ts";
import { getVerdictText, VerdictIcon } from "../library/recording-verdict.tsx";
import { useRecordings } from "../library/recordings-provider.tsx";
import { useRun } from "../session.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { Button } from "../ui/button.tsx";
import { chooseFile } from "../ui/choose-files.ts";
import { TextField } from "../ui/field.tsx";
import { formatDayTime, formatDuration, formatQuantity } from "../ui/format.ts";
import { EmptyState } from "../ui/status.tsx";
import { Tag } from "../ui/tag.tsx";
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

const RELATION_LABELS: Readonly<Partial<Record<CompareRelation, string>>> = {
  "last-good": "Last good run",
  same: "Same message",
  "same-message": "Same message, other agent",
};

const RECORDING =
  "grid min-h-8.5 w-full grid-cols-[16px_minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)_72px_132px] items-center gap-2.5 rounded-2 px-2.5 text-left text-12/5 text-fg-3 hover:bg-bg-3 max-phone:min-h-11 max-phone:grid-cols-[16px_minmax(0,1fr)_132px]";

export function RunPicker({ which, other, onChoose, onCancel }: RunPickerProps) {
  const { list, all, isServerLost } = useRecordings();
  const otherId = useRun(({ source, timeline }) => {
    if (other?.kind === "recording") return other.id;
    const isOpen = other?.kind === "read" && other.timeline === timeline;
    return isOpen && source?.kind === "recording" ? source.id : null;
  });
  const [query, setQuery] = useState("");
  const { box, list: rows, onBoxKeyDown, onListKeyDown } = useListKeys<HTMLUListElement>();
  // Runs after the dialog has focused its first button.
  useEffect(() => box.current?.focus(), [box]);
  const subject = all.find(({ id }) => id === otherId) ?? null;
  const wanted = query.trim() === "" ? list : filterRecordings(all, query, Date.now());
  const found = listCandidates(wanted, subject);
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
          placeholder="Name, agent, tag or verdict:failed"
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
        {found.slice(0, MAX_SHOWN).map(({ recording, relation }) => (
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
              <span className="flex">
                <VerdictIcon recording={recording} />
              </span>
              <span className="flex min-w-0 items-center gap-2">
                <span className="truncate font-medium text-fg-1" dir="auto">
                  {getRecordingTitle(recording)}
                </span>
                {RELATION_LABELS[relation] && <Tag>{RELATION_LABELS[relation]}</Tag>}
              </span>
              <span className="truncate max-phone:hidden" title={recording.facts?.firstError ?? ""}>
                {getVerdictText(recording) || "Not analyzed"}
              </span>
              <span className="mono truncate max-phone:hidden">
                {boundText(getRecordingAgent(recording))}
              </span>
              <span className="text-right max-phone:hidden">
                {recording.facts?.durationMs != null && formatDuration(recording.facts.durationMs)}
              </span>
              <time className="text-right" dateTime={recording.changedAt}>
                {formatDayTime(recording.changedAt, Date.now(), { hasSeconds: true })}
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
