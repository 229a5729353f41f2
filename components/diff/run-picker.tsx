"use client";
// Picker for a run to compare: a recording, found by name or agent, or a log file.
import { useEffect, useRef, useState } from "react";
import type { RecordingSummary } from "../../lib/api/api-types.ts";
import { getRecordingAgent, getRecordingTitle } from "../../lib/report/recordings.ts";
import type { RunReference } from "../../lib/session/load-run.ts";
import { useRecordings } from "../library/use-recordings.ts";
import { boundText } from "../ui/bounded-text.ts";
import { Button } from "../ui/button.tsx";
import { chooseFile } from "../ui/choose-files.ts";
import { TextField } from "../ui/field.tsx";
import { formatBytes, formatQuantity } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { formatRelativeTime } from "../ui/relative-time.ts";
import { EmptyState } from "../ui/status.tsx";

export interface RunPickerProps {
  which: "left" | "right";
  /** The run on the other side. */
  other: RunReference | null;
  onChoose: (choice: RunReference) => void;
  /** `null` if there is no earlier choice to return to. */
  onCancel: (() => void) | null;
}

const MAX_SHOWN = 100;

export function RunPicker({ which, other, onChoose, onCancel }: RunPickerProps) {
  const { list, isServerLost } = useRecordings();
  const [query, setQuery] = useState("");
  const field = useRef<HTMLInputElement>(null);
  // Runs after the dialog has focused its first button.
  useEffect(() => field.current?.focus(), []);
  const found = list.filter((recording) => matchesSearch(recording, query, other));
  return (
    <section className="diff-choice" aria-label={`Choose the ${which} run`}>
      <div className="diff-choice-head">
        <TextField
          ref={field}
          label="Find a recording"
          icon="search"
          placeholder="Name, agent or text"
          value={query}
          onChange={setQuery}
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
          title={isServerLost ? "Server not responding" : "No matching recordings"}
        >
          You can also compare with a log file in any format that Loupe opens.
        </EmptyState>
      )}
      <ul className="diff-recordings" aria-label="Recordings">
        {found.slice(0, MAX_SHOWN).map((recording) => (
          <li key={recording.id}>
            <button
              type="button"
              onClick={() =>
                onChoose({
                  kind: "recording",
                  id: recording.id,
                  name: getRecordingTitle(recording),
                })
              }
            >
              <Icon name="file" size={14} />
              <span className="diff-recording-name" dir="auto">
                {getRecordingTitle(recording)}
              </span>
              <span className="mono">{boundText(getRecordingAgent(recording))}</span>
              <span>{formatBytes(recording.bytes)}</span>
              <time dateTime={recording.changedAt}>
                {formatRelativeTime(recording.changedAt, Date.now())}
              </time>
            </button>
          </li>
        ))}
      </ul>
      {found.length > MAX_SHOWN && (
        <p className="diff-more">
          {formatQuantity(found.length - MAX_SHOWN, "more recording")}. Search to narrow the list.
        </p>
      )}
    </section>
  );
}

function matchesSearch(
  recording: RecordingSummary,
  query: string,
  other: RunReference | null,
): boolean {
  if (other?.kind === "recording" && other.id === recording.id) return false;
  const text = `${getRecordingTitle(recording)}\n${recording.name}\n${getRecordingAgent(recording)}`;
  return text.toLowerCase().includes(query.trim().toLowerCase());
}
