/**
 * Exchanges for logs that have events but no HTTP, such as JSON Lines and arrays. The events become
 * one event stream, or one for each client request found between them.
 */

import { isStreamingOperation } from "../../protocol/call.ts";
import { isObject, tryParseJson } from "../../protocol/json.ts";
import { isRpcRequest } from "../../protocol/request.ts";
import { readRecordedRequest } from "../../protocol/request-from-record.ts";
import { Body } from "../../wire/body.ts";
import { stripRecordSeparator } from "../../wire/frame.ts";
import { readFrames, SniffingFramer } from "../../wire/framing.ts";
import { JsonFramer } from "../../wire/json-framer.ts";
import type { DataRecord, EndRecord, HeadRecord, OpenRecord } from "../../wire/record.ts";

/** The records of one exchange. */
export interface RawExchange {
  readonly open: OpenRecord;
  head: HeadRecord | null;
  readonly data: DataRecord[];
  end: EndRecord | null;
}

/** Splits an exchange that is a whole log without HTTP by client request; returns others unchanged. */
export function splitTurns(raw: RawExchange): RawExchange[] {
  if (raw.head !== null) return [raw];
  const isBare = raw.open.method === "" && raw.open.framing === "json";
  return isBare ? splitByRequest(raw) : [toEventStream(raw)];
}

/** Many logs have the events of a stream as JSON; what is no JSON is returned unchanged. */
function toEventStream(raw: RawExchange): RawExchange {
  const framer = new SniffingFramer(raw.open.framing ?? null, null);
  const body = new Body();
  const records = [...raw.data, null];
  const events = records.flatMap((record, i) => {
    const text = record ? body.push(record, i) : body.end(i);
    const frames = [...framer.push(text), ...(record ? [] : framer.end())];
    return frames.filter(({ kind }) => kind === "data").map(({ data }) => ({ data, t: record?.t }));
  });
  if (framer.framing !== "json") return raw;
  const operation = readRecordedRequest(raw.open)?.operation ?? "stream";
  const isStreamed = raw.open.method === "" && isStreamingOperation(operation);
  if (events.length < (isStreamed ? 1 : 2)) return raw;
  const last = raw.data.at(-1)?.t ?? null;
  return {
    ...raw,
    open: { ...raw.open, framing: "sse" },
    data: events.map(({ data, t = last }) => ({
      r: "data",
      x: raw.open.x,
      t,
      text: formatSseEvent(stripRecordSeparator(data)),
    })),
  };
}

interface LogTurn {
  /** The client's request, if the log has it. */
  readonly request: string | null;
  readonly responses: string[];
}

function splitByRequest({ open, data, end }: RawExchange): RawExchange[] {
  const turns: LogTurn[] = [];
  for (const frame of readFrames(new JsonFramer(), data)) {
    if (frame.kind !== "data") continue;
    const text = stripRecordSeparator(frame.data);
    const value = tryParseJson(text);
    if (isObject(value) && isRpcRequest(value)) turns.push({ request: text, responses: [] });
    else if (turns.length === 0) turns.push({ request: null, responses: [text] });
    else turns[turns.length - 1]?.responses.push(text);
  }
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

/**
 * Formats JSON as an SSE event, in one line as agents do: some clients read only the last line of
 * data. JSON has line breaks only between its tokens.
 */
const formatSseEvent = (text: string): string => `data: ${text.replace(/[\r\n]+/g, " ")}\n\n`;
