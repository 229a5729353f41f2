/**
 * A request as a curl command for any POSIX shell: pasted, it sends exactly the same bytes. What
 * stands for a secret becomes a variable of the shell, which whoever pastes it sets first.
 */

import type { HeaderList } from "../wire/record.ts";

export interface CurlRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderList;
  readonly body?: string;
  /** The names that stand for secrets in URL and headers, as `‹NAME›`. */
  readonly variables?: readonly string[];
}

export function toCurl({ method, url, headers, body, variables = [] }: CurlRequest): string {
  const streams = headers.some(
    ([name, value]) => name.toLowerCase() === "accept" && value.includes("text/event-stream"),
  );
  const lines = [
    // Globbing would read brackets in the URL as a pattern.
    `curl${streams ? " --no-buffer" : ""}${/[[\]{}]/.test(url) ? " --globoff" : ""}`,
    // A body makes it a POST already.
    ...(method === (body === undefined ? "GET" : "POST")
      ? []
      : [`--request ${shellQuote(method)}`]),
    `--url ${withVariables(url, variables)}`,
    ...headers.map(([name, value]) => {
      return `--header ${withVariables(headerLine(name, value), variables)}`;
    }),
    ...(body === undefined ? [] : [`--data-raw ${shellQuote(body)}`]),
  ];
  return lines.join(" \\\n  ");
}

/** curl takes `name:` for a wish to leave the header out, and `name;` for an empty one. */
function headerLine(name: string, value: string): string {
  return value.trim() === "" ? `${name};` : `${name}: ${value}`;
}

/** Single quotes keep a variable from being one, so it stands between the quoted pieces. */
export function withVariables(text: string, variables: readonly string[]): string {
  if (variables.length === 0) return shellQuote(text);
  const pieces = text.split(new RegExp(`‹(${variables.join("|")})›`));
  return pieces
    .map((piece, index) =>
      index % 2 === 1 ? `"$${piece}"` : piece === "" ? "" : shellQuote(piece),
    )
    .join("");
}

/** One word of a POSIX shell (and of zsh): nothing inside single quotes means anything but the quote itself. */
export function shellQuote(text: string): string {
  if (/^[\w@%+:,./-]+$/.test(text)) return text;
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
