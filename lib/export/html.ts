/**
 * A log as one HTML file that shows itself: the page of the viewer with the log in it. Whatever the
 * log and its title hold, none of it is markup there: the log travels as base64, what is said of it
 * as JSON without a "<", and the title as text.
 */

import {
  ELEMENT_END,
  HTML_LOG_ATTRIBUTE,
  HTML_LOG_VERSION,
  type HtmlLogMetadata,
  LOG_ELEMENT_START,
  METADATA_ELEMENT_START,
} from "../wire/html-log.ts";
import { concatBytes, encodeBase64 } from "../wire/utf8.ts";
import type { ExportContext, Exporter } from "./exporter.ts";
import { loupeLog } from "./loupe-log.ts";

export const html: Exporter = {
  ...loupeLog,
  id: "html",
  title: "HTML file",
  extension: ".html",
  mediaType: "text/html",
  description: "Opens by itself in any browser, offline: a read-only Loupe with this run in it.",
  isPage: true,
};

/** What the page says of the run besides how it is called. */
export interface ViewerPageSource {
  /** The page of the viewer, without a log. */
  load(): Promise<string>;
  /** ISO 8601. */
  readonly exportedAt: string;
  /** What was replaced, in words; `null` where nothing was. */
  readonly redaction: string | null;
}

/** What an exporter wrote, as it leaves: a page with it inside, where it is for one. */
export async function* writeAsPage(
  { isPage }: Exporter,
  text: Iterable<string> | AsyncIterable<string>,
  { name, by }: ExportContext,
  { load, exportedAt, redaction }: ViewerPageSource,
): AsyncGenerator<string> {
  if (!isPage) {
    yield* text;
    return;
  }
  const version = by.replace(/^loupe\//, "");
  yield* writeHtmlLog(await load(), text, { title: name, exportedAt, version, redaction });
}

/** Where the page of the viewer takes what is put into it. */
const TITLE_PLACEHOLDER = "<!--loupe:title-->";
const LOG_PLACEHOLDER = "<!--loupe:log-->";

/** The file in pieces. `log` is the text of a Loupe log, in pieces of its own. */
export async function* writeHtmlLog(
  template: string,
  log: Iterable<string> | AsyncIterable<string>,
  facts: HtmlLogMetadata,
): AsyncGenerator<string> {
  const [head, middle, tail] = splitTemplate(template);
  yield head;
  yield escapeHtml(facts.title);
  yield middle;
  yield `${METADATA_ELEMENT_START}${escapeJsonForHtml(facts)}${ELEMENT_END}\n${LOG_ELEMENT_START}\n`;
  yield* encodeBase64Lines(compress(log));
  yield ELEMENT_END;
  yield tail;
}

/** With gzip, where the platform has it. */
async function* compress(
  text: Iterable<string> | AsyncIterable<string>,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  if (typeof CompressionStream === "undefined") {
    for await (const piece of text) yield encoder.encode(piece);
    return;
  }
  const { readable, writable } = new CompressionStream("gzip");
  const writer = writable.getWriter();
  const write = async () => {
    for await (const piece of text) await writer.write(encoder.encode(piece));
    await writer.close();
  };
  const writing = write();
  // It is waited for below, but may fail before.
  writing.catch((error: unknown) => writer.abort(error));
  const reader = readable.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    yield value;
  }
  await writing;
}

/** Each line is whole by itself: three bytes are four characters, and only the last is padded. */
async function* encodeBase64Lines(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let held = new Uint8Array(0);
  for await (const piece of pieces) {
    const bytes = concatBytes(held, piece);
    const whole = bytes.length - (bytes.length % 3);
    if (whole > 0) yield `${encodeBase64(bytes.subarray(0, whole))}\n`;
    held = bytes.slice(whole);
  }
  if (held.length > 0) yield `${encodeBase64(held)}\n`;
}

function splitTemplate(template: string): readonly [head: string, middle: string, tail: string] {
  const [head = "", rest = ""] = splitAtPlaceholder(template, TITLE_PLACEHOLDER);
  const [middle = "", tail = ""] = splitAtPlaceholder(rest, LOG_PLACEHOLDER);
  if (
    !head.includes(`${HTML_LOG_ATTRIBUTE}="${HTML_LOG_VERSION}"`) ||
    middle === "" ||
    tail === ""
  ) {
    throw new Error("This is not the page of this version's viewer.");
  }
  return [head, middle, tail];
}

function splitAtPlaceholder(text: string, place: string): readonly string[] {
  const at = text.indexOf(place);
  return at < 0 ? [] : [text.slice(0, at), text.slice(at + place.length)];
}

const HTML_ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

function escapeHtml(text: string): string {
  return text.replace(/[&<>]/g, (char) => HTML_ENTITIES[char] ?? "");
}

/** Without any character that means something to HTML, or that a line could break at. */
function escapeJsonForHtml(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
