"use client";
// Cells of a recording in the library. The name and the tags can be edited in place.
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { RecordingSummary } from "../../lib/api/api-types.ts";
import type { MatchingLine } from "../../lib/api/library-search.ts";
import { CONFORMANCE_TAG, NAME_LIMIT } from "../../lib/api/recording-metadata.ts";
import { getAgentName, getRecordingTitle } from "../../lib/report/recordings.ts";
import type { RecordingField } from "../app-shell/dialogs.ts";
import { boundText } from "../ui/bounded-text.ts";
import { cx } from "../ui/cx.ts";
import { TextField } from "../ui/field.tsx";
import {
  formatBytes,
  formatCount,
  formatDayTime,
  formatDuration,
  formatQuantity,
} from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { type MenuItem, RowMenu } from "../ui/menu.tsx";
import { Tag } from "../ui/tag.tsx";
import { showFailureToast } from "../ui/toast.tsx";
import type { LibraryColumn } from "./library-columns.ts";
import { MatchingLines } from "./matching-lines.tsx";
import { type LabelChange, useChangeLabels } from "./metadata-mutations.ts";
import { getRecordingVerdictMeta, getVerdictText, VerdictIcon } from "./recording-verdict.tsx";
import type { RowPlace } from "./use-recording-actions.tsx";

interface LibraryCellsProps {
  recording: RecordingSummary;
  /** Between the checkbox and the menu. */
  columns: readonly LibraryColumn[];
  /** Listed below its grade. */
  isInGrade: boolean;
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
  const { recording, columns, isSelected, onSelect, menu, lines, onOpenLine } = props;
  const title = boundText(getRecordingTitle(recording));
  return (
    <>
      <SelectCell title={title} isSelected={isSelected} onSelect={onSelect} />
      {columns.map((column) => (
        <Cell key={column} column={column} title={title} {...props} />
      ))}
      <MenuCell title={title} items={menu} />
      {lines.length > 0 && (
        <span role="gridcell" className="col-start-2 -col-end-1 -ml-1 min-w-0 pb-1.5">
          <MatchingLines recording={recording.id} lines={lines} onOpen={onOpenLine} />
        </span>
      )}
    </>
  );
}

interface SelectCellProps {
  title: string;
  isSelected: boolean;
  onSelect: () => void;
}

export function SelectCell({ title, isSelected, onSelect }: SelectCellProps) {
  return (
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
  );
}

export function MenuCell({ title, items }: { title: string; items: readonly MenuItem[] }) {
  return (
    <span
      role="gridcell"
      className="max-phone:col-start-5 max-phone:row-span-2 max-phone:row-start-1"
    >
      <RowMenu title={title} items={items} className={MENU_ON_TOUCH} />
    </span>
  );
}

interface CellProps extends LibraryCellsProps {
  column: LibraryColumn;
  /** The title of the recording. */
  title: string;
}

function Cell(props: CellProps) {
  const { column, recording, editing, isInGrade } = props;
  const { name, bytes, facts } = recording;
  // Recordings of a grade are named after their check, and the row of the grade has its agent.
  const agent = isInGrade ? (facts?.agent ?? "") : getAgentName(recording);
  switch (column) {
    case "name":
      return <NameCell {...props} />;
    case "tags":
      return <TagsCell {...props} />;
    case "verdict":
      return <VerdictCell recording={recording} />;
    case "error":
      return (
        <span
          role="gridcell"
          className="truncate"
          dir="auto"
          title={facts?.firstError ?? undefined}
        >
          {boundText(facts?.firstError ?? "")}
        </span>
      );
    case "agent":
      return (
        <span role="gridcell" className="mono truncate text-fg-3" title={name}>
          {boundText(agent)}
        </span>
      );
    case "turns":
      return <NumberCell count={facts?.turns ?? null} unit="turn" />;
    case "duration":
      return (
        <MeasureCell text={facts?.durationMs == null ? "" : formatDuration(facts.durationMs)} />
      );
    case "problems":
      return <ProblemsCell recording={recording} />;
    case "tokens":
      return <NumberCell count={facts?.tokens ?? null} unit="token" />;
    case "when":
      return <TimeCell recording={recording} editing={editing} />;
    case "size":
      return <MeasureCell text={formatBytes(bytes)} />;
  }
}

function NameCell({ recording, title, isInGrade, editing, onEdited }: CellProps) {
  const { notes, place, server } = recording;
  return (
    <span
      role="gridcell"
      className={cx(
        "flex min-w-0 items-center gap-1.5 text-fg-1 group-current/recording:font-semibold max-phone:col-span-3",
        isInGrade && "ps-5.5",
      )}
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
  );
}

function TagsCell({ recording, title, isInGrade, editing, onEdited }: CellProps) {
  const { tags } = recording;
  const shownTags = isInGrade ? tags.filter((tag) => tag !== CONFORMANCE_TAG) : tags;
  return (
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
        shownTags.map((tag) => <Tag key={tag}>{tag}</Tag>)
      )}
    </span>
  );
}

interface NumberCellProps {
  /** `null` if unknown. */
  count: number | null;
  /** For screen readers. */
  unit: string;
}

function NumberCell({ count, unit }: NumberCellProps) {
  return (
    <span role="gridcell" className={NUMBER}>
      {count !== null && (
        <>
          <span aria-hidden="true">{formatCount(count)}</span>
          <span className="sr-only">{formatQuantity(count, unit)}</span>
        </>
      )}
    </span>
  );
}

export function MeasureCell({ text }: { text: string }) {
  return (
    <span role="gridcell" className={NUMBER}>
      {text}
    </span>
  );
}

const NUMBER = "whitespace-nowrap text-right text-fg-3 tabular-nums";

/** Errors if there are any, else warnings, as beside the verdict of a run. */
function ProblemsCell({ recording: { facts } }: Pick<CellProps, "recording">) {
  const { errors = 0, warnings = 0 } = facts ?? {};
  const title = [
    errors > 0 && formatQuantity(errors, "error"),
    warnings > 0 && formatQuantity(warnings, "warning"),
  ]
    .filter(Boolean)
    .join(", ");
  return (
    <span
      role="gridcell"
      className="text-right"
      title={title || undefined}
      data-hue={errors > 0 ? "error" : "warning"}
    >
      {title !== "" && (
        <span className="inline-flex items-center gap-1 text-hue tabular-nums">
          <Icon name={errors > 0 ? "error" : "warning"} size={12} />
          <span aria-hidden="true">{formatCount(errors > 0 ? errors : warnings)}</span>
          <span className="sr-only">{title}</span>
        </span>
      )}
    </span>
  );
}

/** With seconds, because runs of a test follow each other within a minute. */
export function TimeCell({
  recording: { changedAt },
  editing,
}: Pick<CellProps, "recording" | "editing">) {
  return (
    <span
      role="gridcell"
      className={cx(
        "truncate text-fg-3 tabular-nums max-phone:col-start-3",
        editing === "tags" && "max-phone:hidden",
      )}
      title={new Date(changedAt).toLocaleString()}
    >
      <time dateTime={changedAt}>{formatDayTime(changedAt, Date.now(), { hasSeconds: true })}</time>
    </span>
  );
}

function VerdictCell({ recording }: Pick<LibraryCellsProps, "recording">) {
  const { verdict, live } = recording;
  const meta = getRecordingVerdictMeta(recording);
  return (
    <span
      role="gridcell"
      className={cx(
        "flex min-w-0 items-center gap-1.5 max-phone:col-start-4 max-phone:max-w-37.5",
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
