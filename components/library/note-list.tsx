"use client";
// Menu of all notes of the run. Choosing one goes to its event.
import { shorten } from "../../lib/text/graphemes.ts";
import { useEventFormatter } from "../labels/use-event-formatter.ts";
import { useRun } from "../session.tsx";
import { formatCount, formatQuantity } from "../ui/format.ts";
import { MenuButton, type MenuItem } from "../ui/menu.tsx";
import { useNotes } from "./notes-provider.tsx";

const MAX_TEXT_LENGTH = 80;
const MAX_NOTES = 50;

export function NoteList() {
  const { anchoredNotes, goTo } = useNotes();
  const where = useEventFormatter(useRun((run) => run.timeline));
  if (anchoredNotes.length === 0) return null;
  const rest = anchoredNotes.length - MAX_NOTES;
  return (
    <MenuButton
      label="Notes"
      icon="remark"
      size={24}
      items={[
        ...anchoredNotes.slice(0, MAX_NOTES).map((one) => ({
          id: one.note.id,
          label: truncateNote(one.note.text),
          hint: `frame #${formatCount(where.number(one.ordinal))} ${where.timeOf(one.ordinal)}`.trim(),
          onSelect: () => goTo(one),
        })),
        ...(rest > 0 ? [createHiddenCountItem(rest)] : []),
      ]}
    >
      {formatQuantity(anchoredNotes.length, "note")}
    </MenuButton>
  );
}

function createHiddenCountItem(count: number): MenuItem {
  const label = `${formatCount(count)} more: Shift+N steps through all`;
  return { id: "more", label, disabled: true, onSelect: () => undefined };
}

function truncateNote(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return shorten(line, MAX_TEXT_LENGTH);
}
