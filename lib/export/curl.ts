/**
 * A shell script that sends the requests of the run again, in their order, with curl; calls over
 * gRPC with grpcurl. Credentials are variables of the environment and never in it.
 */

import { quoteForShell, toCurl } from "../protocol/snippets/curl.ts";
import { toGrpcurl } from "../protocol/snippets/grpcurl.ts";
import { toPrintableLine } from "../report/printable.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { type ExportContext, type Exporter, fromTimeline } from "./exporter.ts";
import { type AskedAgain, Requests, titleOf } from "./requests.ts";

export const curlScript: Exporter = {
  id: "curl",
  title: "curl script",
  extension: ".sh",
  mediaType: "application/x-sh",
  purpose: "Sends the requests again from any shell; credentials come from the environment.",
  lacks: [
    "events",
    "heads",
    "times",
    "json",
    "ends",
    "comments",
    "broken",
    "notifications",
    "redirects",
    "notes",
  ],
  opens: false,
  start: (context) => fromTimeline(context, scriptOf),
};

function* scriptOf(timeline: Timeline, { name, by }: ExportContext): Generator<string> {
  const requests = new Requests(timeline);
  yield `#!/bin/sh\n# ${comment(name)}: its requests, in order. Written by ${comment(by)}.\n`;
  for (const { variable, url } of requests.origins) {
    yield `: "\${${variable}:=${inQuotes(url)}}"\n`;
  }
  if (requests.secrets.length > 0) {
    yield "# Set these to what was left out here:\n";
    for (const secret of requests.secrets) yield `: "\${${secret}:?}"\n`;
  }
  yield "set -e\n";
  if (requests.asked.some(({ exchange }) => exchange.request?.taskId)) {
    yield "# Tasks are called by the ids that they had: an agent that does not know them says so.\n";
  }
  for (const [i, asked] of requests.asked.entries())
    yield step(asked, i + 1, requests.asked.length);
  for (const { open, id } of requests.others) {
    const why = open.record.inbound ? "came from the agent" : "was not recorded";
    yield `\n# The request of ${comment(id)} ${why}.\n`;
  }
}

function step({ exchange, request }: AskedAgain, number: number, count: number): string {
  const { bodyB64 } = request;
  const title = toPrintableLine(titleOf(exchange), 100);
  const command = bodyB64 === undefined ? toCurl(request) : toGrpcurl({ ...request, bodyB64 });
  const said = quoteForShell(`\n# ${number} of ${count}: ${title}\n`);
  return `\n# ${comment(title)}\nprintf '%s' ${said} >&2\n${command.replace(/^curl /, "curl --silent --show-error ")}\n`;
}

/** One line, which is what a comment is. */
const comment = (text: string) => toPrintableLine(text, 120);

/** Inside double quotes, in a default value: nothing there may be obeyed or end it. */
const inQuotes = (text: string) => text.replace(/["$`\\}]/g, "\\$&");
