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
import { parsedJson } from "./parsed.ts";
import type { Raw } from "./script.ts";

/** The exchange as it is, unless it is a log's whole content without any HTTP. */
export function turnsOf(raw: Raw): Raw[] {
  const isBare = raw.open.method === "" && raw.head === null && raw.open.framing === "json";
  return isBare ? split(raw) : [raw];
}

interface Turn {
  /** The client's own request, where the log has it. */
  readonly asked: string | null;
  readonly answers: string[];
}

function split({ open, data, end }: Raw): Raw[] {
  const turns: Turn[] = [];
  const framer = new SniffingFramer("json", null, (frame) => {
    if (frame.kind !== "data") return;
    const text = stripRecordSeparator(frame.data);
    const value = parsedJson(text);
    if (isObject(value) && isRpcRequest(value)) turns.push({ asked: text, answers: [] });
    else if (turns.length === 0) turns.push({ asked: null, answers: [text] });
    else turns[turns.length - 1]?.answers.push(text);
  });
  const body = new Body();
  for (const [i, record] of data.entries()) framer.push(body.push(record, i));
  framer.push(body.end(data.length));
  framer.end();
  return turns.map(({ asked, answers }) => {
    const opened = asked === null ? open : { ...open, method: "POST", body: asked };
    const operation = readRecordedRequest(opened)?.operation ?? "stream";
    const isStream = isStreamingOperation(operation) || answers.length > 1;
    const framing = isStream ? "sse" : "json";
    const texts = isStream ? answers.map(asEvent) : answers;
    return {
      open: { ...opened, framing },
      head: null,
      data: texts.map((text) => ({ r: "data", x: open.x, t: null, text })),
      end,
    };
  });
}

/** Pretty-printed JSON takes several lines, each a field of its own. */
function asEvent(text: string): string {
  return `${text
    .split(/\r\n|\r|\n/)
    .map((line) => `data: ${line}\n`)
    .join("")}\n`;
}
