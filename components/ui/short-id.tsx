// IDs shortened in the middle, so that those of a run look different.
import { memo } from "react";
import { boundText } from "./bounded-text.ts";
import { cx } from "./cx.ts";

/** The start and the end of an ID: agents count up at the end, or repeat a prefix. */
export function abbreviateId(id: string, keep = 4): string {
  const characters = [...id.slice(0, 1000)];
  if (characters.length <= 2 * keep + 1) return id;
  return `${characters.slice(0, keep).join("")}…${[...id.slice(-1000)].slice(-keep).join("")}`;
}

/** How much of the end of an ID is always shown. */
const TAIL_LENGTH = 4;

interface ShortIdProps {
  id: string;
  className?: string;
}

/** As much of an ID as fits, and always its end. */
export const ShortId = memo(function ShortId({ id, className }: ShortIdProps) {
  const text = boundText(id);
  const characters = [...text];
  return (
    <span className={cx("mono inline-flex min-w-0", className)}>
      <span className="truncate">{characters.slice(0, -TAIL_LENGTH).join("")}</span>
      <span className="flex-none">{characters.slice(-TAIL_LENGTH).join("")}</span>
    </span>
  );
});
