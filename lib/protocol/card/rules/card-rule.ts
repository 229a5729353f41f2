/** What a rule about cards is, and what it is asked about. */

import type { JsonPathSegment, JsonSource } from "../../../wire/json-source.ts";
import { stringifyJson } from "../../../wire/json-stringify.ts";
import { isArray, isObject, type JsonObject } from "../../json.ts";
import {
  CARD_MEMBERS,
  type CardMember,
  type CardObjectKind,
  type CardVersion,
  getPresence,
} from "../card-schema.ts";
import type { DetectedCardVersion } from "../card-version.ts";

export type CardSeverity = "error" | "warning" | "note";
export type CardPath = readonly JsonPathSegment[];

/** What is known of a card besides its text. */
export interface CardOrigin {
  /** Where it came from; `null` where it was pasted or opened. */
  readonly url: string | null;
  readonly contentType?: string | null;
  /** The agent answered a call with a stream. */
  readonly streamed?: boolean;
}

export interface CardRuleContext {
  readonly card: JsonObject;
  readonly generation: DetectedCardVersion;
  readonly version: CardVersion;
  readonly source: JsonSource;
  readonly facts: CardOrigin;
}

export interface CardViolation {
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
  applies?(subject: CardRuleContext): boolean;
  check(subject: CardRuleContext): readonly CardViolation[];
}

/** One object of the card that has a table of members. */
export interface CardObject {
  readonly kind: CardObjectKind;
  readonly path: CardPath;
  readonly value: JsonObject;
}

/** The card and every object in it, each before what it holds. */
export function getCardObjects(card: JsonObject): CardObject[] {
  const found: CardObject[] = [];
  const visit = (kind: CardObjectKind, path: CardPath, value: JsonObject) => {
    found.push({ kind, path, value });
    for (const { name, of } of CARD_MEMBERS[kind]) {
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

export function findMember(kind: CardObjectKind, name: string): CardMember | undefined {
  return CARD_MEMBERS[kind].find((member) => member.name === name);
}

export function isRequired(member: CardMember, version: CardVersion): boolean {
  return getPresence(member, version) === "required";
}

/** The objects of a list in the card, with their places in it. */
export function getObjectItems(
  holder: JsonObject,
  name: string,
): readonly { readonly item: JsonObject; readonly index: number }[] {
  const list = holder[name];
  if (!isArray(list)) return [];
  return list.flatMap((item, index) => (isObject(item) ? [{ item, index }] : []));
}

/** How something of the user's is named in a sentence, whatever it is. */
export function quoteValue(value: unknown): string {
  const text = stringifyJson(value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
