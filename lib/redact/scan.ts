/**
 * Looks through a run for what should not leave it: by place, by shape, and by what the user named.
 *
 * Guarantees: total; nothing of a secret is in what it says but `Finding.secret`.
 */

import type { WireRecord } from "../wire/record.ts";
import { Dull } from "./dull.ts";
import { explore } from "./explore.ts";
import { type FieldPath, isInField, parametersNamed } from "./field-path.ts";
import { type Finding, isSoughtEverywhere, kindOf, sampleOf } from "./finding.ts";
import { placesAt, placesWithin } from "./places.ts";
import { Reader } from "./reader.ts";
import { RULES, type Rule } from "./rules.ts";
import { LONGEST_SHAPE, shapesIn } from "./shapes.ts";
import { isStreamed } from "./streams.ts";
import type { Surface } from "./surface.ts";
import type { Place, Where } from "./where.ts";

/** What the user named beside what shows by itself. */
export interface Asked {
  readonly texts: readonly string[];
  readonly fields: readonly FieldPath[];
}

export const NOTHING_ASKED: Asked = { texts: [], fields: [] };

interface Sight {
  readonly rules: Set<Rule>;
  everywhere: boolean;
  readonly places: Place[];
}

const PLACES_TOLD = 5;

export class Scan {
  readonly #reader: Reader;
  readonly #sights = new Map<string, Sight>();
  #noted = 0;

  constructor({ texts, fields }: Asked = NOTHING_ASKED) {
    for (const text of texts) this.#note(text, "text", null, true);
    const visit = (surface: Surface, where: Where) => {
      for (const { rule, surface: found } of placesWithin(surface))
        this.#note(found.text, rule, where);
      this.#shapes(surface, where);
      for (const field of fields) {
        for (const found of parametersNamed(surface, field)) this.#note(found.text, "field", where);
      }
    };
    const dull = new Dull();
    this.#reader = new Reader(
      {
        text: (surface, where) => {
          for (const { rule, surface: found } of placesAt(surface, where)) {
            this.#note(found.text, rule, where);
          }
          if (surface.text !== "" && fields.some((field) => isInField(where, field))) {
            this.#note(surface.text, "field", where, !isStreamed(where));
          }
          if (where.kind === "number" || dull.has(surface.text)) return;
          const before = this.#noted;
          explore(surface, { plusIsSpace: false, visit: (inside) => visit(inside, where) });
          if (this.#noted === before) dull.add(surface.text);
        },
        stretch: ({ surface, whereIs }) => {
          explore(surface, {
            plusIsSpace: false,
            visit: (inside) => this.#shapes(inside, whereIs(0)),
          });
        },
        raw: () => {},
      },
      LONGEST_SHAPE,
    );
  }

  push(record: WireRecord): void {
    this.#reader.push(record);
  }

  /** Yields now and then. What is said of counts is said by counting, which comes after. */
  *finish(): Generator<void, Finding[]> {
    yield* this.#reader.finish();
    return [...this.#sights].map(([secret, { rules, everywhere, places }]) => {
      const ordered = (Object.keys(RULES) as Rule[]).filter((rule) => rules.has(rule));
      const isOwn = rules.has("text") || rules.has("field");
      return {
        secret,
        rules: ordered,
        kind: kindOf(ordered),
        sample: sampleOf(secret),
        everywhere: everywhere && isSoughtEverywhere(secret, isOwn),
        count: 0,
        places,
      };
    });
  }

  #shapes(surface: Surface, where: Where): void {
    for (const { rule, from, to } of shapesIn(surface.text)) {
      this.#note(surface.text.slice(from, to), rule, where);
    }
  }

  #note(secret: string, rule: Rule, where: Where | null, everywhere = true): void {
    this.#noted++;
    const sight = this.#sights.get(secret) ?? {
      rules: new Set<Rule>(),
      everywhere: false,
      places: [],
    };
    this.#sights.set(secret, sight);
    sight.rules.add(rule);
    sight.everywhere ||= everywhere;
    if (where && sight.places.length < PLACES_TOLD) sight.places.push({ ...where, at: null });
  }
}
