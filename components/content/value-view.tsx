"use client";
// Shows any value: objects as a tree, text that looks like Markdown rendered, other text verbatim.
import { Markdown } from "../markdown/markdown.tsx";
import { cx } from "../ui/cx.ts";
import { WELL } from "../ui/well.ts";
import { JsonBox } from "./json-box.tsx";
import { truncateText } from "./truncate-text.ts";

const MARKDOWN_PATTERN = /^\s{0,3}(?:#{1,6} |[-*+] |\d+\. |> |\||```)|\*\*\S|\[[^\]\n]+\]\(/m;
const MAX_MARKDOWN_LENGTH = 20_000;

export function ValueView({ label, value }: { label: string; value: unknown }) {
  if (typeof value === "object" && value !== null) return <JsonBox label={label} value={value} />;
  const text = String(value);
  if (typeof value === "string") {
    const container = parseContainer(text);
    if (container !== null) return <JsonBox label={label} value={container} />;
    if (text.length <= MAX_MARKDOWN_LENGTH && MARKDOWN_PATTERN.test(text))
      return <Markdown text={text} />;
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
    <pre className={cx(WELL, "said-text")} dir="auto" tabIndex={0}>
      {truncateText(text, MAX_MARKDOWN_LENGTH)}
    </pre>
  );
}

/** Many tools send their result as a JSON string. */
function parseContainer(text: string): object | null {
  if (text.length > MAX_MARKDOWN_LENGTH || !/^\s*[[{]/.test(text)) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}
