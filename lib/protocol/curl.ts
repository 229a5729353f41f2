/** A request as a curl command for any POSIX shell: pasted, it sends exactly the same bytes. */

import type { HeaderList } from "../wire/record.ts";

export interface CurlRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderList;
  readonly body?: string;
}

export function toCurl({ method, url, headers, body }: CurlRequest): string {
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
    `--url ${shellQuote(url)}`,
    ...headers.map(([name, value]) => `--header ${shellQuote(headerLine(name, value))}`),
    ...(body === undefined ? [] : [`--data-raw ${shellQuote(body)}`]),
  ];
  return lines.join(" \\\n  ");
}

/** curl takes `name:` for a wish to leave the header out, and `name;` for an empty one. */
function headerLine(name: string, value: string): string {
  return value.trim() === "" ? `${name};` : `${name}: ${value}`;
}

/** One word of a POSIX shell (and of zsh): nothing inside single quotes means anything but the quote itself. */
export function shellQuote(text: string): string {
  if (/^[\w@%+:,./-]+$/.test(text)) return text;
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
