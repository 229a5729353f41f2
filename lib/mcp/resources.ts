/** Resources: the whole content of an event or the whole report of a run, in pages. */

import type { ReadResourceResult } from "@modelcontextprotocol/server";
import { getEventContent, takeBytes } from "../operations/get-event.ts";
import { OperationError } from "../operations/operation.ts";
import type { OperationHost } from "../operations/operation-host.ts";
import { createReport } from "../report/json.ts";
import { writeJson } from "../report/write-json.ts";
import { fenceText } from "./fence.ts";
import { maskText } from "./mask-text.ts";
import { createEventUri, createReportUri, parseResourceUri } from "./resource-uris.ts";
import { estimateTokens } from "./token-estimate.ts";
import { MAX_TOKENS } from "./tool-answer.ts";

/** Beside the page itself, an answer has its URI and the fence. */
const PAGE_TOKENS = MAX_TOKENS - 500;
const PAGE_BYTES = 30_000;
const MIN_PAGE_BYTES = 1000;

export async function readResource(uri: URL, host: OperationHost): Promise<ReadResourceResult> {
  const address = parseResourceUri(uri);
  if (!address) throw new OperationError("There is no such resource.");
  const { run, event, offset } = address;
  const open = await host.openRun(run);
  if (event !== null && event > open.timeline.lastEvent) {
    throw new OperationError(`The last event of the run is ${open.timeline.lastEvent}.`);
  }
  const whole =
    event === null
      ? [
          ...writeJson(createReport(open.timeline, open.source, undefined, open.interpretation)),
        ].join("")
      : getEventContent(open, event, "wire");
  const bytes = new TextEncoder().encode(maskText(whole));
  const { text, nextOffset } = takePage(bytes, offset);
  const next = nextOffset === null ? null : getUri(run, event, nextOffset);
  const position = `Bytes ${offset} to ${nextOffset ?? bytes.length} of ${bytes.length}.`;
  const lines = [
    position,
    fenceText(text),
    next === null ? "This is the end." : `Next page: ${next}`,
  ];
  return { contents: [{ uri: uri.href, mimeType: "text/plain", text: lines.join("\n") }] };
}

const getUri = (run: string, event: number | null, offset: number): string =>
  event === null ? createReportUri(run, offset) : createEventUri(run, event, offset);

/** The longest page whose fenced text fits. */
function takePage(bytes: Uint8Array, offset: number): ReturnType<typeof takeBytes> {
  for (let length = PAGE_BYTES; ; length = Math.max(MIN_PAGE_BYTES, Math.floor(length * 0.7))) {
    const page = takeBytes(bytes, offset, length);
    const tokens = estimateTokens(JSON.stringify(fenceText(page.text)));
    if (tokens <= PAGE_TOKENS || length === MIN_PAGE_BYTES) return page;
  }
}
