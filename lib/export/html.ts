/**
 * A log as one HTML file that shows itself: the page of the viewer with the log in it. Whatever the
 * log and its title hold, none of it is markup there: the log travels as base64, what is said of it
 * as JSON without a "<", and the title as text.
 */

import {
  ELEMENT_END,
  FACTS_START,
  LOG_START,
  PAGE_MARK,
  PAGE_VERSION,
  type PageFacts,
} from "../wire/page.ts";
import { base64FromBytes } from "../wire/utf8.ts";

/** Where the page of the viewer takes what is put into it. */
const TITLE_PLACE = "<!--loupe:title-->";
const LOG_PLACE = "<!--loupe:log-->";

/** A multiple of three: only the last piece is padded. */
const PIECE_BYTES = 3 << 14;

/** The file in pieces. `log` are the bytes of a Loupe log, packed with gzip or not. */
export function* htmlOf(template: string, log: Uint8Array, facts: PageFacts): Generator<string> {
  const [head, middle, tail] = partsOf(template);
  yield head;
  yield asText(facts.title);
  yield middle;
  yield `${FACTS_START}${asData(facts)}${ELEMENT_END}\n${LOG_START}\n`;
  for (let from = 0; from < log.length; from += PIECE_BYTES) {
    yield `${base64FromBytes(log.subarray(from, from + PIECE_BYTES))}\n`;
  }
  yield ELEMENT_END;
  yield tail;
}

function partsOf(template: string): readonly [head: string, middle: string, tail: string] {
  const [head = "", rest = ""] = cut(template, TITLE_PLACE);
  const [middle = "", tail = ""] = cut(rest, LOG_PLACE);
  if (!head.includes(`${PAGE_MARK}="${PAGE_VERSION}"`) || middle === "" || tail === "") {
    throw new Error("This is not the page of this version's viewer.");
  }
  return [head, middle, tail];
}

function cut(text: string, place: string): readonly string[] {
  const at = text.indexOf(place);
  return at < 0 ? [] : [text.slice(0, at), text.slice(at + place.length)];
}

const NAMED: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

function asText(text: string): string {
  return text.replace(/[&<>]/g, (char) => NAMED[char] ?? "");
}

/** Without any character that means something to HTML, or that a line could break at. */
function asData(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
