"use client";
import type { RecordingSummary } from "../../lib/api/api-types.ts";
// Cells of a saved recording: title, agent, size, time and menu.
import { getRecordingAgent, getRecordingTitle } from "../../lib/report/recordings.ts";
import { boundText } from "../ui/bounded-text.ts";
import { formatBytes } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import type { MenuItem } from "../ui/menu.tsx";
import { formatRelativeTime } from "../ui/relative-time.ts";
import { RowMenu } from "../ui/row-menu.tsx";
import { Spinner } from "../ui/status.tsx";

interface RecordingCellsProps {
  recording: RecordingSummary;
  menu: readonly MenuItem[];
}

export function RecordingCells({ recording, menu }: RecordingCellsProps) {
  const { name, bytes, changedAt, live } = recording;
  const title = boundText(getRecordingTitle(recording));
  const when = new Date(changedAt).toLocaleString();
  return (
    <>
      <span role="gridcell" className="recording-what" title={`${title}\n${name}\n${when}`}>
        {live ? <Spinner size={14} label="Recording" /> : <Icon name="file" size={14} />}
        <span className="recording-name" dir="auto">
          {title}
        </span>
        <span className="recording-agent mono">{getRecordingAgent(recording)}</span>
      </span>
      <span role="gridcell" className="recording-size">
        {formatBytes(bytes)}
      </span>
      <span role="gridcell" className="recording-time">
        <time dateTime={changedAt}>{formatRelativeTime(changedAt, Date.now())}</time>
      </span>
      <span role="gridcell" className="recording-more">
        <RowMenu title={title} items={menu} />
      </span>
    </>
  );
}
