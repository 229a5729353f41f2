/** What card rules check, what they report, and how they read a card. */

import type { JsonPathSegment, JsonSource } from "../../json/json-source.ts";
import { stringifyJson } from "../../json/json-stringify.ts";
import {
  CARD_MEMBERS,
  type CardMember,
  type CardObjectKind,
  type CardVersion,
  getPresence,
} from "../../protocol/card/card-schema.ts";
import type { DetectedCardVersion } from "../../protocol/card/card-version.ts";
import { isArray, isObject, type JsonObject } from "../../protocol/json.ts";

export type CardSeverity = "error" | "warning" | "note";
export type CardPath = readonly JsonPathSegment[];

/** What is known about a card apart from its text. */
export interface CardOrigin {
  /** The URL of the card; `null` if it was pasted or opened from a file. */
  readonly url: string | null;
  readonly contentType?: string | null;
  /** Whether the agent responded to a call with a stream. */
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
  /** The severity, if it differs from that of the rule. */
  readonly severity?: CardSeverity;
  readonly spec?: string;
  /** A URL that may be meant instead; used only if the user chooses it. */
  readonly corrected?: string;
  /** The text range, if it is not that of the path. */
  readonly at?: { readonly from: number; readonly to: number };
}

/** One object of the card with a known schema. */
export interface CardObject {
  readonly kind: CardObjectKind;
  readonly path: CardPath;
  readonly value: JsonObject;
}

/** The card and every object in it, parents first. */
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

/** The objects of a list in the card, with their indexes. */
export function getObjectItems(
  holder: JsonObject,
  name: string,
): readonly { readonly item: JsonObject; readonly index: number }[] {
  const list = holder[name];
  if (!isArray(list)) return [];
  return list.flatMap((item, index) => (isObject(item) ? [{ item, index }] : []));
}

/** Quotes any value for use in a sentence. */
export function quoteValue(value: unknown): string {
  const text = stringifyJson(value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

export interface ListedInterface {
  readonly path: CardPath;
  /** The path of its URL. */
  readonly urlPath: CardPath;
  readonly url: unknown;
  readonly transport: unknown;
  readonly version: unknown;
}

/** The interfaces listed in a card of any version. */
export function getListedInterfaces({ card, version }: CardRuleContext): ListedInterface[] {
  if (version === "1.0") {
    return getObjectItems(card, "supportedInterfaces").map(({ item, index }) => {
      const path = ["supportedInterfaces", index];
      const { url, protocolBinding, protocolVersion } = item;
      const urlPath = [...path, "url"];
      return { path, urlPath, url, transport: protocolBinding, version: protocolVersion };
    });
  }
  const main: ListedInterface[] =
    card.url === undefined
      ? []
      : [
          {
            path: ["url"],
            urlPath: ["url"],
            url: card.url,
            transport: card.preferredTransport ?? "JSONRPC",
            version: null,
          },
        ];
  const more = getObjectItems(card, "additionalInterfaces").map(
    ({ item, index }): ListedInterface => {
      const path = ["additionalInterfaces", index];
      const { url, transport } = item;
      return { path, urlPath: [...path, "url"], url, transport, version: null };
    },
  );
  return [...main, ...more];
}
