"use client";
import { recordingAgent, recordingTitle } from "../../lib/report/recordings.ts";
// One saved recording in a row: what was said in it, when, and the menu of what can be done with it.
import type { RecordingSummary } from "../../lib/wire/service.ts";
import { downloadRecording } from "../command/files.ts";
import { formatBytes } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { MenuButton } from "../ui/menu.tsx";
import { Spinner } from "../ui/status.tsx";
import { relativeTime } from "./relative-time.ts";

interface RecordingCellsProps {
  recording: RecordingSummary;
  onDelete: () => void;
}

export function RecordingCells({ recording, onDelete }: RecordingCellsProps) {
  const { id, name, bytes, changedAt, live } = recording;
  const title = recordingTitle(recording);
  const when = new Date(changedAt).toLocaleString();
  return (
    <>
      <span role="gridcell" className="recording-what" title={`${title}\n${name}\n${when}`}>
        {live ? <Spinner size={14} label="Recording" /> : <Icon name="file" size={14} />}
        <span className="recording-name" dir="auto">
          {title}
        </span>
        <span className="recording-agent mono">{recordingAgent(recording)}</span>
      </span>
      <span role="gridcell" className="recording-size">
        {formatBytes(bytes)}
      </span>
      <span role="gridcell" className="recording-time">
        <time dateTime={changedAt}>{relativeTime(changedAt, Date.now())}</time>
      </span>
      <span role="gridcell" className="recording-more">
        <MenuButton
          label={`More for ${title}`}
          icon="more"
          size={24}
          align="end"
          tabIndex={-1}
          items={[
            {
              id: "export",
              label: "Export as Loupe log",
              icon: "export",
              onSelect: () => downloadRecording(id),
            },
            { id: "line", separator: true },
            {
              id: "delete",
              label: "Delete",
              icon: "close",
              ...(live && { hint: "It is being recorded right now" }),
              onSelect: onDelete,
            },
          ]}
        />
      </span>
    </>
  );
}
