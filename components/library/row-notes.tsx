"use client";
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { NOTE_LIMIT } from "../../lib/api/recording-metadata.ts";
// Notes on the events of a row: a marker in the timeline, and their texts and editor in the inspector.
import type { NoteChange } from "../../lib/api/schemas/api-requests.ts";
import type { Item } from "../../lib/dialects/item.ts";
import { type AnchoredNote, getNoteAnchor } from "../../lib/session/note-anchors.ts";
import { emitUiEvent } from "../../lib/session/ui-events.ts";
import { useEventFormatter } from "../labels/use-event-formatter.ts";
import { useRun, useSession } from "../session.tsx";
import { boundText, MAX_TEXT_LENGTH } from "../ui/bounded-text.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";
import { TextArea } from "../ui/field.tsx";
import { formatCount, formatQuantity, formatRelativeTime } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { CHIP } from "../ui/shared-classes.ts";
import { Tag } from "../ui/tag.tsx";
import { showFailureToast, showToast } from "../ui/toast.tsx";
import { useNotes } from "./notes-provider.tsx";

/** The line below a note: its event and its buttons. */
const PLACE = "flex flex-wrap items-center justify-end gap-x-1.5 gap-y-1 text-11/5 text-fg-3";

export function NoteMark({ item }: { item: Item }) {
  const { anchoredNotes } = useNotes();
  const own = anchoredNotes.filter((one) => one.item === item);
  if (own.length === 0) return null;
  return (
    <span title={own.map(({ note }) => note.text).join("\n\n")}>
      <Tag hue="accent" icon="remark">
        <span className="sr-only">{formatQuantity(own.length, "note")}</span>
        {own.length > 1 && <span aria-hidden="true">{own.length}</span>}
      </Tag>
    </span>
  );
}

/** `ordinal` is the event shown in the inspector. `null` for a row without an event. */
export function RowNotes({ item, ordinal }: { item: Item; ordinal: number | null }) {
  const { anchoredNotes, isEditorRequested, clearEditorRequest } = useNotes();
  const timeline = useRun((run) => run.timeline);
  const where = useEventFormatter(timeline);
  const [editedNote, setEditedNote] = useState<NoteChange | null>(null);
  // Layout effects, here and below, because the next key already belongs to the editor.
  useLayoutEffect(() => {
    if (!isEditorRequested) return;
    clearEditorRequest();
    const anchor = ordinal === null ? null : getNoteAnchor(timeline, ordinal);
    if (anchor) setEditedNote({ ...anchor, text: "" });
    else showToast({ text: "Notes need an event, but this row has none" });
  }, [isEditorRequested, clearEditorRequest, ordinal, timeline]);
  const own = anchoredNotes.filter((one) => one.item === item);
  if (own.length === 0 && editedNote === null) return null;
  const formatLocation = (event: number) =>
    `frame #${formatCount(where.number(event))}${where.timeOf(event) && ` · ${where.timeOf(event)}`}`;
  return (
    <section
      className="grid max-h-[40%] flex-none gap-1.5 overflow-y-auto px-3 pt-1 pb-2 text-12/5"
      aria-label="Notes"
    >
      {own.length > 0 && (
        <ul className="grid gap-1.5">
          {own.map((one) =>
            editedNote?.id === one.note.id ? null : (
              <NoteView
                key={one.note.id}
                anchored={one}
                location={formatLocation(one.ordinal)}
                onEdit={() => setEditedNote(one.note)}
              />
            ),
          )}
        </ul>
      )}
      {editedNote && (
        <NoteEditor
          key={getNoteKey(editedNote)}
          start={editedNote}
          location={ordinal === null || editedNote.id ? "" : formatLocation(ordinal)}
          onDone={() => setEditedNote(null)}
        />
      )}
    </section>
  );
}

interface NoteViewProps {
  anchored: AnchoredNote;
  location: string;
  onEdit: () => void;
}

function NoteView({ anchored: { note, ordinal }, location, onEdit }: NoteViewProps) {
  const { view } = useSession();
  const { remove } = useNotes();
  return (
    <li className="grid grid-cols-[16px_minmax(0,1fr)] gap-x-1.5 gap-y-0.5 rounded-2 bg-accent-bg px-2 py-1.5">
      <Icon name="remark" size={14} className="mt-0.5 text-accent" />
      <p dir="auto" className="leading-4.5 wrap-anywhere whitespace-pre-wrap">
        {boundText(note.text, MAX_TEXT_LENGTH)}
      </p>
      <span className={cx(PLACE, "col-start-2")}>
        <button
          type="button"
          className={cx(CHIP, "mr-auto")}
          onClick={() => view.setState({ event: ordinal })}
        >
          {location}
        </button>
        <time dateTime={note.at}>{formatRelativeTime(note.at, Date.now())}</time>
        <Button size={24} onClick={onEdit}>
          Edit
        </Button>
        <IconButton
          icon="delete"
          label="Delete note"
          size={24}
          iconSize={14}
          onClick={() => void remove(note).catch(showFailureToast)}
        />
      </span>
    </li>
  );
}

interface NoteEditorProps {
  start: NoteChange;
  location: string;
  onDone: () => void;
}

function NoteEditor({ start, location, onDone }: NoteEditorProps) {
  const { drafts, save } = useNotes();
  const key = getNoteKey(start);
  const [text, setText] = useState(drafts.get(key) ?? start.text);
  const [isBusy, setBusy] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => area.current?.focus(), []);
  const change = (now: string) => {
    drafts.set(key, now);
    setText(now);
  };
  const saveNote = async () => {
    if (text.trim() === "" || isBusy) return;
    setBusy(true);
    try {
      const { id, x, event } = start;
      await save({ ...(id !== undefined && { id }), x, event, text: text.trim() });
      drafts.delete(key);
      onDone();
    } catch (error) {
      setBusy(false);
      showFailureToast(error);
    }
  };
  const cancel = () => {
    drafts.delete(key);
    onDone();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isSave = event.key === "Enter" && (event.ctrlKey || event.metaKey);
    if (!isSave && event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    if (isSave) void saveNote();
    else {
      // The draft is kept for the next time.
      onDone();
      emitUiEvent("focus-rows");
    }
  };
  return (
    <div className="grid gap-1.5">
      <TextArea
        look="boxed"
        ref={area}
        label={location === "" ? "Note" : `Note on ${location}`}
        placeholder="Add a note…"
        rows={2}
        maxLength={NOTE_LIMIT}
        value={text}
        onChange={change}
        onKeyDown={onKeyDown}
      />
      <span className={PLACE}>
        {location !== "" && <span className="mr-auto">On {location}</span>}
        <Button size={24} onClick={cancel}>
          Cancel
        </Button>
        <Button
          size={24}
          variant="outline"
          disabled={text.trim() === "" || isBusy}
          onClick={() => void saveNote()}
        >
          Save note
        </Button>
      </span>
    </div>
  );
}

function getNoteKey({ id, x, event }: NoteChange): string {
  return id ?? `${x} ${event}`;
}
