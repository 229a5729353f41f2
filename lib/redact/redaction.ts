/**
 * Replaces secrets in the records of a run, in every encoding and location, also where they were
 * streamed in chunks; or only counts their locations.
 *
 * Guarantees: every replacement has as many characters and bytes as what it replaces, so lengths,
 * offsets, frames and the reads of the socket stay the same; records without a secret stay the
 * same objects.
 */

import type { WireRecord } from "../wire/record.ts";
import type { EditableText, TextTarget } from "./editable-text.ts";
import { type FieldPath, findNamedParameters, isInField } from "./field-path.ts";
import { findSecretsByPath, findSecretsInUrls } from "./located-secrets.ts";
import { RecordTextReader } from "./record-text-reader.ts";
import { ReplacementTexts } from "./replacement-texts.ts";
import type { Secret, SecretCount } from "./secret-finding.ts";
import { CleanTextCache } from "./secret-scan.ts";
import { type SpellingHit, SpellingPatterns } from "./spelling-patterns.ts";
import type { TextLocation } from "./text-location.ts";
import { BodyTarget, TextFieldTarget } from "./text-target.ts";
import { type TruncatedSecret, TruncatedSecretFinder } from "./truncated-secrets.ts";
import { visitNestedTexts } from "./visit-nested-texts.ts";

interface RedactedRecords {
  readonly records: WireRecord[];
  /** By secret; with locations only if nothing was replaced. */
  readonly counts: ReadonlyMap<string, SecretCount>;
}

const MAX_LOCATIONS = 5;
/** An escape nested in percent encoding makes this many characters of one. */
const MAX_SPELLING_FACTOR = 16;

export class Redaction {
  readonly #reader: RecordTextReader;
  readonly #replacements: ReplacementTexts;
  readonly #searched: readonly string[];
  readonly #inTexts: SpellingPatterns;
  /** Created on demand: few runs have binary bodies. */
  #inBytes: SpellingPatterns | null = null;
  readonly #truncatedSecrets: TruncatedSecretFinder;
  readonly #localSecrets: ReadonlySet<string>;
  readonly #fields: readonly FieldPath[];
  readonly #isDry: boolean;
  readonly #plusIsSpace: boolean;
  readonly #counts = new Map<string, SecretCount>();
  readonly #cleanTexts = new CleanTextCache();
  #replacedCount = 0;
  /** The positions of each secret that were counted, each as one number with that of the secret. */
  readonly #seen = new Map<TextTarget, Set<number>>();
  readonly #numbers: ReadonlyMap<string, number>;

  constructor(
    secrets: readonly Secret[],
    { fields = [], isDry = false }: { fields?: readonly FieldPath[]; isDry?: boolean } = {},
  ) {
    const sought = secrets.filter(({ everywhere }) => everywhere).map(({ text }) => text);
    this.#replacements = new ReplacementTexts(isDry ? [] : secrets.map(({ text }) => text));
    this.#numbers = new Map(secrets.map(({ text }, number) => [text, number]));
    this.#searched = sought;
    this.#inTexts = new SpellingPatterns(sought);
    this.#truncatedSecrets = new TruncatedSecretFinder(sought);
    this.#localSecrets = new Set(
      secrets.filter(({ everywhere }) => !everywhere).map(({ text }) => text),
    );
    this.#fields = fields;
    this.#isDry = isDry;
    this.#plusIsSpace = sought.some((text) => text.includes(" "));
    this.#reader = new RecordTextReader(
      {
        text: (surface, where) => this.#redactNested(surface, where),
        stretch: ({ surface, pieces, getLocationAt }) => {
          const visit = (inside: EditableText) =>
            this.#replace(inside, this.#inTexts.find(inside.text), (at) =>
              getLocationAt(inside === surface ? at : 0),
            );
          visitNestedTexts(surface, { plusIsSpace: this.#plusIsSpace, visit });
          this.#replaceTruncated(surface);
          if (!this.#isDry) this.#replaceGrowing(pieces);
        },
        raw: (surface, where, isBinary) => {
          if (isBinary) this.#inBytes ??= new SpellingPatterns(this.#searched, { isBinary });
          const { text } = surface;
          const hits = isBinary ? this.#inBytes?.find(text) : this.#inTexts.findPlain(text);
          this.#replace(surface, hits ?? [], () => where);
        },
      },
      this.#inTexts.longest * MAX_SPELLING_FACTOR,
    );
  }

  push(record: WireRecord): void {
    this.#reader.push(record);
  }

  /** A text that goes with the records, such as the name of the run. */
  redactText(text: string): string {
    const root = new TextFieldTarget(text);
    this.#redactNested(root, { exchange: null, part: "log", path: ["name"], kind: "text" });
    return root.currentText;
  }

