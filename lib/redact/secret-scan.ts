/**
 * Searches a run for secrets: by location, by shape, and for those that the user named.
 *
 * Guarantees: accepts any records without throwing; secrets are only in `SecretFinding.secret`, and
 * their first characters in `sample`.
 */

import { findSecretPatterns, MAX_SECRET_LENGTH } from "../secrets/secret-patterns.ts";
import type { WireRecord } from "../wire/record.ts";
import type { EditableText } from "./editable-text.ts";
import { type FieldPath, findNamedParameters, isInField } from "./field-path.ts";
import { findSecretsByPath, findSecretsInUrls } from "./located-secrets.ts";
import { RecordTextReader } from "./record-text-reader.ts";
import {
  createSample,
  getSecretKindOfRules,
  isReplacedEverywhere,
  type SecretFinding,
} from "./secret-finding.ts";
import { SECRET_RULES, type SecretRule } from "./secret-rules.ts";
import { isStreamedText } from "./streamed-text.ts";
import type { SecretLocation, TextLocation } from "./text-location.ts";
import { visitNestedTexts } from "./visit-nested-texts.ts";

/** Secrets that the user named, in addition to those that the rules find. */
export interface NamedSecrets {
  readonly texts: readonly string[];
  readonly fields: readonly FieldPath[];
}

export const NO_NAMED_SECRETS: NamedSecrets = { texts: [], fields: [] };

interface SecretOccurrences {
  readonly rules: Set<SecretRule>;
  everywhere: boolean;
  readonly places: SecretLocation[];
}

const MAX_LOCATIONS = 5;

const NOWHERE: SecretLocation = { exchange: null, part: "log", path: [], kind: "text", at: null };
const NO_PLACE = { of: NOWHERE, location: NOWHERE };

export class SecretScan {
  readonly #reader: RecordTextReader;
  readonly #occurrences = new Map<string, SecretOccurrences>();
  #occurrenceCount = 0;
  /** The last location with a secret: a text with many secrets has one. */
  #place: { readonly of: TextLocation; readonly location: SecretLocation } = NO_PLACE;

  constructor({ texts, fields }: NamedSecrets = NO_NAMED_SECRETS) {
    for (const text of texts) this.#addOccurrence(text, "text", null, true);
    const visit = (surface: EditableText, where: TextLocation) => {
      for (const { rule, surface: found } of findSecretsInUrls(surface))
        this.#addOccurrence(found.text, rule, where);
      this.#addPatternMatches(surface, where);
      for (const field of fields) {
        for (const found of findNamedParameters(surface, field))
          this.#addOccurrence(found.text, "field", where);
      }
    };
    const cleanTexts = new CleanTextCache();
    this.#reader = new RecordTextReader(
      {
        text: (surface, where) => {
          for (const { rule, surface: found } of findSecretsByPath(surface, where)) {
            this.#addOccurrence(found.text, rule, where);
          }
          if (surface.text !== "" && fields.some((field) => isInField(where, field))) {
            this.#addOccurrence(surface.text, "field", where, !isStreamedText(where));
          }
          if (where.kind === "number" || cleanTexts.has(surface.text)) return;
          const before = this.#occurrenceCount;
          visitNestedTexts(surface, {
            plusIsSpace: false,
            visit: (inside) => visit(inside, where),
          });
          if (this.#occurrenceCount === before) cleanTexts.add(surface.text);
        },
        stretch: ({ surface, getLocationAt }) => {
          visitNestedTexts(surface, {
            plusIsSpace: false,
            visit: (inside) => this.#addPatternMatches(inside, getLocationAt(0)),
          });
        },
        raw: () => {},
      },
      MAX_SECRET_LENGTH,
    );
  }

  push(record: WireRecord): void {
    this.#reader.push(record);
  }

  /** Yields regularly. Counts are 0 until `addSecretCounts` sets them. */
  *finish(): Generator<void, SecretFinding[]> {
    yield* this.#reader.finish();
    return [...this.#occurrences].map(([secret, { rules, everywhere, places }]) => {
      const ordered = (Object.keys(SECRET_RULES) as SecretRule[]).filter((rule) => rules.has(rule));
      const isOwn = rules.has("text") || rules.has("field");
      return {
        secret,
        rules: ordered,
        kind: getSecretKindOfRules(ordered),
        sample: createSample(secret),
        everywhere: everywhere && isReplacedEverywhere(secret, isOwn),
        count: 0,
        places,
      };
    });
  }

  #addPatternMatches(surface: EditableText, where: TextLocation): void {
    for (const { rule, from, to } of findSecretPatterns(surface.text)) {
      this.#addOccurrence(surface.text.slice(from, to), rule, where);
    }
  }

  #addOccurrence(
    secret: string,
    rule: SecretRule,
    where: TextLocation | null,
    everywhere = true,
  ): void {
    this.#occurrenceCount++;
    const occurrences = this.#occurrences.get(secret) ?? {
      rules: new Set<SecretRule>(),
      everywhere: false,
      places: [],
    };
    this.#occurrences.set(secret, occurrences);
    occurrences.rules.add(rule);
    occurrences.everywhere ||= everywhere;
    if (where && occurrences.places.length < MAX_LOCATIONS) {
      if (this.#place.of !== where) this.#place = { of: where, location: { ...where, at: null } };
      occurrences.places.push(this.#place.location);
    }
  }
}

const MAX_TEXTS = 20_000;
/** Longer texts rarely repeat. */
const MAX_LENGTH = 200;

export class CleanTextCache {
  readonly #texts = new Set<string>();

  has(text: string): boolean {
    return this.#texts.has(text);
  }

  add(text: string): void {
    if (text.length > MAX_LENGTH) return;
    if (this.#texts.size >= MAX_TEXTS) this.#texts.clear();
    this.#texts.add(text);
  }
}
