/** Converts a HAR entry to the records of one exchange. */

import { decodeStrict, encodeBase64 } from "../../text/utf8.ts";
import { splitIntoFrames } from "../../wire/frame.ts";
import { getHeaderValue } from "../../wire/headers.ts";
import type { EndRecord, HeadRecord, OpenRecord, Time, WireRecord } from "../../wire/record.ts";
import { SseFramer } from "../../wire/sse-framer.ts";
import { getHarEndCause, type HarEntry, type HarEvent, type HarResponse } from "./har-entry.ts";

const RESTORED_CHARSET_NOTE =
  "The browser decoded this body as windows-1252, but it is UTF-8. Loupe reads it as UTF-8.";

/** `since` converts a time since 1970 to a time of the recording. */
export function toHarRecords(
  entry: HarEntry,
  x: string,
  since: (ms: number) => Time,
): WireRecord[] {
  const { started, timing, response, error } = entry;
  const after = (ms: number | null) =>
    started === null || ms === null ? null : since(started + ms);
  const open: OpenRecord = {
    r: "open",
    x,
    t: after(0),
    method: entry.method,
    url: entry.url,
    headers: entry.headers,
    ...(entry.body !== null && { body: entry.body }),
  };
  const records: WireRecord[] = [open];
  if (response) records.push(createHead(entry, response, x, after(timing.firstByte)));
  if (response?.hasRestoredCharset)
    records.push({ r: "note", t: null, text: RESTORED_CHARSET_NOTE, x });
  if (response) records.push(...createBodyRecords(response, x, since, after));
  const cause = error !== null ? getHarEndCause(error) : response?.body ? "complete" : "unknown";
  const end: EndRecord = { r: "end", x, t: after(timing.end), cause };
  if (error !== null) end.error = { by: "system", message: error };
  records.push(end);
  return records;
}

function createHead(entry: HarEntry, answer: HarResponse, x: string, t: Time): HeadRecord {
  const { status, statusText, httpVersion, headers } = answer;
  const coding = getHeaderValue(headers, "content-encoding");
  const timing = Object.entries(entry.timing).filter(([name, ms]) => ms !== null && name !== "end");
  return {
    r: "head",
    x,
    t,
    status,
    ...(statusText !== "" && { statusText }),
    ...(httpVersion !== null && { httpVersion }),
    headers,
    ...(entry.remote && { remote: entry.remote }),
    ...(timing.length > 0 && { timing: Object.fromEntries(timing) }),
    // Browsers save decoded bodies.
    ...(coding !== null && answer.body && { decoded: coding }),
  };
}

function createBodyRecords(
  { body, missingReason, events }: HarResponse,
  x: string,
  since: (ms: number) => Time,
  after: (ms: number | null) => Time,
): WireRecord[] {
  if (body && body.length > 0) {
    const text = decodeStrict(body);
    if (text === null) return [{ r: "data", x, t: null, b64: encodeBase64(body) }];
    return splitByEvents(text, events).map(({ text: piece, ms }) => ({
      r: "data",
      x,
      t: ms === null ? null : since(ms),
      text: piece,
    }));
  }
  if (body || (events.length === 0 && missingReason === "")) return [];
  const why = missingReason === "" ? "" : `: ${missingReason}`;
  if (events.length === 0) {
    return [
      {
        r: "note",
        t: after(null),
        text: `The browser did not save the body of this response${why}`,
        x,
      },
    ];
  }
  const note =
    "The browser did not save the body of this response, only its events. Loupe rebuilt the body from them.";
  const pieces = events.map((event): WireRecord => {
    return {
      r: "data",
      x,
      t: event.ms === null ? null : since(event.ms),
      text: formatEvent(event),
    };
  });
  return [{ r: "note", t: null, text: note, x }, ...pieces];
}

/** Splits a body after each event whose time is known. */
function splitByEvents(
  text: string,
  events: readonly HarEvent[],
): { text: string; ms: number | null }[] {
  if (events.length === 0)
    return splitBeforeLastEvent(text).map((piece) => ({ text: piece, ms: null }));
  const pieces: { text: string; ms: number | null }[] = [];
  let from = 0;
  let next = 0;
  for (const { kind, data, end } of splitIntoFrames(new SseFramer(), text)) {
    const event = events[next];
    if (kind !== "data" || event?.data !== data) continue;
    pieces.push({ text: text.slice(from, end), ms: event.ms });
    from = end;
    next++;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), ms: null });
  return pieces;
}

/**
 * Splits a stream before its last event: only that came when the response ended. In another body
 * there is nothing to split.
 */
function splitBeforeLastEvent(text: string): string[] {
  const last = splitIntoFrames(new SseFramer(), text).findLast(({ kind }) => kind === "data");
  return last && last.start > 0 ? [text.slice(0, last.start), text.slice(last.start)] : [text];
}

function formatEvent({ name, id, data }: HarEvent): string {
  const fields = name === "" || name === "message" ? "" : `event: ${name}\n`;
  const lines = data.split("\n").map((line) => `data: ${line}\n`);
  return `${fields}${id === "" ? "" : `id: ${id}\n`}${lines.join("")}\n`;
}
