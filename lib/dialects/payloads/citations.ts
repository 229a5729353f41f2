/** Citations: sources of an agent's text, and the characters they apply to. */

import { getOwnMember, getOwnNumber, getOwnText, parseJsonText, toList } from "./json-access.ts";

export interface Citation {
  readonly url: string | null;
  readonly title: string | null;
  readonly description: string | null;
  /** Character range in all plain text of the message; `null` if it applies to the whole text. */
  readonly from: number | null;
  readonly to: number | null;
}

/** Accepts a list, a single citation, `{citations}`, a model's grounding, or plain text. */
export function readCitations(value: unknown): Citation[] {
  const given = parseJsonText(value);
  const grounding = getOwnMember(given, "groundingChunks", "grounding_chunks");
  const list = grounding ?? getOwnMember(given, "citations", "citationSources") ?? given;
  return toList(list).flatMap(readCitation);
}

function readCitation(value: unknown): Citation[] {
  if (typeof value === "string") {
    const isUrl = /^https?:\/\/\S+$/.test(value);
    const blank = { description: null, from: null, to: null };
    return value === ""
      ? []
      : [{ url: isUrl ? value : null, title: isUrl ? null : value, ...blank }];
  }
  const source = getOwnMember(value, "web", "retrievedContext", "retrieved_context") ?? value;
  const url = getOwnText(source, "url", "uri");
  const title = getOwnText(source, "title", "name");
  const description = getOwnText(source, "description", "snippet", "text");
  if (url === null && title === null && description === null) return [];
  const from = getOwnNumber(value, "start_index", "startIndex");
  const to = getOwnNumber(value, "end_index", "endIndex");
  return [{ url, title, description, from, to }];
}
