"use client";
// Tags of a row. Each is shown in full or as an icon with a count, never cut: the style sheet compares
// the width of the cell with the width that the title and all tags need, which is estimated here.
import type { ReactNode } from "react";
import type { Item } from "../../lib/dialects/item.ts";
import type { MutedRules } from "../../lib/lint/active-problems.ts";
import { describeItemProblems } from "../problems/item-problems.ts";
import { boundText } from "../ui/bounded-text.ts";
import { cx } from "../ui/cx.ts";
import type { Hue } from "../ui/hue.ts";
import { Icon, type IconName } from "../ui/icons.tsx";
import { TAG_BUTTON, tagClass } from "../ui/tag.tsx";

export interface RowTag {
  readonly key: string;
  readonly hue?: Hue;
  readonly icon: IconName;
  readonly label: string;
  /** Shown beside the icon if there is no room for the label; may be empty. */
  readonly short: string;
  /** Tooltip with more than the label. */
  readonly title?: string;
}

/** Tag with the worst problem of a row and the number of others. */
export function getProblemTag(item: Item, playhead: number, muted: MutedRules): RowTag | null {
  const problems = describeItemProblems(item, playhead, muted);
  if (problems === null) return null;
  const { hue, label, count, title } = problems;
  return { key: "problems", hue, icon: "warning", label, short: String(count), title };
}

/** Hue and label in one string, so that React can compare hints by value. */
export type RowHint = "" | `${Hue}:${string}`;

/** Tag for a hint of a dialect. */
export function getHintTag(note: RowHint): RowTag | null {
  if (note === "") return null;
  const colon = note.indexOf(":");
  const hue = note.slice(0, colon) as Hue;
  const label = note.slice(colon + 1);
  const [, done, all] = /^(\d+) of (\d+)\b/.exec(label) ?? [];
  const short = done === undefined ? "" : `${done}/${all}`;
  return { key: "note", hue, icon: getHintIcon(hue, label), label, short };
}

function getHintIcon(hue: Hue, label: string): IconName {
  if (hue === "ok") return "check";
  if (hue === "error") return "error";
  if (hue === "plan") return "plan";
  return /\brequested$|^waiting\b/.test(label) ? "waiting" : "warning";
}

export function getRevisionsTag(revisions: number): RowTag | null {
  if (revisions < 2) return null;
  const label = `${revisions} revisions`;
  return { key: "revisions", icon: "revisions", label, short: String(revisions) };
}

/** Tag of the row that a tap holds back from the caller. */
export function getHeldTag(isHeld: boolean): RowTag | null {
  if (!isHeld) return null;
  const title = "Held by Loupe: the caller has not received it";
  return { key: "held", hue: "warning", icon: "pause", label: "Held", short: "", title };
}

/** Pixels per character, for the widest letters of common words. */
const TITLE_CHARACTER_PX = 7.2;
const TAG_CHARACTER_PX = 6.6;
/** A tag's padding, its icon, and the gap before it. */
const TAG_EXTRA_PX = 12 + 16 + 8;
/** A title is cut to this many characters before tags become icons. */
const MIN_TITLE_CHARACTERS = 16;

/** A fraction that no cell's width has: at equal widths the style sheet would show half of a label. */
const TIE_BREAK_PX = 0.37;

/** The width needed for the title and all tags with labels. */
export function getNeededWidth(title: string, beside: number, tags: readonly RowTag[]): number {
  const words = Math.min(title.length, MIN_TITLE_CHARACTERS) * TITLE_CHARACTER_PX;
  const labels = tags.map(({ label }) => label.length * TAG_CHARACTER_PX + TAG_EXTRA_PX);
  return Math.ceil(labels.reduce((sum, width) => sum + width, words + beside)) + TIE_BREAK_PX;
}

/** Labels are shown in full or not at all: the width is either far too large or negative. */
const ROOM = "[--room:calc(100cqi-var(--need)*1px)]";
/** The margin takes the tag's gap back, which would remain beside a hidden label. */
const LABEL = "-ml-1 overflow-hidden indent-1";
const FULL = "max-w-[clamp(0px,var(--room)*1000,60em)]";
const SHORT = "max-w-[clamp(0px,0.5px-var(--room)*1000,60em)]";

/** A tag that may shrink to an icon. */
export function RowTagView({ tag, onClick }: { tag: RowTag; onClick?: () => void }) {
  const { hue, icon, label, short, title = label } = tag;
  const inside: ReactNode = (
    <>
      <Icon name={icon} size={12} />
      <span data-part="tag-label" className={cx(LABEL, FULL)}>
        {boundText(label)}
      </span>
      <span data-part="tag-short" className={cx(LABEL, SHORT)} aria-hidden="true">
        {boundText(short)}
      </span>
    </>
  );
  const shared = {
    "data-hue": hue,
    "data-part": "tag",
    "data-tag": tag.key,
    title: boundText(title),
    className: cx(tagClass(hue), ROOM, onClick && TAG_BUTTON),
  };
  if (!onClick) return <span {...shared}>{inside}</span>;
  return (
    <button
      type="button"
      {...shared}
      onClick={(event) => {
        event.stopPropagation();
        onClick();
      }}
      // Keeps these keys from the row, which would expand it or move on.
      onKeyDown={(event) => {
        if (event.key === "Enter" || event.key === " ") event.stopPropagation();
      }}
    >
      {inside}
    </button>
  );
}
