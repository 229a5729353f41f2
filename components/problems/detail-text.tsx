// What exactly is missing or odd, with the names of members and headers set as code.
import { boundText } from "../ui/bounded-text.ts";

interface DetailTextProps {
  /** With code between backticks. */
  detail: string;
}

export function DetailText({ detail }: DetailTextProps) {
  return boundText(detail)
    .split("`")
    .map((text, i) => (i % 2 === 0 ? text : <code key={`${String(i)} ${text}`}>{text}</code>));
}
