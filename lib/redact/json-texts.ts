/** The strings of a JSON text, and of the JSON inside them; what grows in pieces goes to its streams. */

import { parseJson } from "../protocol/json.ts";
import { forEachScalar } from "../timeline/string-ranges.ts";
import type { FrameContent } from "../wire/frame-content.ts";
import { unescaped } from "./decoded.ts";
import { isStreamed, streamsOf } from "./streams.ts";
import { type Surface, slice } from "./surface.ts";
import type { Where } from "./where.ts";

export interface Texts {
  text(surface: Surface, where: Where): void;
  streamed?(key: string, surface: Surface, where: Where): void;
}

const DEEPEST = 3;

/** False where the text is no JSON: what there is of strings was handed out all the same. */
export function jsonTexts(
  surface: Surface,
  where: Where,
  texts: Texts,
  content: FrameContent = { text: surface.text, back: (position) => position },
): boolean {
  const value = parseJson(content.text);
  const around = { value: value ?? null, path: where.path.length };
  strings(surface, where, texts, content, around, 0);
  return value !== undefined;
}

interface Around {
  /** What the path leads through, behind its first steps. */
  readonly value: unknown;
  readonly path: number;
}

function strings(
  surface: Surface,
  where: Where,
  texts: Texts,
  { text, back }: FrameContent,
  around: Around,
  depth: number,
): void {
  forEachScalar(text, (path, from, to, kind) => {
    const literal = slice(surface, back(from), back(from) + to - from);
    const said = kind === "number" ? literal : unescaped(literal);
    const at: Where = {
      ...where,
      path: where.path.length === 0 ? path : [...where.path, ...path],
      kind,
    };
    const inside = depth < DEEPEST && looksLikeJson(said.text) ? parseJson(said.text) : undefined;
    if (inside !== undefined) {
      const same = { text: said.text, back: (position: number) => position };
      strings(said, at, texts, same, { value: inside, path: at.path.length }, depth + 1);
    }
    texts.text(said, at);
    if (texts.streamed && isStreamed(at)) {
      const relative = { ...at, path: at.path.slice(around.path) };
      const keys = streamsOf(relative, around.value);
      for (const key of keys) texts.streamed(`${where.path.join("\n")}\n${key}`, said, at);
    }
  });
}

function looksLikeJson(text: string): boolean {
  return text.length > 7 && /^\s*[[{]/.test(text);
}
