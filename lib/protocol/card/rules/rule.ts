/** What a rule about cards is, and what it is asked about. */

import type { JsonSource, JsonStep } from "../../../wire/json-source.ts";
import { jsonText } from "../../../wire/json-text.ts";
import { isArray, isObject, type JsonObject } from "../../json.ts";
import type { CardGeneration } from "../generation.ts";
import { type CardVersion, MEMBERS, type Member, type ObjectKind, presenceIn } from "../members.ts";

export type CardSeverity = "error" | "warning" | "note";
export type CardPath = readonly JsonStep[];

/** What is known of a card besides its text. */
export interface CardFacts {
  /** Where it came from; `null` where it was pasted or opened. */
  readonly url: string | null;
  readonly contentType?: string | null;
  /** The agent answered a call with a stream. */
  readonly streamed?: boolean;
}

export interface Subject {
  readonly card: JsonObject;
  readonly generation: CardGeneration;
  readonly version: CardVersion;
  readonly source: JsonSource;
  readonly facts: CardFacts;
}

export interface Breach {
  readonly path: CardPath;
  readonly title: string;
  readonly message: string;
  readonly remedy: string;
  /** Where it weighs otherwise than the rule does. */
  readonly severity?: CardSeverity;
  readonly spec?: string;
  /** A target that may be meant instead; taken only by whoever chooses it. */
  readonly corrected?: string;
  /** Where it stands, if not where its path does. */
  readonly at?: { readonly from: number; readonly to: number };
}

export interface CardRule {
  readonly id: string;
  readonly severity: CardSeverity;
  /** What is well where nothing breaks it. */
  readonly passed: string;
  readonly spec: string;
  /** Advice to the author of the card, and nothing that goes wrong in a run with it. */
  readonly isAdvice?: boolean;
  /** Can this card break it at all? */
  applies?(subject: Subject): boolean;
  check(subject: Subject): readonly Breach[];
}

/** One object of the card that has a table of members. */
export interface CardObject {
  readonly kind: ObjectKind;
  readonly path: CardPath;
  readonly value: JsonObject;
}

/** The card and every object in it, each before what it holds. */
export function objectsOf(card: JsonObject): CardObject[] {
  const found: CardObject[] = [];
  const visit = (kind: ObjectKind, path: CardPath, value: JsonObject) => {
    found.push({ kind, path, value });
    for (const { name, of } of MEMBERS[kind]) {
      const inner = value[name];
      if (!of) continue;
      if (isArray(inner)) {
        for (const [i, item] of inner.entries()) {
          if (isObject(item)) visit(of, [...path, name, i], item);
        }
      } else if (isObject(inner)) visit(of, [...path, name], inner);
    }
  };
  visit("card", [], card);
  return found;
}

export function memberOf(kind: ObjectKind, name: string): Member | undefined {
  return MEMBERS[kind].find((member) => member.name === name);
}

export function isRequired(member: Member, version: CardVersion): boolean {
  return presenceIn(member, version) === "required";
}

/** The objects of a list in the card, with their places in it. */
export function itemsOf(
  holder: JsonObject,
  name: string,
): readonly { readonly item: JsonObject; readonly index: number }[] {
  const list = holder[name];
  if (!isArray(list)) return [];
  return list.flatMap((item, index) => (isObject(item) ? [{ item, index }] : []));
}

/** How something of the user's is named in a sentence, whatever it is. */
export function quoted(value: unknown): string {
  const text = jsonText(value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
