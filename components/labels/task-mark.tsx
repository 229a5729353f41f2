// What distinguishes tasks wherever they are listed: a color, and an ID shortened in the middle.
import { boundText } from "../ui/bounded-text.ts";
import { cx } from "../ui/cx.ts";

/** The golden angle: neighboring tasks get distant hues, and no two of many get the same. */
const HUE_STEP = 137.508;
/** The first task is blue-green, which no state is. */
const FIRST_HUE = 200;

/** The color of a task by its index: as light on dark ground as it is dark on light ground. */
export function getTaskColor(task: number): string {
  return `oklch(0.66 0.14 ${((FIRST_HUE + task * HUE_STEP) % 360).toFixed(1)})`;
}

/** The start and the end of an ID: agents count up at the end, or repeat a prefix. */
export function abbreviateId(id: string, keep = 4): string {
  const characters = [...id.slice(0, 1000)];
  if (characters.length <= 2 * keep + 1) return id;
  return `${characters.slice(0, keep).join("")}…${[...id.slice(-1000)].slice(-keep).join("")}`;
}

/** How much of the end of an ID is always shown. */
const TAIL_LENGTH = 4;

/** As much of an ID as fits, and always its end. */
export function ShortId({ id, className }: { id: string; className?: string }) {
  const text = boundText(id);
  const characters = [...text];
  return (
    <span className={cx("mono inline-flex min-w-0", className)}>
      <span className="truncate">{characters.slice(0, -TAIL_LENGTH).join("")}</span>
      <span className="flex-none">{characters.slice(-TAIL_LENGTH).join("")}</span>
    </span>
  );
}
