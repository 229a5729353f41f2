/**
 * Replaces secrets in the records of a run, in every spelling and wherever they stand, also where
 * they were streamed in pieces; or only counts where they stand.
 *
 * Guarantees: every replacement has the characters and bytes of what it replaces, so that lengths,
 * offsets, frames and the reads of the socket stay what they were; records without a secret stay
 * the same objects.
 */

import type { WireRecord } from "../wire/record.ts";
import { type Beginning, Beginnings } from "./beginnings.ts";
import { Dull } from "./dull.ts";
import { keptOfEscape } from "./escape.ts";
import { explore } from "./explore.ts";
import { type FieldPath, isInField, parametersNamed } from "./field-path.ts";
import { Fillers } from "./filler.ts";
import type { Count, Secret } from "./finding.ts";
import { type Hit, Needles, plainSpellings, spellings, spellingsInBytes } from "./needles.ts";
import { placesAt, placesWithin } from "./places.ts";
import { Reader } from "./reader.ts";
import { BodyRoot, type Root, TextRoot } from "./root.ts";
import type { Surface } from "./surface.ts";
import type { Where } from "./where.ts";

export interface Redacted {
  readonly records: WireRecord[];
  /** By secret. */
  readonly counts: ReadonlyMap<string, Count>;
}

const PLACES_TOLD = 5;
/** An escape and a percent sign in each other make so much of a character. */
const LONGEST_SPELLING = 16;

export class Redaction {
  readonly #reader: Reader;
  readonly #fillers: Fillers;
  readonly #inTexts: Needles;
  readonly #inBodies: Needles;
  readonly #sought: readonly string[];
  /** Few runs have bytes that are no text. */
  #inBytes: Needles | null = null;
  readonly #beginnings: Beginnings;
  readonly #spots: ReadonlySet<string>;
  readonly #fields: readonly FieldPath[];
  readonly #isDry: boolean;
  readonly #plusIsSpace: boolean;
  readonly #counts = new Map<string, Count>();
  readonly #dull = new Dull();
  #found = 0;
  readonly #seen = new Map<Root, Set<string>>();

