/**
 * Escapes untrusted text for Markdown.
 *
 * Guarantees: the text creates no heading, link, image, mention or table.
 */

/** The text as inline code, on one line. */
export function formatCode(text: string): string {
  const flat = replaceControls(text).replace(/\s+/g, " ").trim();
  if (flat === "") return "–";
  const ticks = createFence(flat, 1);
  const pad = /^`|`$/.test(flat) ? " " : "";
  return `${ticks}${pad}${flat}${pad}${ticks}`;
}

/** The text as a fenced code block. */
export function formatCodeBlock(text: string, language = "text"): string {
  const ticks = createFence(text, 3);
  return `${ticks}${language}\n${replaceControls(text)}\n${ticks}\n`;
}

/** A table row. Bars are escaped, because in a row they end the cell even inside code. */
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

/** A fence longer than any run of backticks in the text. */
function createFence(text: string, minLength: number): string {
  const runs = text.match(/`+/g) ?? [];
  return "`".repeat(Math.max(minLength, ...runs.map(({ length }) => length + 1)));
}

function replaceControls(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(/(?![\n\t])\p{Cc}/gu, "\uFFFD");
}
