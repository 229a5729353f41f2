/**
 * A shell script that sends the requests of the run again, in their order, with curl; calls over
 * gRPC with grpcurl. Credentials are variables of the environment and never in it.
 */

import { quoteForShell, toCurl } from "../protocol/snippets/curl.ts";
import { toGrpcurl } from "../protocol/snippets/grpcurl.ts";
import { toPrintableLine } from "../report/printable.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { createTimelineWriter, type ExportContext, type Exporter } from "./exporter.ts";
import { getRequestTitle, type ResendableRequest, RunRequests } from "./run-requests.ts";

export const curlScript: Exporter = {
  id: "curl",
  title: "curl script",
  extension: ".sh",
  mediaType: "application/x-sh",
  description: "Sends the requests again from any shell; credentials come from the environment.",
  missingFeatures: [
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
  canReopen: false,
  start: (context) => createTimelineWriter(context, writeScript),
};

function* writeScript(timeline: Timeline, { name, by }: ExportContext): Generator<string> {
  const requests = new RunRequests(timeline);
  yield `#!/bin/sh\n# ${toComment(name)}: its requests, in order. Written by ${toComment(by)}.\n`;
  for (const { variable, url } of requests.origins) {
    yield `: "\${${variable}:=${escapeInQuotes(url)}}"\n`;
  }
  if (requests.secrets.length > 0) {
    yield "# Set these to what was left out here:\n";
    for (const secret of requests.secrets) yield `: "\${${secret}:?}"\n`;
  }
  yield "set -e\n";
  if (requests.resendable.some(({ exchange }) => exchange.request?.taskId)) {
    yield "# Tasks are called by the ids that they had: an agent that does not know them says so.\n";
  }
  for (const [i, asked] of requests.resendable.entries())
    yield formatStep(asked, i + 1, requests.resendable.length);
  for (const { open, id } of requests.others) {
    const why = open.record.inbound ? "came from the agent" : "was not recorded";
    yield `\n# The request of ${toComment(id)} ${why}.\n`;
  }
}

function formatStep(
  { exchange, request }: ResendableRequest,
  number: number,
  count: number,
): string {
  const { bodyB64 } = request;
  const title = toPrintableLine(getRequestTitle(exchange), 100);
  const command = bodyB64 === undefined ? toCurl(request) : toGrpcurl({ ...request, bodyB64 });
  const said = quoteForShell(`\n# ${number} of ${count}: ${title}\n`);
  return `\n# ${toComment(title)}\nprintf '%s' ${said} >&2\n${command.replace(/^curl /, "curl --silent --show-error ")}\n`;
}

/** One line, which is what a comment is. */
const toComment = (text: string) => toPrintableLine(text, 120);

/** Inside double quotes, in a default value: nothing there may be obeyed or end it. */
const escapeInQuotes = (text: string) => text.replace(/["$`\\}]/g, "\\$&");
