// An example of a rule as text to be read: what went out and what came back, record by record. Only
// white space is added to what was sent: what stands there twice, or oddly, stays so.
import type { RecordingBuilder } from "../../lib/lint/examples/recording-builder.ts";
import type { HeaderList, WireRecord } from "../../lib/wire/record.ts";
import { decodeBase64 } from "../../lib/wire/utf8.ts";
import { formatDuration } from "../ui/format.ts";

export interface ExampleText {
  /** What was asked first. */
  readonly request: string;
  /** All that came then. */
  readonly rest: string;
}

/** Steps of a scene follow each other this closely; more is worth a word. */
const STEP_MS = 10;

export function textOfScene({ records }: Pick<RecordingBuilder, "records">): ExampleText {
  const first = records[0]?.r === "open" ? 1 : 0;
  let time = timeOf(records[first - 1]);
  let rest = "";
  for (const record of records.slice(first)) {
    const waited = timeOf(record) - time;
    time = timeOf(record);
    if (rest !== "" && !rest.endsWith("\n")) rest += "\n";
    if (waited > STEP_MS) rest += `(after ${formatDuration(waited)})\n`;
    rest += textOf(record);
  }
  const request = records.slice(0, first).map(textOf).join("");
  return { request: request.trimEnd(), rest: rest.trimEnd() };
}

function timeOf(record: WireRecord | undefined): number {
  return record && "t" in record && typeof record.t === "number" ? record.t : 0;
}

function textOf(record: WireRecord): string {
  switch (record.r) {
    case "open": {
      const body = record.body === undefined ? "" : `${readable(record.body)}\n`;
      return `→ ${record.method} ${record.url}\n${headerLines(record.headers)}\n${body}`;
    }
    case "head":
      return `← ${record.status}\n${headerLines(record.headers)}\n`;
    case "data":
      return record.text === undefined ? `${hexOf(record.b64 ?? "")}\n` : readable(record.text);
    case "end":
      return `■ ${record.cause}${record.error ? `: ${record.error.message}` : ""}\n${headerLines(record.trailers ?? [])}`;
    default:
      return "";
  }
}

function headerLines(headers: HeaderList): string {
  return headers.map(([name, value]) => `${name}: ${value}\n`).join("");
}

/** The fields of an event, or a body, with the JSON in them laid out. */
function readable(text: string): string {
  const lines = isJson(text) ? indented(text) : text.replace(/^(data: ?)(.*)$/gm, fieldLaidOut);
  return seen(lines);
}

function fieldLaidOut(line: string, name: string, value: string): string {
  return isJson(value) ? `${name}${indented(value)}` : line;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const OPENS = /[[{]/;
const CLOSES = /[\]}]/;

/** JSON over several lines: every character of it but the white space between its tokens. */
export function indented(json: string): string {
  const tokens = json.match(/"(?:[^"\\]|\\.)*"|[[\]{}:,]|[^\s[\]{}:,"]+/g) ?? [];
  let depth = 0;
  let text = "";
  const line = () => `\n${"  ".repeat(depth)}`;
  for (const [index, token] of tokens.entries()) {
    const isEmpty = OPENS.test(tokens[index - 1]?.[0] ?? "") && tokens[index - 1]?.length === 1;
    if (token.length === 1 && CLOSES.test(token)) {
      depth--;
      text += isEmpty ? token : line() + token;
      continue;
    }
    if (isEmpty || tokens[index - 1] === ",") text += line();
    text += token === ":" ? ": " : token;
    if (token.length === 1 && OPENS.test(token)) depth++;
  }
  return text;
}

/** Where the pictures of what cannot be seen begin. */
const PICTURES = 0x2400;

function seen(text: string): string {
  return text.replace(/\p{Cc}/gu, (control) => {
    const code = control.charCodeAt(0);
    const isLaidOut = control === "\n" || control === "\t";
    return isLaidOut || code >= 0x20 ? control : String.fromCharCode(PICTURES + code);
  });
}

function hexOf(base64: string): string {
  const bytes = [...decodeBase64(base64)].map((byte) => byte.toString(16).padStart(2, "0"));
  const rows: string[] = [];
  for (let at = 0; at < bytes.length; at += 16) rows.push(bytes.slice(at, at + 16).join(" "));
  return rows.join("\n");
}
