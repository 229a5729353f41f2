/**
 * Finds secrets in bytes in every encoding: as they are, escaped (each character possibly in a
 * different way), in base64, hexadecimal digits, UTF-16, in upper or lower case, and in up to three
 * of these nested.
 *
 * Guarantees: finds all of them, overlapping ones too, and all positions near the end where an
 * incomplete one may begin. The result depends on the bytes alone, not on how they were split into
 * chunks.
 */

import {
  ESCAPE_INTRODUCERS,
  EscapeReader,
  isEscapeIntroducer,
  readShortEscape,
} from "./escape-reader.ts";
import { ANCHOR_LENGTH, PatternIndex } from "./pattern-index.ts";
import {
  getSpellings,
  MAX_ENCODING_DEPTH,
  type SecretSpelling,
  type SpellingGroup,
} from "./spellings.ts";

export interface SecretHit {
  readonly from: number;
  readonly to: number;
  readonly secret: string;
}

export interface SecretMatches {
  readonly hits: readonly SecretHit[];
  /** Positions where a secret begins that the end of the bytes cuts off. */
  readonly openStarts: readonly number[];
  /** The first position where an encoded secret may begin with so few characters that most texts end like this. */
  readonly weakStart: number | null;
}

const NO_MATCHES: SecretMatches = { hits: [], openStarts: [], weakStart: null };
/** Most texts end in fewer characters that could begin encoded secrets. */
const MIN_ENCODED_START = 3;

export class SecretMatcher {
  readonly #secrets: readonly string[];
  #anchors: SpellingAnchors | null = null;

  constructor(secrets: Iterable<string>) {
    this.#secrets = [...new Set(secrets)].filter((secret) => secret !== "");
  }

  get isEmpty(): boolean {
    return this.#secrets.length === 0;
  }

  /** `text` has one character per byte. */
  find(text: string): SecretMatches {
    if (this.isEmpty || text === "") return NO_MATCHES;
    this.#anchors ??= new SpellingAnchors(this.#secrets);
    return new TextSearch(text, this.#anchors).run();
  }
}

/** The first characters of the spellings. */
class SpellingAnchors {
  readonly hasSpace: boolean;
  readonly #groups: ReadonlyMap<string, SpellingGroup>;
  /** The groups by their number in the index. */
  readonly #byNumber: readonly SpellingGroup[];
  readonly #index: PatternIndex;
  /** Prefixes of anchors; true if an unencoded secret has the prefix. */
  readonly #beginnings = new Map<string, boolean>();
  readonly #characters = new Uint8Array(256);

  constructor(secrets: readonly string[]) {
    this.#groups = getSpellings(secrets);
    for (const [anchor, group] of this.#groups) {
      for (let i = 0; i < anchor.length; i++) {
        this.#characters[anchor.charCodeAt(i)] = 1;
        if (i === 0) continue;
        const begin = anchor.slice(0, i);
        this.#beginnings.set(begin, group.hasPlain || this.#beginnings.get(begin) === true);
      }
    }
    const anchors = [...this.#groups.keys()];
    const getText = (pattern: number) => anchors[pattern] ?? "";
    this.#byNumber = [...this.#groups.values()];
    this.#index = new PatternIndex({ count: anchors.length, getBeginning: getText, getText });
    this.hasSpace = secrets.some((secret) => secret.includes(" "));
  }

  /** The groups whose anchor is in the text. */
  *findIn(text: string): Generator<{ group: SpellingGroup; from: number; to: number }> {
    for (const { pattern, from, to } of this.#index.find(text)) {
      const group = this.#byNumber[pattern];
      if (group) yield { group, from, to };
    }
  }

  hasCharacter(code: number): boolean {
    return this.#characters[code] === 1;
  }

  findSpellings(anchor: string): readonly SecretSpelling[] {
    return this.#groups.get(anchor)?.spellings ?? [];
  }

  /** Whether the text is a proper prefix of an anchor. */
  isBeginning(begin: string): boolean {
    return this.#beginnings.has(begin);
  }

  /** Whether a text that ends in this prefix has to wait for more. */
  isSearchableBeginning(begin: string): boolean {
    const isPlain = this.#beginnings.get(begin);
    return isPlain === true || (isPlain === false && begin.length >= MIN_ENCODED_START);
  }
}

/** One search in one text. */
class TextSearch {
  readonly #text: string;
  readonly #anchors: SpellingAnchors;
  readonly #reader: EscapeReader;
  readonly #hits: SecretHit[] = [];
  readonly #openStarts: number[] = [];
  #weakStart: number | null = null;

  constructor(text: string, anchors: SpellingAnchors) {
    this.#text = text;
    this.#anchors = anchors;
    this.#reader = new EscapeReader(text);
  }

