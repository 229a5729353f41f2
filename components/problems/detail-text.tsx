// The detail of a problem, with member and header names formatted as code.
import { boundText } from "../ui/bounded-text.ts";

interface DetailTextProps {
  /** Text with code between backticks. */
  detail: string;
}

export function DetailText({ detail }: DetailTextProps) {
  return boundText(detail)
    .split("`")
    .map((text, i) => (i % 2 === 0 ? text : <code key={`${String(i)} ${text}`}>{text}</code>));
}
