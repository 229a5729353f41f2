/** Formats a request as a curl command for any POSIX shell that sends exactly the same bytes. */

import { formatForPrintf, quoteForShell } from "../../text/quote-for-shell.ts";
import {
  SecretPlaceholders,
  type SnippetRequest,
  type SnippetText,
} from "./secret-placeholders.ts";

/** Some systems limit the length of an argument; piped input is not limited. */
const MAX_WORD_LENGTH = 100_000;

export function toCurl(request: SnippetRequest, discloses = false): string {
  const { method, url, headers, body } = request;
  const hidden = new SecretPlaceholders(request, discloses);
  const word = (text: string) => formatShellWord(hidden.replaceSecrets(text));
  const streams = headers.some(
    ([name, value]) => name.toLowerCase() === "accept" && value.includes("text/event-stream"),
  );
  // No argument contains NUL.
  const isPiped = body !== undefined && (body.length > MAX_WORD_LENGTH || body.includes("\0"));
  const data =
    body === undefined ? [] : [isPiped ? "--data-binary @-" : `--data-raw ${word(body)}`];
  const lines = [
    // Globbing would interpret brackets in the URL as a pattern.
    `curl${streams ? " --no-buffer" : ""}${/[[\]{}]/.test(url) ? " --globoff" : ""}`,
    // A body already implies POST.
    ...(method === (body === undefined ? "GET" : "POST")
      ? []
      : [`--request ${quoteForShell(method)}`]),
    `--url ${word(url)}`,
    ...headers.map(([name, value]) => `--header ${word(formatHeader(name, value))}`),
    ...data,
  ];
  const command = lines.join(" \\\n  ");
  return isPiped ? `${formatPrintf(hidden.replaceSecrets(body))} | ${command}` : command;
}

/** A command that prints the text. */
function formatPrintf(spelled: SnippetText): string {
  const format = spelled.map((piece) =>
    typeof piece === "string" ? formatForPrintf(piece) : "%s",
  );
  const values = spelled.filter((piece) => typeof piece !== "string");
  return [`printf '${format.join("")}'`, ...values.map((value) => formatShellWord([value]))].join(
    " ",
  );
}

/** In curl, `name:` removes a header, and `name;` sends an empty one. */
function formatHeader(name: string, value: string): string {
  return value.trim() === "" ? `${name};` : `${name}: ${value}`;
}

/** An unset variable stops the command, so that nothing is sent in place of the secret. */
export function formatShellWord(spelled: SnippetText): string {
  const pieces = spelled.map((piece) =>
    typeof piece === "string" ? quoteForShell(piece) : `"\${${piece.variable}:?}"`,
  );
  return pieces.length === 0 ? "''" : pieces.join("");
}
