/** A request as a curl command for any POSIX shell: pasted, it sends exactly the same bytes. */

import {
  SecretPlaceholders,
  type SnippetRequest,
  type SnippetText,
} from "./secret-placeholders.ts";

/** A single word of a command may not be longer everywhere; what is piped may. */
const MAX_WORD_LENGTH = 100_000;

export function toCurl(request: SnippetRequest, discloses = false): string {
  const { method, url, headers, body } = request;
  const hidden = new SecretPlaceholders(request, discloses);
  const word = (text: string) => formatShellWord(hidden.replaceSecrets(text));
  const streams = headers.some(
    ([name, value]) => name.toLowerCase() === "accept" && value.includes("text/event-stream"),
  );
  const isPiped = body !== undefined && body.length > MAX_WORD_LENGTH;
  const data =
    body === undefined ? [] : [isPiped ? "--data-binary @-" : `--data-raw ${word(body)}`];
  const lines = [
    // Globbing would read brackets in the URL as a pattern.
    `curl${streams ? " --no-buffer" : ""}${/[[\]{}]/.test(url) ? " --globoff" : ""}`,
    // A body makes it a POST already.
    ...(method === (body === undefined ? "GET" : "POST")
      ? []
      : [`--request ${quoteForShell(method)}`]),
    `--url ${word(url)}`,
    ...headers.map(([name, value]) => `--header ${word(formatHeader(name, value))}`),
    ...data,
  ];
  const command = lines.join(" \\\n  ");
  return isPiped ? `printf %s ${word(body)} | ${command}` : command;
}

/** curl takes `name:` for a wish to leave the header out, and `name;` for an empty one. */
function formatHeader(name: string, value: string): string {
  return value.trim() === "" ? `${name};` : `${name}: ${value}`;
}

/** A variable that is not set ends the command instead of sending nothing in its place. */
export function formatShellWord(spelled: SnippetText): string {
  const pieces = spelled.map((piece) =>
    typeof piece === "string" ? quoteForShell(piece) : `"\${${piece.variable}:?}"`,
  );
  return pieces.length === 0 ? "''" : pieces.join("");
}

/** One word of a POSIX shell (and of zsh): nothing inside single quotes means anything but the quote itself. */
export function quoteForShell(text: string): string {
  if (/^[\w@%+:,./-]+$/.test(text)) return text;
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
