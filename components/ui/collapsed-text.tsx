// Text that two sides share, between what differs: its ends, and how much lies between them.
import { boundMarks } from "./bounded-text.ts";
import { formatQuantity } from "./format.ts";

/** So much of it stands beside what differs. */
const CONTEXT_LENGTH = 300;

/** Above this a piece of text is not laid out whole. */
export const MAX_DIFF_SEGMENT_LENGTH = 100_000;

interface CollapsedTextProps {
  text: string;
  /** Nothing stands before it, or after it. */
  isFirst: boolean;
  isLast: boolean;
}

export function CollapsedText({ text, isFirst, isLast }: CollapsedTextProps) {
  const head = isFirst ? 0 : CONTEXT_LENGTH;
  const tail = isLast ? 0 : CONTEXT_LENGTH;
  const left = text.length - head - tail;
  if (left < CONTEXT_LENGTH) return <span>{boundMarks(text)}</span>;
  return (
    <>
      <span>{boundMarks(text.slice(0, head))}</span>
      <span className="compare-same">{formatQuantity(left, "character")} the same</span>
      <span>{boundMarks(text.slice(text.length - tail))}</span>
    </>
  );
}
