/**
 * Lists the spellings of a secret: itself, and the results of up to three nested encodings that can
 * be decoded only from a known start.
 *
 * Guarantees: omits escapes around the whole text, which `escape-reader.ts` decodes in place; there
 * are thousands of spellings, so only their beginnings are computed until one of them is found.
 */

import { ENCODINGS, type Encoding, isSearchable, toUtf8 } from "./encodings.ts";
import { ANCHOR_LENGTH } from "./pattern-index.ts";

/** Maximum number of nested encodings. */
export const MAX_ENCODING_DEPTH = 3;

export interface SecretSpelling {
  readonly secret: string;
  /** One character per byte. */
  readonly text: string;
}

/** The encoding of another beginning that produces a beginning; `null` is the secret's own. */
interface BeginningOrigin {
  readonly encoding: Encoding;
  readonly of: Beginning;
}

type Beginning = readonly (BeginningOrigin | null)[];
type Level = Map<string, (BeginningOrigin | null)[]>;

/** Spellings with the same anchor. */
export class SpellingGroup {
  readonly #beginnings: { readonly secret: string; readonly by: Beginning }[] = [];
  #spellings: readonly SecretSpelling[] | null = null;

  add(secret: string, by: Beginning): void {
    this.#beginnings.push({ secret, by });
  }

  /** Whether the group contains an unencoded secret. */
  get hasPlain(): boolean {
    return this.#beginnings.some(({ by }) => by.includes(null));
  }

  get spellings(): readonly SecretSpelling[] {
    this.#spellings ??= this.#beginnings.flatMap(({ secret, by }) => {
      const texts = new Set(Array.from(spell(secret, by), toUtf8));
      return Array.from(texts, (text) => ({ secret, text }));
    });
    return this.#spellings;
  }
}

const CASE_ENCODINGS = ENCODINGS.filter(({ kind }) => kind === "case");
const INNER_ENCODINGS = ENCODINGS.filter(({ kind }) => kind !== "case");
const OUTER_ENCODINGS = ENCODINGS.filter(({ kind }) => kind === "bytes");

/** The spellings of secrets by anchor; an anchor shorter than `ANCHOR_LENGTH` is a whole spelling. */
export function getSpellings(secrets: Iterable<string>): Map<string, SpellingGroup> {
  const groups = new Map<string, SpellingGroup>();
  for (const secret of secrets) {
    for (const [anchor, by] of getAnchors(secret)) {
      const group = groups.get(anchor) ?? new SpellingGroup();
      groups.set(anchor, group);
      group.add(secret, by);
    }
  }
  return groups;
}

function getAnchors(secret: string): Level {
  const begin = Array.from(secret).slice(0, ANCHOR_LENGTH).join("");
  const found: Level = new Map();
  encodeAll(new Map([[begin, [null]]]), MAX_ENCODING_DEPTH, found);
  // Case can change only before encoding: encoded text is case-sensitive.
  const cases: Level = new Map();
  const changing = CASE_ENCODINGS.filter((it) => isSearchable(it, secret, it.encode(secret)));
  encode(new Map([[begin, [null]]]), changing, cases);
  encodeAll(cases, MAX_ENCODING_DEPTH - 1, found);
  return found;
}

/** Adds the beginnings in up to `deepest` nested encodings to `found`. */
function encodeAll(start: Level, deepest: number, found: Level): void {
  for (const [begin, by] of start) add(found, toUtf8(begin).slice(0, ANCHOR_LENGTH), by);
  let level = start;
  for (let depth = 1; depth <= deepest; depth++) {
    // Outer escapes are decoded in place, so the last encoding is one of bytes.
    encode(level, OUTER_ENCODINGS, found);
    if (depth === deepest) return;
    const next: Level = new Map();
    encode(level, INNER_ENCODINGS, next);
    level = next;
  }
}

/** Adds each beginning in each encoding to `into`. */
function encode(level: Level, encodings: readonly Encoding[], into: Level): void {
  for (const [begin, of] of level) {
    for (const encoding of encodings) {
      const encoded = encoding.encode(begin).slice(0, ANCHOR_LENGTH);
      const isShort = encoding.kind === "bytes" && encoded.length < ANCHOR_LENGTH;
      if (!isShort) add(into, encoded, [{ encoding, of }]);
    }
  }
}

function add(level: Level, begin: string, by: Beginning): void {
  const same = level.get(begin);
  if (same) same.push(...by);
  else level.set(begin, [...by]);
}

function* spell(secret: string, by: Beginning): Generator<string> {
  for (const origin of by) {
    if (origin === null) yield secret;
    else for (const text of spell(secret, origin.of)) yield origin.encoding.encode(text);
  }
}
