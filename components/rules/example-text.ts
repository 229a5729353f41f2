// Formats the example of a rule as readable text, record by record. Only white space is added:
// duplicate members and odd spellings are kept.
import { formatJson } from "../../lib/json/json-format.ts";
import type { RecordingBuilder } from "../../lib/lint/examples/recording-builder.ts";
import { decodeBase64 } from "../../lib/text/utf8.ts";
import type { HeaderList, WireRecord } from "../../lib/wire/record.ts";
import { formatDuration } from "../ui/format.ts";

interface ExampleText {
  /** The first request. */
  readonly request: string;
  /** Everything after it. */
  readonly rest: string;
}

/** Default time between records. Longer pauses are shown. */
const STEP_MS = 10;

export function formatExampleText({ records }: Pick<RecordingBuilder, "records">): ExampleText {
  const first = records[0]?.r === "open" ? 1 : 0;
  let time = getRecordTime(records[first - 1]);
  let rest = "";
  for (const record of records.slice(first)) {
    const waited = getRecordTime(record) - time;
    time = getRecordTime(record);
    if (rest !== "" && !rest.endsWith("\n")) rest += "\n";
    if (waited > STEP_MS) rest += `(after ${formatDuration(waited)})\n`;
    rest += formatRecord(record);
  }
  const request = records.slice(0, first).map(formatRecord).join("");
  return { request: request.trimEnd(), rest: rest.trimEnd() };
}

function getRecordTime(record: WireRecord | undefined): number {
  return record && "t" in record && typeof record.t === "number" ? record.t : 0;
}

function formatRecord(record: WireRecord): string {
  switch (record.r) {
    case "open": {
      const body = record.body === undefined ? "" : `${formatReadable(record.body)}\n`;
      return `→ ${record.method} ${record.url}\n${formatHeaderLines(record.headers)}\n${body}`;
    }
    case "head":
      return `← ${record.status}\n${formatHeaderLines(record.headers)}\n`;
    case "data":
      return record.text === undefined
        ? `${formatHexBytes(record.b64 ?? "")}\n`
        : formatReadable(record.text);
    case "end":
      return `■ ${record.cause}${record.error ? `: ${record.error.message}` : ""}\n${formatHeaderLines(record.trailers ?? [])}`;
    default:
      return "";
  }
}

function formatHeaderLines(headers: HeaderList): string {
  return headers.map(([name, value]) => `${name}: ${value}\n`).join("");
}

/** Indents the JSON in a body or in the fields of an SSE event. */
function formatReadable(text: string): string {
  const lines = isJson(text)
    ? formatJson(text, 0)
    : text.replace(/^(data: ?)(.*)$/gm, formatSseField);
  return showControlCharacters(lines);
}

function formatSseField(line: string, name: string, value: string): string {
  return isJson(value) ? `${name}${formatJson(value, 0)}` : line;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** First code point of the Unicode control pictures. */
const CONTROL_PICTURES_START = 0x2400;

function showControlCharacters(text: string): string {
  return text.replace(/\p{Cc}/gu, (control) => {
    const code = control.charCodeAt(0);
    const isLaidOut = control === "\n" || control === "\t";
    return isLaidOut || code >= 0x20 ? control : String.fromCharCode(CONTROL_PICTURES_START + code);
  });
}

function formatHexBytes(base64: string): string {
  const bytes = [...decodeBase64(base64)].map((byte) => byte.toString(16).padStart(2, "0"));
  const rows: string[] = [];
  for (let at = 0; at < bytes.length; at += 16) rows.push(bytes.slice(at, at + 16).join(" "));
  return rows.join("\n");
}
