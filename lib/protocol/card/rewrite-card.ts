/**
 * Rewrites the addresses in an agent card, and removes its signatures, which then would be wrong.
 *
 * **Guarantees:** changes nothing but the URLs of interfaces and `signatures`, so that every other
 * character stays; a card without a URL that is mapped is not changed at all.
 */

import { findMemberWithComma } from "../../json/json-edit.ts";
import { formatJsonPointer } from "../../json/json-pointer.ts";
import { type JsonPath, type JsonSourceNode, parseJsonSource } from "../../json/json-source.ts";
import { isArray, isObject } from "../json.ts";
import { looksLikeCard } from "./detect-card.ts";

export interface CardEdit {
  /** JSON Pointer. */
  readonly path: string;
  readonly from: string;
  /** `null` if it was removed. */
  readonly to: string | null;
}

interface RewrittenCard {
  readonly text: string;
  readonly changes: readonly CardEdit[];
}

/** The card in a response, with the URLs of its interfaces. */
interface CardSource {
  readonly text: string;
  readonly node: JsonSourceNode;
  readonly path: JsonPath;
  readonly urls: readonly InterfaceUrl[];
}

interface InterfaceUrl {
  readonly path: JsonPath;
  readonly node: JsonSourceNode;
  readonly url: string;
}

/** The lists of interfaces: of 1.0, and of 0.2 and 0.3. */
const LISTS = ["supportedInterfaces", "additionalInterfaces"] as const;

/** A card alone, or as the result of a JSON-RPC call; `null` if the text is neither. */
export function parseCardSource(text: string): CardSource | null {
  const { root, value } = parseJsonSource(text);
  if (!root || !isObject(value)) return null;
  const result = root.members?.get("result");
  const isWrapped = value.jsonrpc !== undefined && result !== undefined;
  const node = isWrapped ? result : root;
  if (!looksLikeCard(node.value)) return null;
  const path = isWrapped ? ["result"] : [];
  return { text, node, path, urls: listUrls(node, path) };
}

function listUrls(card: JsonSourceNode, path: JsonPath): InterfaceUrl[] {
  const holders: [JsonPath, JsonSourceNode | undefined][] = [[path, card]];
  for (const name of LISTS) {
    const list = card.members?.get(name);
    if (!list || !isArray(list.value)) continue;
    for (const [index, item] of list.members ?? []) holders.push([[...path, name, index], item]);
  }
  return holders.flatMap(([at, holder]): InterfaceUrl[] => {
    const node = holder?.members?.get("url");
    return typeof node?.value === "string" ? [{ path: [...at, "url"], node, url: node.value }] : [];
  });
}

/** `mapUrl` returns the new URL, or `null` for one that stays. `null` if all of them stay. */
export function rewriteCard(
  { text, node, path, urls }: CardSource,
  mapUrl: (url: string) => string | null,
): RewrittenCard | null {
  const edits: (CardEdit & { readonly at: number; readonly end: number })[] = [];
  for (const { path: where, node: source, url } of urls) {
    const to = mapUrl(url);
    if (to === null || to === url) continue;
    edits.push({ path: formatJsonPointer(where), from: url, to, at: source.from, end: source.to });
  }
  if (edits.length === 0) return null;
  const signatures = node.members?.get("signatures");
  if (signatures) {
    const { from, to } = signatures;
    const { at, end } = findMemberWithComma(text, signatures);
    const change = { path: formatJsonPointer([...path, "signatures"]), from: text.slice(from, to) };
    edits.push({ ...change, to: null, at, end });
  }
  let rewritten = text;
  for (const { at, end, to } of edits.toSorted((a, b) => b.at - a.at)) {
    const replacement = to === null ? "" : JSON.stringify(to);
    rewritten = rewritten.slice(0, at) + replacement + rewritten.slice(end);
  }
  return {
    text: rewritten,
    changes: edits.map(({ path: where, from, to }) => ({ path: where, from, to })),
  };
}
