"use client";
// One saved recording: open it, export it, delete it with a moment to think again.
import type { RecordingSummary } from "../../lib/wire/service.ts";
import { useDesk } from "../command/desk.tsx";
import { downloadRecording } from "../command/files.ts";
import { useRun } from "../session.tsx";
import { formatBytes } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { MenuButton } from "../ui/menu.tsx";
import { Spinner } from "../ui/status.tsx";
import { relativeTime } from "./relative-time.ts";
import { remove } from "./removals.ts";

export function RecordingRow({ recording }: { recording: RecordingSummary }) {
  const { run, agent, store } = useDesk();
  const { id, name, bytes, changedAt, live } = recording;
  const isOpen = useRun(({ source }) => source?.kind === "recording" && source.id === id);
  const open = () => {
    agent.disconnect();
    run.openRecording(id, name);
    store.setState({ drawer: false, pane: "timeline" });
  };
  const onDelete = () => {
    if (isOpen) {
      agent.disconnect();
      run.close();
    }
    remove({ id, name, restore: () => isOpen && open() });
  };
  return (
    <div className="recording" data-open={isOpen || undefined}>
      <button type="button" aria-current={isOpen || undefined} onClick={open}>
        {live ? <Spinner size={14} label="Recording" /> : <Icon name="file" size={14} />}
        <span className="recording-name" title={name}>
          {name.replace(/^https?:\/\//, "")}
        </span>
        <span className="recording-size">{formatBytes(bytes)}</span>
        <time
          className="recording-time"
          dateTime={changedAt}
          title={new Date(changedAt).toLocaleString()}
        >
          {relativeTime(changedAt, Date.now())}
        </time>
      </button>
      <MenuButton
        label={`More for ${name}`}
        icon="more"
        size={24}
        align="end"
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
            disabled: live,
            ...(live && { hint: "It is being recorded right now" }),
            onSelect: onDelete,
          },
        ]}
      />
    </div>
  );
}
