/**
 * Logs that hold events and no HTTP around them: JSON Lines, arrays. Their events are put into an
 * event stream, and where the client's own requests stand between them, into one for each request.
 */

import { isStreamingOperation } from "../../protocol/call.ts";
import { isObject } from "../../protocol/json.ts";
import { isRpcRequest } from "../../protocol/request.ts";
import { readRecordedRequest } from "../../protocol/request-from-record.ts";
import { Body } from "../../wire/body.ts";
import { stripRecordSeparator } from "../../wire/frame.ts";
import { SniffingFramer } from "../../wire/framing.ts";
import type { RawExchange } from "./replay-source.ts";
import { tryParseJson } from "./try-parse-json.ts";

/** The exchange as it is, unless it is a log's whole content without any HTTP. */
export function splitTurns(raw: RawExchange): RawExchange[] {
  const isBare = raw.open.method === "" && raw.head === null && raw.open.framing === "json";
  return isBare ? splitByRequest(raw) : [raw];
}

interface LogTurn {
  /** The client's own request, where the log has it. */
  readonly request: string | null;
  readonly responses: string[];
}

function splitByRequest({ open, data, end }: RawExchange): RawExchange[] {
  const turns: LogTurn[] = [];
  const framer = new SniffingFramer("json", null, (frame) => {
    if (frame.kind !== "data") return;
    const text = stripRecordSeparator(frame.data);
    const value = tryParseJson(text);
    if (isObject(value) && isRpcRequest(value)) turns.push({ request: text, responses: [] });
    else if (turns.length === 0) turns.push({ request: null, responses: [text] });
    else turns[turns.length - 1]?.responses.push(text);
  });
  const body = new Body();
  for (const [i, record] of data.entries()) framer.push(body.push(record, i));
  framer.push(body.end(data.length));
  framer.end();
  return turns.map(({ request, responses }) => {
    const opened = request === null ? open : { ...open, method: "POST", body: request };
    const operation = readRecordedRequest(opened)?.operation ?? "stream";
    const isStream = isStreamingOperation(operation) || responses.length > 1;
    const framing = isStream ? "sse" : "json";
    const texts = isStream ? responses.map(formatSseEvent) : responses;
    return {
      open: { ...opened, framing },
      head: null,
      data: texts.map((text) => ({ r: "data", x: open.x, t: null, text })),
      end,
    };
  });
}

/** Pretty-printed JSON takes several lines, each a field of its own. */
function formatSseEvent(text: string): string {
  return `${text
    .split(/\r\n|\r|\n/)
    .map((line) => `data: ${line}\n`)
    .join("")}\n`;
}
