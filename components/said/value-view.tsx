"use client";
// A value of any kind, for reading: objects as a tree, texts as Markdown where they look like it.
import { Markdown } from "../markdown/markdown.tsx";
import { JsonBox } from "./json-box.tsx";
import { short } from "./short.ts";

const MARKDOWN = /^\s{0,3}(?:#{1,6} |[-*+] |\d+\. |> |\||```)|\*\*\S|\[[^\]\n]+\]\(/m;
const LONGEST = 20_000;

export function ValueView({ label, value }: { label: string; value: unknown }) {
  if (typeof value === "object" && value !== null) return <JsonBox label={label} value={value} />;
  const text = String(value);
  if (typeof value === "string") {
    const told = parsed(text);
    if (told !== null) return <JsonBox label={label} value={told} />;
    if (text.length <= LONGEST && MARKDOWN.test(text)) return <Markdown text={text} />;
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
    <pre className="ui-well said-text" dir="auto" tabIndex={0}>
      {short(text, LONGEST)}
    </pre>
  );
}

/** Many tools write their result as the JSON of it. */
function parsed(text: string): object | null {
  if (text.length > LONGEST || !/^\s*[[{]/.test(text)) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}