  constructor(
    secrets: readonly Secret[],
    { fields = [], isDry = false }: { fields?: readonly FieldPath[]; isDry?: boolean } = {},
  ) {
    const sought = secrets.filter(({ everywhere }) => everywhere).map(({ text }) => text);
    this.#fillers = new Fillers(isDry ? [] : secrets.map(({ text }) => text));
    this.#sought = sought;
    this.#inTexts = new Needles(spellings(sought));
    this.#inBodies = new Needles(plainSpellings(sought));
    this.#beginnings = new Beginnings(sought);
    this.#spots = new Set(secrets.filter(({ everywhere }) => !everywhere).map(({ text }) => text));
    this.#fields = fields;
    this.#isDry = isDry;
    this.#plusIsSpace = sought.some((text) => text.includes(" "));
    this.#reader = new Reader(
      {
        text: (surface, where) => this.#texts(surface, where),
        stretch: ({ surface, pieces, whereIs }) => {
          const visit = (inside: Surface) =>
            this.#replace(inside, this.#inTexts, (at) => whereIs(inside === surface ? at : 0));
          explore(surface, { plusIsSpace: this.#plusIsSpace, visit });
          this.#replaceBeginning(surface);
          if (!this.#isDry) this.#replaceGrowing(pieces);
        },
        raw: (surface, where, isBinary) => {
          if (isBinary) this.#inBytes ??= new Needles(spellingsInBytes(this.#sought));
          this.#replace(surface, (isBinary && this.#inBytes) || this.#inBodies, () => where);
        },
      },
      this.#inTexts.longest * LONGEST_SPELLING,
    );
  }

  push(record: WireRecord): void {
    this.#reader.push(record);
  }

  /** A text that goes with the records, such as the name of the run. */
  textOf(text: string): string {
    const root = new TextRoot(text);
    this.#texts(root, { exchange: null, part: "log", path: ["name"], kind: "text" });
    return root.written;
  }

  /** Yields now and then, for it may take long. */
  *finish(): Generator<void, Redacted> {
    const records = yield* this.#reader.finish();
    return { records, counts: this.#counts };
  }

  #texts(surface: Surface, where: Where): void {
    const visit = (inside: Surface) => {
      this.#replace(inside, this.#inTexts, () => where);
      this.#replaceBeginning(inside);
      if (this.#spots.size > 0) this.#replaceWithin(inside, where);
    };
    if (where.kind === "number") visit(surface);
    else if (!this.#dull.has(surface.text)) {
      const before = this.#found;
      explore(surface, { plusIsSpace: this.#plusIsSpace, visit });
      if (this.#found === before) this.#dull.add(surface.text);
    }
    if (this.#spots.size > 0) this.#replaceAt(surface, where);
  }

  /** What lies over other things is written after them, and of what overlaps the longest last. */
  #replace(surface: Surface, needles: Needles, whereIs: (at: number) => Where): void {
    const hits = needles.in(surface.text);
    if (hits.length === 0) return;
    this.#found++;
    const plain: Hit[] = [];
    /** Where the plain ones end that begin no later. */
    let covered = 0;
    for (const hit of hits) {
      const { code, secret } = hit.needle;
      if (code.isPlain) {
        plain.push(hit);
        covered = Math.max(covered, hit.to);
      } else if (hit.to > covered) {
        this.#note(surface, hit.from, secret, whereIs(hit.from));
        if (!this.#isDry) code.write(surface, hit.from, this.#fillers.of(secret));
      }
    }
    for (const hit of plain.sort((a, b) => a.to - a.from - (b.to - b.from))) {
      this.#note(surface, hit.from, hit.needle.secret, whereIs(hit.from));
      if (!this.#isDry) this.#write(surface, hit);
    }
  }

  /** Of an escape that only looks like the beginning nothing is written over. */
  #write(surface: Surface, { from, to, needle }: Hit): void {
    const kept = keptOfEscape(surface.text, from, to);
    const filler = needle.code.encode(this.#fillers.of(needle.source));
    if (kept < to) surface.write(kept, filler.slice(kept - from));
  }

  #replaceBeginning(surface: Surface): void {
    if (this.#isDry) return;
    const beginning = this.#beginnings.atEndOf(surface.text);
    if (!beginning) return;
    this.#found++;
    this.#writeBeginning(surface, beginning);
  }

  #writeBeginning(surface: Surface, { secret, from, to }: Beginning): void {
    surface.write(from, this.#fillers.of(secret).slice(0, to - from));
  }

  /** Where each piece says again what the one before said, that one has the beginnings of secrets. */
  #replaceGrowing(pieces: readonly Surface[]): void {
    const begun = new Map<number, Beginning>();
    for (let i = pieces.length - 1; i > 0; i--) {
      const piece = pieces[i];
      const before = pieces[i - 1];
      if (!piece || !before?.text || !piece.text.startsWith(before.text)) {
        begun.clear();
        continue;
      }
      const { length } = before.text;
      for (const { needle, from, to } of this.#inBodies.in(piece.text)) {
        const known = begun.get(from);
        if (known && known.to >= to) continue;
        begun.set(from, { secret: needle.source, from, to });
      }
      for (const [from, { secret, to }] of begun) {
        if (from >= length) begun.delete(from);
        else if (to > length) this.#writeBeginning(before, { secret, from, to: length });
      }
    }
  }

  /** What is replaced only where it was found. */
  #replaceAt(surface: Surface, where: Where): void {
    for (const { surface: found } of placesAt(surface, where)) this.#spot(found, where);
    if (this.#fields.some((field) => isInField(where, field))) this.#spot(surface, where);
  }

  #replaceWithin(surface: Surface, where: Where): void {
    for (const { surface: found } of placesWithin(surface)) this.#spot(found, where);
    for (const field of this.#fields) {
      for (const found of parametersNamed(surface, field)) this.#spot(found, where);
    }
  }

  #spot(surface: Surface, where: Where): void {
    if (!this.#spots.has(surface.text)) return;
    this.#found++;
    this.#note(surface, 0, surface.text, where);
    if (!this.#isDry) surface.write(0, this.#fillers.of(surface.text));
  }

  /** One place may be reached on several ways: it counts once. */
  #note(surface: Surface, from: number, secret: string, where: Where): void {
    const { root, at } = surface.origin(from);
    const seen = this.#seen.get(root) ?? new Set();
    this.#seen.set(root, seen);
    const key = `${at} ${secret}`;
    if (seen.has(key)) return;
    seen.add(key);
    const count = this.#counts.get(secret) ?? { count: 0, places: [] };
    this.#counts.set(secret, count);
    count.count++;
    if (count.places.length < PLACES_TOLD)
      count.places.push({ ...where, at: root instanceof BodyRoot ? at : null });
  }
}
