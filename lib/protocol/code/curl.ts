/** A request as a curl command for any POSIX shell: pasted, it sends exactly the same bytes. */

import { type CodeRequest, Hidden, type Spelled } from "./hidden.ts";

/** A single word of a command may not be longer everywhere; what is piped may. */
const LONGEST_WORD = 100_000;

export function toCurl(request: CodeRequest, discloses = false): string {
  const { method, url, headers, body } = request;
  const hidden = new Hidden(request, discloses);
  const word = (text: string) => shellWord(hidden.spell(text));
  const streams = headers.some(
    ([name, value]) => name.toLowerCase() === "accept" && value.includes("text/event-stream"),
  );
  const isPiped = body !== undefined && body.length > LONGEST_WORD;
  const data =
    body === undefined ? [] : [isPiped ? "--data-binary @-" : `--data-raw ${word(body)}`];
  const lines = [
    // Globbing would read brackets in the URL as a pattern.
    `curl${streams ? " --no-buffer" : ""}${/[[\]{}]/.test(url) ? " --globoff" : ""}`,
    // A body makes it a POST already.
    ...(method === (body === undefined ? "GET" : "POST")
      ? []
      : [`--request ${shellQuote(method)}`]),
    `--url ${word(url)}`,
    ...headers.map(([name, value]) => `--header ${word(headerLine(name, value))}`),
    ...data,
  ];
  const command = lines.join(" \\\n  ");
  return isPiped ? `printf %s ${word(body)} | ${command}` : command;
}

/** curl takes `name:` for a wish to leave the header out, and `name;` for an empty one. */
function headerLine(name: string, value: string): string {
  return value.trim() === "" ? `${name};` : `${name}: ${value}`;
}

/** A variable that is not set ends the command instead of sending nothing in its place. */
export function shellWord(spelled: Spelled): string {
  const pieces = spelled.map((piece) =>
    typeof piece === "string" ? shellQuote(piece) : `"\${${piece.variable}:?}"`,
  );
  return pieces.length === 0 ? "''" : pieces.join("");
}

/** One word of a POSIX shell (and of zsh): nothing inside single quotes means anything but the quote itself. */
export function shellQuote(text: string): string {
  if (/^[\w@%+:,./-]+$/.test(text)) return text;
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
