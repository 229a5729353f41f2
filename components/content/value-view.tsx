"use client";
// Shows any value: objects as a tree, text that looks like Markdown rendered, other text verbatim.
import { useMemo } from "react";
import { maskSecrets } from "../../lib/dialects/payloads/secrets.ts";
import { Markdown } from "../markdown/markdown.tsx";
import { DEFAULT_OPEN_RULE, flattenJson } from "../ui/json-rows.ts";
import { JsonTree } from "../ui/json-tree.tsx";
import { WELL } from "../ui/shared-classes.ts";
import { truncateText } from "./agent-text.tsx";

const LINE_HEIGHT = 20;
const PADDING = 12;
const MAX_HEIGHT = 280;

/** A JSON tree in a box that fits its content up to a maximum height, with secrets masked. */
export function JsonBox({ label, value }: { label: string; value: unknown }) {
  const { shown, height } = useMemo(() => {
    const shown = maskSecrets(value, []);
    const lines = flattenJson(shown, {}, DEFAULT_OPEN_RULE).length;
    return { shown, height: Math.min(lines * LINE_HEIGHT + PADDING, MAX_HEIGHT) };
  }, [value]);
  return (
    <div
      className="flex min-w-0 flex-col rounded-2 inset-ring inset-ring-line-2 forced-colors:border"
      style={{ height }}
    >
      <JsonTree label={label} value={shown} className="flex-1" />
    </div>
  );
}

/** Text in a well that scrolls. */
export const VALUE_TEXT = `${WELL} max-h-55 overflow-auto`;
/** The size of Markdown beside facts. */
export const MARKDOWN_TEXT = "text-12/4.75";

const MARKDOWN_PATTERN = /^\s{0,3}(?:#{1,6} |[-*+] |\d+\. |> |\||```)|\*\*\S|\[[^\]\n]+\]\(/m;
const MAX_MARKDOWN_LENGTH = 20_000;

export function ValueView({ label, value }: { label: string; value: unknown }) {
  if (typeof value === "object" && value !== null) return <JsonBox label={label} value={value} />;
  const text = String(value);
  if (typeof value === "string") {
    const container = parseContainer(text);
    if (container !== null) return <JsonBox label={label} value={container} />;
    if (text.length <= MAX_MARKDOWN_LENGTH && MARKDOWN_PATTERN.test(text))
      return <Markdown className={MARKDOWN_TEXT} text={text} />;
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
    <pre className={VALUE_TEXT} dir="auto" tabIndex={0}>
      {truncateText(text, MAX_MARKDOWN_LENGTH)}
    </pre>
  );
}

/** A value under its label. */
export function ValueSection({ label, value }: { label: string; value: unknown }) {
  return (
    <section aria-label={label}>
      <h3 className={SECTION_HEADING}>{label}</h3>
      <ValueView label={label} value={value} />
    </section>
  );
}

export const SECTION_HEADING = "mt-2 mb-0.5 text-11/5 font-normal text-fg-3";

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
