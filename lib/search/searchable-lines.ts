/**
 * The searchable text of a run: messages, responses, calls and failures, one line each, with
 * the row and the event that shows it. Ids, headers and URLs are not part of it.
 */

import type { LinePlace } from "../api/library-search.ts";
import type { Interpretation } from "../dialects/interpretation.ts";
import type { Item } from "../dialects/item.ts";
import { getItemChunkedTextAt, getItemTextAt, getItemTitleAt } from "../dialects/item-content.ts";
import { stringifyJson } from "../json/json-stringify.ts";
import type { Part } from "../protocol/model.ts";
import type { ChunkedText } from "../timeline/provenance.ts";
import { getErrorDetail } from "../timeline/timeline-queries.ts";

/** Far more than agents say in a run. The rest is not searched. */
const MAX_LENGTH = 1e6;
/** Of JSON: arguments, results, data parts. */
const MAX_JSON_LENGTH = 20_000;

interface SearchableText {
  /** Without line breaks inside of lines. */
  readonly text: string;
  readonly places: readonly LinePlace[];
}

export function createSearchableText(interpretation: Interpretation): SearchableText {
  const lines: string[] = [];
  const places: LinePlace[] = [];
  let length = 0;
  for (const { text, place } of listLines(interpretation)) {
    if (length + text.length > MAX_LENGTH) break;
    length += text.length + 1;
    lines.push(text);
    places.push(place);
  }
  return { text: lines.join("\n"), places };
}

interface SearchableLine {
  readonly text: string;
  readonly place: LinePlace;
}

function* listLines(interpretation: Interpretation): Generator<SearchableLine> {
  const { lastEvent } = interpretation.timeline;
  for (const item of interpretation.items) {
    // What was merged is shown by the other item.
    if (!item.isRowAt(lastEvent)) continue;
    const { index: row, kind } = item;
    const events = item.events;
    const event = events.count === 0 ? null : events.at(0);
    for (const { text, findEvent } of listTexts(interpretation, item, lastEvent)) {
      let at = 0;
      for (const line of text.split("\n")) {
        const words = line.replace(/\s+/g, " ").trim();
        if (words !== "") {
          yield { text: words, place: { row, event: findEvent?.(at) ?? event, kind } };
        }
        at += line.length + 1;
      }
    }
  }
}

interface ItemText {
  readonly text: string;
  /** The event that brought a character, if not the first of the item. */
  readonly findEvent?: (position: number) => number | null;
}

/** The texts of an item: what it is called, its text, and the data beside it. */
function listTexts(interpretation: Interpretation, item: Item, n: number): ItemText[] {
  const detail = interpretation.details.get(item);
  if (detail?.kind === "tool") {
    const { args, result } = detail.call.fieldsAt(n);
    const title = getItemTitleAt(interpretation, item, n);
    return [{ text: `${title}${formatArguments(args)}` }, { text: formatJson(result) }];
  }
  const { entry } = item;
  const own = listOwnTexts(interpretation, item, n);
  if (item.isNested || detail !== undefined) return own;
  switch (entry.kind) {
    case "message":
      return [...own, ...entry.message.message.parts.map(toPartText)];
    case "artifact": {
      const { revisions } = entry.artifact;
      const replaced = revisions.filter((_, i) => isReplaced(revisions[i + 1]?.relation));
      const parts = entry.artifact.revisionAt(n)?.nonTextPartsAt(n) ?? [];
      return [...replaced.map((one) => toItemText(one, n)), ...own, ...parts.map(toPartText)];
    }
    case "error": {
      const title = getItemTitleAt(interpretation, item, n);
      return [{ text: [title, getErrorDetail(entry, n)].filter(Boolean).join(": ") }];
    }
    case "other":
      return [{ text: [entry.title, entry.detail].filter(Boolean).join(": ") }];
    default:
      return own;
  }
}

const isReplaced = (relation: string | undefined) =>
  relation === "differs" || relation === "shrinks";

function listOwnTexts(interpretation: Interpretation, item: Item, n: number): ItemText[] {
  const chunked = getItemChunkedTextAt(interpretation, item, n);
  const text = getItemTextAt(interpretation, item, n);
  if (chunked && chunked.textAt(n) === text) return [toItemText(chunked, n)];
  return [{ text }];
}

function toItemText(chunked: ChunkedText, n: number): ItemText {
  return {
    text: chunked.textAt(n),
    findEvent(position) {
      const chunk = chunked.chunkOfCharacter(position);
      const event = chunk < 0 ? -1 : chunked.chunkAt(chunk).event;
      return event < 0 ? null : event;
    },
  };
}

function toPartText(part: Part): ItemText {
  if (part.kind === "data") return { text: formatJson(part.data) };
  return { text: part.kind === "file" ? (part.name ?? "") : "" };
}

const formatArguments = (args: unknown) => (args === undefined ? "" : `(${formatJson(args)})`);

function formatJson(value: unknown): string {
  if (value === undefined || value === null) return "";
  const text = typeof value === "string" ? value : stringifyJson(value);
  return text.slice(0, MAX_JSON_LENGTH);
}
