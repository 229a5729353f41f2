"use client";
// One recording of the library in a row; its name or its tags in a field while they are changed.
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { VerdictKind } from "../../lib/lint/verdict.ts";
import { getAgentLabel, getRecordingTitle } from "../../lib/report/recordings.ts";
import { apiClient } from "../../lib/session/api-client.ts";
import type { RecordingField } from "../../lib/session/command-context.ts";
import { emitUiEvent } from "../../lib/session/ui-events.ts";
import type { MetadataPatch, RecordingSummary } from "../../lib/wire/api-types.ts";
import { NAME_LIMIT } from "../../lib/wire/recording-metadata.ts";
import { getVerdictLabel } from "../timeline/verdict-labels.ts";
import { VERDICT_META, type VerdictMeta } from "../timeline/verdict-meta.ts";
import { boundText } from "../ui/bounded-text.ts";
import { TextField } from "../ui/field.tsx";
import { formatBytes, formatQuantity } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import type { MenuItem } from "../ui/menu.tsx";
import { RowMenu } from "../ui/row-menu.tsx";
import { Spinner } from "../ui/status.tsx";
import { Tag } from "../ui/tag.tsx";
import { formatRelativeTime } from "./relative-time.ts";
import { showFailureToast } from "./use-recording-actions.tsx";

export interface LibraryCellsProps {
  recording: RecordingSummary;
  isChosen: boolean;
  onChoose: () => void;
  editing: RecordingField["field"] | null;
  onEdited: (byKey: boolean) => void;
  menu: readonly MenuItem[];
}

export function LibraryCells(props: LibraryCellsProps) {
  const { recording, isChosen, onChoose, editing, onEdited, menu } = props;
  const { name, tags, notes, changedAt, bytes } = recording;
  const title = boundText(getRecordingTitle(recording));
  return (
    <>
      <span role="gridcell" className="library-choose">
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={`Choose ${title}`}
          checked={isChosen}
          onChange={onChoose}
        />
      </span>
      <span role="gridcell" className="library-name" title={title}>
        {editing === "name" ? (
          <CellEditor
            label={`Name of ${title}`}
            hint=""
            start={title}
            change={(text) => ({ name: text })}
            recording={recording}
            onDone={onEdited}
          />
        ) : (
          <>
            <span dir="auto">{title}</span>
            {notes > 0 && (
              <Tag icon="remark" className="library-notes">
                <span className="sr-only">{formatQuantity(notes, "note")}</span>
                <span aria-hidden="true">{notes}</span>
              </Tag>
            )}
          </>
        )}
      </span>
      <span role="gridcell" className="library-tags" title={tags.join(", ")}>
        {editing === "tags" ? (
          <CellEditor
            label={`Tags of ${title}, with commas between`}
            hint="bug, v1.0"
            start={tags.join(", ")}
            change={(text) => createTagChange(tags, text)}
            recording={recording}
            onDone={onEdited}
          />
        ) : (
          tags.map((tag) => <Tag key={tag}>{tag}</Tag>)
        )}
      </span>
      <span role="gridcell" className="library-agent mono" title={name}>
        {boundText(getAgentLabel(name))}
      </span>
      <span role="gridcell" className="library-when" title={new Date(changedAt).toLocaleString()}>
        <time dateTime={changedAt}>{formatRelativeTime(changedAt, Date.now())}</time>
      </span>
      <span role="gridcell" className="library-size">
        {formatBytes(bytes)}
      </span>
      <VerdictCell recording={recording} />
      <span role="gridcell" className="library-more">
        <RowMenu title={title} items={menu} />
      </span>
    </>
  );
}

function getRecordingVerdictMeta({ verdict }: RecordingSummary): VerdictMeta | undefined {
  // Another version of Loupe may know kinds that this one does not.
  const looks: Partial<Record<string, VerdictMeta>> = VERDICT_META satisfies Record<
    VerdictKind,
    VerdictMeta
  >;
  return verdict ? looks[verdict.kind] : undefined;
}

/** The verdict as it is shown; empty where there is none yet. */
export function getVerdictText(recording: RecordingSummary): string {
  const { verdict, live } = recording;
  if (live) return "Recording";
  if (!verdict) return "";
  if (!getRecordingVerdictMeta(recording)) return verdict.kind;
  return getVerdictLabel({ kind: verdict.kind as VerdictKind, by: verdict.endedBy });
}

function VerdictCell({ recording }: Pick<LibraryCellsProps, "recording">) {
  const { verdict, live } = recording;
  const look = getRecordingVerdictMeta(recording);
  return (
    <span
      role="gridcell"
      className="library-verdict"
      data-hue={look?.hue}
      title={verdict?.because ?? (live ? "It goes on" : "Nobody has read it yet")}
    >
      {live ? <Spinner size={14} /> : look && <Icon name={look.icon} size={14} />}
      <span>{getVerdictText(recording) || "Not read yet"}</span>
    </span>
  );
}

interface CellEditorProps {
  label: string;
  hint: string;
  start: string;
  change: (text: string) => MetadataPatch;
  recording: RecordingSummary;
  onDone: (byKey: boolean) => void;
}

/** Enter and leaving it keep what is typed, Escape forgets it; what cannot be kept stays typed. */
function CellEditor({ label, hint, start, change, recording, onDone }: CellEditorProps) {
  const [text, setText] = useState(start);
  const input = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);
  // After the dialog around it, which gives the focus to its first button when it opens.
  useEffect(() => input.current?.select(), []);
  const end = async (byKey: boolean) => {
    if (isOver.current) return;
    isOver.current = true;
    try {
      if (text.trim() !== start) await apiClient.updateMetadata(recording.id, change(text.trim()));
      emitUiEvent("library-changed");
      onDone(byKey);
    } catch (error) {
      isOver.current = false;
      showFailureToast(error);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Enter") return void end(true);
    isOver.current = true;
    onDone(true);
  };
  return (
    <TextField
      ref={input}
      size={26}
      label={label}
      placeholder={hint}
      value={text}
      maxLength={NAME_LIMIT}
      onChange={setText}
      onKeyDown={onKeyDown}
      onBlur={() => void end(false)}
    />
  );
}

/** Only what was changed here: somebody else may be tagging it, too. */
function createTagChange(before: readonly string[], text: string): MetadataPatch {
  const after = text
    .split(",")
    .map((tag) => tag.trim())
    .filter(Boolean);
  const has = (tags: readonly string[], wanted: string) =>
    tags.some((tag) => tag.toLowerCase() === wanted.toLowerCase());
  return {
    addTags: after.filter((tag) => !before.includes(tag)),
    removeTags: before.filter((tag) => !has(after, tag)),
  };
}