  /** Yields regularly, because it may take long. */
  *finish(): Generator<void, RedactedRecords> {
    const records = yield* this.#reader.finish();
    return { records, counts: this.#counts };
  }

  #redactNested(surface: EditableText, where: TextLocation): void {
    const visit = (inside: EditableText) => {
      this.#replace(inside, this.#inTexts.find(inside.text), () => where);
      this.#replaceTruncated(inside);
      if (this.#localSecrets.size > 0) this.#replaceInUrls(inside, where);
    };
    if (where.kind === "number") visit(surface);
    else if (!this.#cleanTexts.has(surface.text)) {
      const before = this.#replacedCount;
      visitNestedTexts(surface, { plusIsSpace: this.#plusIsSpace, visit });
      if (this.#replacedCount === before) this.#cleanTexts.add(surface.text);
    }
    if (this.#localSecrets.size > 0) this.#replaceByPath(surface, where);
  }

  /** Writes encoded hits before plain ones, and of overlapping plain hits the longest last. */
  #replace(
    surface: EditableText,
    hits: readonly SpellingHit[],
    whereIs: (at: number) => TextLocation,
  ): void {
    if (hits.length === 0) return;
    this.#replacedCount++;
    const plain: SpellingHit[] = [];
    /** The end of the plain hits that begin at or before this one. */
    let covered = 0;
    for (const hit of hits) {
      const { code, secret } = hit;
      if (code.isPlain) {
        plain.push(hit);
        covered = Math.max(covered, hit.to);
      } else if (hit.to > covered) {
        this.#addCount(surface, hit.from, secret, whereIs(hit.from));
        if (!this.#isDry) code.write(surface, hit.from, this.#replacements.get(secret));
      }
    }
    for (const hit of plain.sort((a, b) => a.to - a.from - (b.to - b.from))) {
      this.#addCount(surface, hit.from, hit.secret, whereIs(hit.from));
      if (!this.#isDry) this.#writeReplacement(surface, hit);
    }
  }

  /** Leaves an escape intact that only looks like the beginning of the secret. */
  #writeReplacement(surface: EditableText, { from, to, code, source }: SpellingHit): void {
    const kept = findWritableStart(surface.text, from, to);
    const filler = code.encode(this.#replacements.get(source));
    if (kept < to) surface.write(kept, filler.slice(kept - from));
  }

  #replaceTruncated(surface: EditableText): void {
    if (this.#isDry) return;
    const beginning = this.#truncatedSecrets.findAtEnd(surface.text);
    if (!beginning) return;
    this.#replacedCount++;
    this.#writeTruncated(surface, beginning);
  }

  #writeTruncated(surface: EditableText, { secret, from, to }: TruncatedSecret): void {
    surface.write(from, this.#replacements.get(secret).slice(0, to - from));
  }

  /** If each piece repeats the previous one and extends it, redacts the beginnings of secrets at the end of the previous one. */
  #replaceGrowing(pieces: readonly EditableText[]): void {
    const truncated = new Map<number, TruncatedSecret>();
    for (let i = pieces.length - 1; i > 0; i--) {
      const piece = pieces[i];
      const before = pieces[i - 1];
      if (!piece || !before?.text || !piece.text.startsWith(before.text)) {
        truncated.clear();
        continue;
      }
      const { length } = before.text;
      for (const { source, from, to } of this.#inTexts.findPlain(piece.text)) {
        const known = truncated.get(from);
        if (known && known.to >= to) continue;
        truncated.set(from, { secret: source, from, to });
      }
      for (const [from, { secret, to }] of truncated) {
        if (from >= length) truncated.delete(from);
        else if (to > length) this.#writeTruncated(before, { secret, from, to: length });
      }
    }
  }

  /** Replaces secrets that are redacted only in the locations where they were found. */
  #replaceByPath(surface: EditableText, where: TextLocation): void {
    for (const { surface: found } of findSecretsByPath(surface, where))
      this.#replaceLocal(found, where);
    if (this.#fields.some((field) => isInField(where, field))) this.#replaceLocal(surface, where);
  }

  #replaceInUrls(surface: EditableText, where: TextLocation): void {
    for (const { surface: found } of findSecretsInUrls(surface)) this.#replaceLocal(found, where);
    for (const field of this.#fields) {
      for (const found of findNamedParameters(surface, field)) this.#replaceLocal(found, where);
    }
  }

  #replaceLocal(surface: EditableText, where: TextLocation): void {
    if (!this.#localSecrets.has(surface.text)) return;
    this.#replacedCount++;
    this.#addCount(surface, 0, surface.text, where);
    if (!this.#isDry) surface.write(0, this.#replacements.get(surface.text));
  }

  /** A location that is reached in several ways counts once. */
  #addCount(surface: EditableText, from: number, secret: string, where: TextLocation): void {
    const { root, at } = surface.getOrigin(from);
    const seen = this.#seen.get(root) ?? new Set<number>();
    this.#seen.set(root, seen);
    const key = at * this.#numbers.size + (this.#numbers.get(secret) ?? 0);
    if (seen.has(key)) return;
    seen.add(key);
    const count = this.#counts.get(secret) ?? { count: 0, places: [] };
    this.#counts.set(secret, count);
    count.count++;
    if (this.#isDry && count.places.length < MAX_LOCATIONS)
      count.places.push({ ...where, at: root instanceof BodyTarget ? at : null });
  }
}

const JSON_ESCAPE = /^\\(?:u[0-9a-fA-F]{4}|["\\/bfnrt])/;
const MAX_ESCAPE_LENGTH = 6;

/**
 * The first position in a range that may be overwritten: after an escape that reaches into it. The
 * end of an escape and what follows may look like a secret (`\nexample`); overwriting the `n` would
 * break the escape.
 */
function findWritableStart(text: string, from: number, to: number): number {
  const near = Math.max(0, from - MAX_ESCAPE_LENGTH + 1);
  const slash = near + text.slice(near, from).lastIndexOf("\\");
  if (slash < near) return from;
  let first = slash;
  while (text[first - 1] === "\\") first--;
  // The second of two backslashes is escaped by the first and starts no escape.
  if ((slash - first) % 2 === 1) return from;
  const found = JSON_ESCAPE.exec(text.slice(slash, slash + MAX_ESCAPE_LENGTH))?.[0] ?? "";
  return Math.min(to, Math.max(from, slash + found.length));
}
