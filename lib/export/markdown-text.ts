/**
 * Text of agents inside Markdown, where it must mean nothing: no heading, link, picture, mention or
 * table of its own.
 */

/** On one line, as code. */
export function formatCode(text: string): string {
  const flat = replaceControls(text).replace(/\s+/g, " ").trim();
  if (flat === "") return "–";
  const ticks = createFence(flat, 1);
  const pad = /^`|`$/.test(flat) ? " " : "";
  return `${ticks}${pad}${flat}${pad}${ticks}`;
}

/** In lines of its own. */
export function formatCodeBlock(text: string, language = "text"): string {
  const ticks = createFence(text, 3);
  return `${ticks}${language}\n${replaceControls(text)}\n${ticks}\n`;
}

/** A row of a table. Within one, a bar ends the cell even inside code. */
export function formatTableRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |\n`;
}

export function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "";
  return [
    formatTableRow(head),
    formatTableRow(head.map(() => "---")),
    ...rows.map(formatTableRow),
    "\n",
  ].join("");
}

/** Longer than any run of backticks in the text. */
function createFence(text: string, least: number): string {
  const runs = text.match(/`+/g) ?? [];
  return "`".repeat(Math.max(least, ...runs.map(({ length }) => length + 1)));
}

function replaceControls(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(/(?![\n\t])\p{Cc}/gu, "\uFFFD");
}