  run(): SecretMatches {
    for (const { group, from, to } of this.#anchors.findIn(this.#text)) {
      for (const spelling of group.spellings) this.#matchSpelling(spelling, to - from, from, to);
    }
    this.#searchEscapes();
    this.#searchEnd();
    return { hits: this.#hits, openStarts: this.#openStarts, weakStart: this.#weakStart };
  }

  /** Finds the secrets at the end whose anchor is incomplete. */
  #searchEnd(): void {
    const { length } = this.#text;
    for (let at = length - 1; at >= 0 && at > length - ANCHOR_LENGTH; at--) {
      if (!this.#anchors.hasCharacter(this.#text.charCodeAt(at))) return;
      const begin = this.#text.slice(at);
      if (this.#anchors.isSearchableBeginning(begin)) this.#openStarts.push(at);
      else if (this.#anchors.isBeginning(begin)) this.#weakStart = at;
    }
  }

  /** Finds the secrets that have an escape in their anchor, by their first escape. */
  #searchEscapes(): void {
    const text = this.#text;
    for (const introducer of ESCAPE_INTRODUCERS) {
      if (introducer === "+" && !this.#anchors.hasSpace) continue;
      for (let at = text.indexOf(introducer); at >= 0; at = text.indexOf(introducer, at + 1)) {
        if (this.#mayBeEscape(at)) this.#searchEscape(at);
      }
    }
  }

  /** Most escapes stand for a character that is in no anchor. */
  #mayBeEscape(at: number): boolean {
    const escaped = readShortEscape(this.#text, at);
    return escaped === null || this.#anchors.hasCharacter(escaped);
  }

  #searchEscape(at: number): void {
    const text = this.#text;
    const { all, isCut } = this.#reader.read(at, MAX_ENCODING_DEPTH);
    const escaped = all
      .slice(1)
      .filter(({ bytes }) => this.#anchors.hasCharacter(bytes.charCodeAt(0)));
    if (escaped.length === 0 && !isCut) return;
    for (let back = 0; back < ANCHOR_LENGTH && back <= at; back++) {
      if (back > 0 && !this.#anchors.hasCharacter(text.charCodeAt(at - back))) return;
      const begin = text.slice(at - back, at);
      if (back > 0 && !this.#anchors.isBeginning(begin)) continue;
      if (isCut) this.#openStarts.push(at - back);
      for (const { bytes, end } of escaped) {
        this.#extendReading({ begin: begin + bytes, from: at - back, at: end }, back);
      }
    }
  }

  /** Reads on until the anchor is complete; prefixes of up to `known` characters were looked up already. */
  #extendReading({ begin, from, at }: ReadBeginning, known: number): void {
    for (let length = known + 1; length <= Math.min(begin.length, ANCHOR_LENGTH); length++) {
      for (const spelling of this.#anchors.findSpellings(begin.slice(0, length))) {
        if (spelling.text.startsWith(begin)) this.#matchSpelling(spelling, begin.length, from, at);
      }
    }
    if (begin.length >= ANCHOR_LENGTH || !this.#anchors.isBeginning(begin)) return;
    const { all, isCut } = this.#reader.read(at, MAX_ENCODING_DEPTH);
    for (const { bytes, end } of all) {
      this.#extendReading({ begin: begin + bytes, from, at: end }, begin.length);
    }
    if (isCut) this.#openStarts.push(from);
  }

  /** Matches a spelling from its character at `index` on; takes the last of several ends. */
  #matchSpelling(
    { text: spelled, secret }: SecretSpelling,
    index: number,
    from: number,
    start: number,
  ): void {
    const text = this.#text;
    let at = start;
    let next = index;
    while (
      next < spelled.length &&
      text[at] === spelled[next] &&
      !isEscapeIntroducer(text[at] ?? "")
    ) {
      at++;
      next++;
    }
    let ends = new Set([at]);
    const ahead = new Map<number, Set<number>>();
    let wasCut = false;
    for (; next < spelled.length && (ends.size > 0 || ahead.size > 0); next++) {
      for (const end of ends) {
        const { all, isCut } = this.#reader.read(end, MAX_ENCODING_DEPTH);
        wasCut ||= isCut;
        for (const reading of all) {
          if (!spelled.startsWith(reading.bytes, next)) continue;
          const following = next + reading.bytes.length;
          ahead.set(following, (ahead.get(following) ?? new Set()).add(reading.end));
        }
      }
      ends = ahead.get(next + 1) ?? new Set();
      ahead.delete(next + 1);
    }
    if (wasCut) this.#openStarts.push(from);
    let to = -1;
    for (const end of ends) to = Math.max(to, end);
    if (next === spelled.length && to >= 0) this.#hits.push({ from, to, secret });
  }
}

interface ReadBeginning {
  /** The decoded characters so far. */
  readonly begin: string;
  readonly from: number;
  /** The next position to read. */
  readonly at: number;
}
