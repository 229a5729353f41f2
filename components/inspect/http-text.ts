/** Formats an exchange as HTTP text as of an event: request, then status and headers of the response. */

import { getUnparsedText } from "../../lib/report/exchange-report.ts";
import type { Exchange } from "../../lib/timeline/exchange.ts";
import { formatRequestHexdump } from "../../lib/timeline/protobuf-hexdump.ts";
import type { HeaderList } from "../../lib/wire/record.ts";

export function formatHttpText(exchange: Exchange | undefined, n: number): string {
  if (!exchange) return "";
  const { method, url, headers, body, bodyB64 } = exchange.open.record;
  const lines = [`${method} ${url}`, ...formatHeaderLines(headers), ""];
  if (body !== undefined) lines.push(body, "");
  if (bodyB64 !== undefined) lines.push(...formatRequestHexdump(url, bodyB64), "");
  for (const { record, firstEvent } of exchange.redirects) {
    if (firstEvent > n) break;
    const { status, location } = record;
    lines.push(`${status} redirect to ${location}`, ...formatHeaderLines(record.headers), "");
  }
  const head = exchange.headAt(n);
  if (head) {
    const version = head.httpVersion ? `HTTP/${head.httpVersion} ` : "";
    lines.push(`${version}${head.status} ${head.statusText ?? ""}`.trimEnd());
    lines.push(...formatHeaderLines(head.headers), "");
  }
  const end = exchange.endAt(n)?.record;
  if (end) {
    lines.push(`ended: ${end.cause}${end.error ? ` (${end.error.message})` : ""}`);
    if (end.trailers) lines.push(...formatHeaderLines(end.trailers));
    if (end.unparsed)
      lines.push("", `not HTTP, ${end.unparsed.n} bytes:`, getUnparsedText(end.unparsed));
  }
  return lines.join("\n");
}

function formatHeaderLines(headers: HeaderList): string[] {
  return headers.map(([name, value]) => `${name}: ${value}`);
}
