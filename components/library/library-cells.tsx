"use client";
// Cells of a recording in the library. The name and the tags can be edited in place.
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { RecordingSummary } from "../../lib/api/api-types.ts";
import type { MatchingLine } from "../../lib/api/library-search.ts";
import { NAME_LIMIT } from "../../lib/api/recording-metadata.ts";
import { getAgentName, getRecordingTitle } from "../../lib/report/recordings.ts";
import type { RecordingField } from "../app-shell/dialogs.ts";
import { boundText } from "../ui/bounded-text.ts";
import { cx } from "../ui/cx.ts";
import { TextField } from "../ui/field.tsx";
import { formatBytes, formatCount, formatDayTime, formatQuantity } from "../ui/format.ts";
import { type MenuItem, RowMenu } from "../ui/menu.tsx";
import { Tag } from "../ui/tag.tsx";
import { showFailureToast } from "../ui/toast.tsx";
import { MatchingLines } from "./matching-lines.tsx";
import { type LabelChange, useChangeLabels } from "./metadata-mutations.ts";
import { getRecordingVerdictMeta, getVerdictText, VerdictIcon } from "./recording-verdict.tsx";
import type { RowPlace } from "./use-recording-actions.tsx";

interface LibraryCellsProps {
  recording: RecordingSummary;
  isSelected: boolean;
  onSelect: () => void;
  editing: RecordingField["field"] | null;
  onEdited: (byKey: boolean) => void;
  menu: readonly MenuItem[];
  /** Lines that match the search. */
  lines: readonly MatchingLine[];
  onOpenLine: (place: RowPlace) => void;
}

/** A tag that finds no room is cut. */
const SHOWN_TAGS = "gap-1 overflow-hidden whitespace-nowrap *:block *:min-w-5 *:shrink *:truncate";
/** Fingers need a larger button than its column is wide. */
const MENU_ON_TOUCH =
  "pointer-coarse:*:[button]:-ml-4 pointer-coarse:*:[button]:min-h-11 pointer-coarse:*:[button]:min-w-11";

export function LibraryCells(props: LibraryCellsProps) {
  const { recording, isSelected, onSelect, editing, onEdited, menu, lines, onOpenLine } = props;
  const { name, tags, notes, changedAt, bytes, facts, place, server } = recording;
  const title = boundText(getRecordingTitle(recording));
  return (
    <>
      <span role="gridcell" className="max-phone:row-span-2">
        <input
          type="checkbox"
          className="block size-3.5 accent-accent-strong pointer-coarse:size-5.5"
          tabIndex={-1}
          aria-label={`Select ${title}`}
          checked={isSelected}
          onChange={onSelect}
        />
      </span>
      <span
        role="gridcell"
        className="flex min-w-0 items-center gap-1.5 text-fg-1 group-current/recording:font-semibold max-phone:col-span-3"
        title={title}
      >
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
            <span data-part="name" className="truncate" dir="auto">
              {title}
            </span>
            {notes > 0 && (
              <Tag icon="remark">
                <span className="sr-only">{formatQuantity(notes, "note")}</span>
                <span aria-hidden="true">{notes}</span>
              </Tag>
            )}
            {place === "store" && (
              <span title={`In the shared store, recorded by ${boundText(server ?? "")}`}>
                <Tag>store</Tag>
              </span>
            )}
          </>
        )}
      </span>
      <span
        role="gridcell"
        className={cx("flex min-w-0 max-phone:col-start-2", editing !== "tags" && SHOWN_TAGS)}
        title={tags.join(", ")}
      >
        {editing === "tags" ? (
          <CellEditor
            label={`Tags of ${title}, separated by commas`}
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
      <span role="gridcell" className="mono truncate text-fg-3 max-phone:hidden" title={name}>
        {boundText(getAgentName(recording))}
      </span>
      <span role="gridcell" className="text-right text-fg-3 max-phone:hidden">
        {facts && (
          <>
            <span aria-hidden="true">{formatCount(facts.turns)}</span>
            <span className="sr-only">{formatQuantity(facts.turns, "turn")}</span>
          </>
        )}
      </span>
      <span
        role="gridcell"
        className="truncate text-fg-3 max-phone:hidden"
        title={new Date(changedAt).toLocaleString()}
      >
        <time dateTime={changedAt}>{formatDayTime(changedAt, Date.now())}</time>
      </span>
      <span
        role="gridcell"
        className={cx(
          "text-right text-fg-3 max-phone:col-start-3",
          editing === "tags" && "max-phone:hidden",
        )}
      >
        {formatBytes(bytes)}
      </span>
      <VerdictCell recording={recording} />
      <span
        role="gridcell"
        className="max-phone:col-start-5 max-phone:row-span-2 max-phone:row-start-1"
      >
        <RowMenu title={title} items={menu} className={MENU_ON_TOUCH} />
      </span>
      {lines.length > 0 && (
        <span role="gridcell" className="col-start-2 -col-end-1 -ml-1 min-w-0 pb-1.5">
          <MatchingLines recording={recording.id} lines={lines} onOpen={onOpenLine} />
        </span>
      )}
    </>
  );
}

function VerdictCell({ recording }: Pick<LibraryCellsProps, "recording">) {
  const { verdict, live } = recording;
  const meta = getRecordingVerdictMeta(recording);
  return (
    <span
      role="gridcell"
      className={cx(
        "flex min-w-0 items-center gap-1.5 pl-1.5 max-phone:col-start-4 max-phone:max-w-37.5",
        !meta && "text-fg-3",
      )}
      title={verdict?.because ?? (live ? "Still being recorded" : "Not analyzed yet")}
    >
      <VerdictIcon recording={recording} />
      <span data-part="verdict" className="truncate">
        {getVerdictText(recording) || "Not analyzed"}
      </span>
    </span>
  );
}

type LabelPatch = LabelChange["patch"];

interface CellEditorProps {
  label: string;
  hint: string;
  start: string;
  change: (text: string) => LabelPatch;
  recording: RecordingSummary;
  onDone: (byKey: boolean) => void;
}

/** Enter and blur save, Escape discards. If saving fails, the text stays in the field. */
function CellEditor({ label, hint, start, change, recording, onDone }: CellEditorProps) {
  const [text, setText] = useState(start);
  const input = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  const { mutateAsync: changeLabels } = useChangeLabels();
  // Runs after the dialog has opened, which focuses its first button.
  useEffect(() => input.current?.select(), []);
  const end = async (byKey: boolean) => {
    if (isDone.current) return;
    isDone.current = true;
    try {
      if (text.trim() !== start) {
        await changeLabels({ ids: [recording.id], patch: change(text.trim()) });
      }
      onDone(byKey);
    } catch (error) {
      isDone.current = false;
      showFailureToast(error);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Enter") return void end(true);
    isDone.current = true;
    onDone(true);
  };
  return (
    <TextField
      ref={input}
      size={26}
      className="w-full"
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

/** Only the changed tags, because others may be editing the tags as well. */
function createTagChange(before: readonly string[], text: string): LabelPatch {
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
