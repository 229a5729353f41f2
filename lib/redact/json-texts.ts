/** Visits the strings of a JSON text and of JSON nested in them; streamed texts go to their streams. */

import { parseJson } from "../json/exact-json.ts";
import { forEachScalar } from "../json/json-scalars.ts";
import type { FrameContent } from "../wire/frame-content.ts";
import { decodeJsonEscapes } from "./decoded-text.ts";
import { type EditableText, sliceText } from "./editable-text.ts";
import { getStreamKeys, isStreamedText } from "./streamed-text.ts";
import type { TextLocation } from "./text-location.ts";

export interface TextVisitor {
  text(surface: EditableText, where: TextLocation): void;
  streamed?(key: string, surface: EditableText, where: TextLocation): void;
}

const MAX_DEPTH = 3;

/** False if the text is not valid JSON; the strings in it are visited nevertheless. */
export function visitJsonTexts(
  surface: EditableText,
  where: TextLocation,
  texts: TextVisitor,
  content: FrameContent = { text: surface.text, back: (position) => position },
): boolean {
  const value = parseJson(content.text);
  const around = { value: value ?? null, path: where.path.length };
  visitStrings(surface, where, texts, content, around, 0);
  return value !== undefined;
}

interface JsonContext {
  /** The parsed value that a path leads through, after its first `path` steps. */
  readonly value: unknown;
  readonly path: number;
}

function visitStrings(
  surface: EditableText,
  where: TextLocation,
  texts: TextVisitor,
  { text, back }: FrameContent,
  around: JsonContext,
  depth: number,
): void {
  forEachScalar(text, (path, from, to, kind) => {
    const literal = sliceText(surface, back(from), back(from) + to - from);
    const decoded = kind === "number" ? literal : decodeJsonEscapes(literal);
    const at: TextLocation = {
      ...where,
      path: where.path.length === 0 ? path : [...where.path, ...path],
      kind,
    };
    const inside =
      depth < MAX_DEPTH && looksLikeJson(decoded.text) ? parseJson(decoded.text) : undefined;
    if (inside !== undefined) {
      const same = { text: decoded.text, back: (position: number) => position };
      visitStrings(decoded, at, texts, same, { value: inside, path: at.path.length }, depth + 1);
    }
    texts.text(decoded, at);
    if (texts.streamed && isStreamedText(at)) {
      const relative = { ...at, path: at.path.slice(around.path) };
      const keys = getStreamKeys(relative, around.value);
      for (const key of keys) texts.streamed(`${where.path.join("\n")}\n${key}`, decoded, at);
    }
  });
}

function looksLikeJson(text: string): boolean {
  return text.length > 7 && /^\s*[[{]/.test(text);
}
