/**
 * Exporter for a self-contained HTML file: the viewer page with the log embedded in it.
 *
 *     loupe export run.jsonl --as html --redact -o run.html
 *
 * Guarantees: nothing in the log or its metadata becomes markup. The log is embedded as base64, the
 * metadata as JSON without "<", and the title as escaped text.
 */

import {
  ELEMENT_END,
  HTML_LOG_ATTRIBUTE,
  HTML_LOG_VERSION,
  type HtmlLogMetadata,
  LOG_ELEMENT_START,
  METADATA_ELEMENT_START,
} from "../log/html-log.ts";
import { concatBytes, encodeBase64 } from "../text/utf8.ts";
import type { ExportContext, Exporter } from "./exporter.ts";
import { loupeLog } from "./loupe-log.ts";

export const html: Exporter = {
  ...loupeLog,
  id: "html",
  title: "HTML file",
  extension: ".html",
  mediaType: "text/html",
  description: "Opens in any browser, offline: a read-only Loupe with this run in it.",
  isPage: true,
};

/** The viewer page and its metadata, other than the name of the run. */
interface ViewerPageSource {
  /** Loads the viewer page, without a log. */
  load(): Promise<string>;
  /** ISO 8601. */
  readonly exportedAt: string;
  /** Summary of what was redacted; `null` if nothing was. */
  readonly redaction: string | null;
}

/** Embeds the exporter's output in the viewer page, if the format needs that. */
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

/** Placeholders in the viewer page. */
const TITLE_PLACEHOLDER = "<!--loupe:title-->";
const LOG_PLACEHOLDER = "<!--loupe:log-->";

/** Yields the file in pieces. `log` is the text of a Loupe log, in pieces. */
export async function* writeHtmlLog(
  template: string,
  log: Iterable<string> | AsyncIterable<string>,
  metadata: HtmlLogMetadata,
): AsyncGenerator<string> {
  const [head, middle, tail] = splitTemplate(template);
  yield head;
  yield escapeHtml(metadata.title);
  yield middle;
  yield `${METADATA_ELEMENT_START}${escapeJsonForHtml(metadata)}${ELEMENT_END}\n${LOG_ELEMENT_START}\n`;
  yield* encodeBase64Lines(compress(log));
  yield ELEMENT_END;
  yield tail;
}

/** Compresses with gzip, if the platform supports it. */
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
  // Awaited below, but it may reject before that.
  writing.catch((error: unknown) => writer.abort(error));
  const reader = readable.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    yield value;
  }
  await writing;
}

/** Each line can be decoded on its own: 3 bytes are 4 characters, and only the last line is padded. */
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
    throw new Error("The template is not the page of this version's viewer.");
  }
  return [head, middle, tail];
}

function splitAtPlaceholder(text: string, placeholder: string): readonly string[] {
  const at = text.indexOf(placeholder);
  return at < 0 ? [] : [text.slice(0, at), text.slice(at + placeholder.length)];
}

const HTML_ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

function escapeHtml(text: string): string {
  return text.replace(/[&<>]/g, (char) => HTML_ENTITIES[char] ?? "");
}

/** JSON without characters that HTML interprets or that count as line breaks. */
function escapeJsonForHtml(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
