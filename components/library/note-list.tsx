"use client";
// All notes of the run, to go to.
import { shorten } from "../../lib/wire/graphemes.ts";
import { useWhere } from "../inspect/where.ts";
import { useRun } from "../session.tsx";
import { formatCount, plural } from "../ui/format.ts";
import { MenuButton, type MenuItem } from "../ui/menu.tsx";
import { useNotes } from "./notes-provider.tsx";

const SHOWN = 80;
const MOST = 50;

export function NoteList() {
  const { placed, go } = useNotes();
  const where = useWhere(useRun((run) => run.timeline));
  if (placed.length === 0) return null;
  const rest = placed.length - MOST;
  return (
    <MenuButton
      label="Notes"
      icon="remark"
      size={24}
      items={[
        ...placed.slice(0, MOST).map((one) => ({
          id: one.note.id,
          label: short(one.note.text),
          hint: `frame #${formatCount(where.number(one.ordinal))} ${where.timeOf(one.ordinal)}`.trim(),
          onSelect: () => go(one),
        })),
        ...(rest > 0 ? [allButShown(rest)] : []),
      ]}
    >
      {plural(placed.length, "note")}
    </MenuButton>
  );
}

function allButShown(count: number): MenuItem {
  const label = `${formatCount(count)} more: Shift+N steps through all`;
  return { id: "more", label, disabled: true, onSelect: () => undefined };
}

function short(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return shorten(line, SHOWN);
}
