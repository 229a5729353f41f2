// Equal text between differences: its ends, and a count of the characters between them.
import { boundMarks } from "./bounded-text.ts";
import { formatQuantity } from "./format.ts";

/** Characters shown next to a difference. */
const CONTEXT_LENGTH = 300;

/** Longer segments are cut. */
export const MAX_DIFF_SEGMENT_LENGTH = 100_000;

interface CollapsedTextProps {
  text: string;
  /** The text is at the beginning or at the end. */
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
      <span className="my-1.5 block border-y border-dashed border-line-2 text-center text-11/5 text-fg-3 select-none">
        {formatQuantity(left, "identical character")}
      </span>
      <span>{boundMarks(text.slice(text.length - tail))}</span>
    </>
  );
}
