// Text that two sides share, between what differs: its ends, and how much lies between them.
import { boundMarks } from "./bounded-text.ts";
import { plural } from "./format.ts";

/** So much of it stands beside what differs. */
const CONTEXT = 300;

/** Above this a piece of text is not laid out whole. */
export const LONGEST_PIECE = 100_000;

interface SameTextProps {
  text: string;
  /** Nothing stands before it, or after it. */
  isFirst: boolean;
  isLast: boolean;
}

export function SameText({ text, isFirst, isLast }: SameTextProps) {
  const head = isFirst ? 0 : CONTEXT;
  const tail = isLast ? 0 : CONTEXT;
  const left = text.length - head - tail;
  if (left < CONTEXT) return <span>{boundMarks(text)}</span>;
  return (
    <>
      <span>{boundMarks(text.slice(0, head))}</span>
      <span className="compare-same">{plural(left, "character")} the same</span>
      <span>{boundMarks(text.slice(text.length - tail))}</span>
    </>
  );
}
