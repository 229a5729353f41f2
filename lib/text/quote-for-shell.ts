/**
 * Quotes text for POSIX shells and zsh.
 *
 * Guarantees: a shell reads the same text again; control and hidden characters become octal bytes of
 * `printf`, so that a terminal that shows the command obeys none of them.
 */

import { replaceHidden } from "./hidden-characters.ts";

/** As one word, which cannot contain NUL. */
export function quoteForShell(text: string): string {
  if (/^(?!=)[\w@%+=:,./-]+$/.test(text)) return text;
  // Inside single quotes, only the quote is special.
  if (replaceControls(text) === text) return `'${text.replaceAll("'", `'\\''`)}'`;
  // A shell removes line breaks from the end of what a command prints.
  const [lineBreaks = ""] = /\n*$/.exec(text) ?? [];
  const format = formatForPrintf(text.slice(0, text.length - lineBreaks.length));
  return `"$(printf '${format}')"${lineBreaks === "" ? "" : `'${lineBreaks}'`}`;
}

/** As a format of `printf`, for single quotes, also if those are within double quotes. */
export function formatForPrintf(text: string): string {
  // A minus sign at the start would begin an option; an interactive shell looks for `!` in any quotes.
  return replaceControls(text.replaceAll("\\", "\\\\").replaceAll("%", "%%")).replace(
    /^-|['!]/g,
    formatOctal,
  );
}

const replaceControls = (text: string) =>
  replaceHidden(text, (hidden) => hidden.replace(/[^\n\t]/gu, formatOctal));

const encoder = new TextEncoder();

function formatOctal(character: string): string {
  const bytes = [...encoder.encode(character)];
  return bytes.map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
}
