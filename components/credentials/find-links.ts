// Finds the http(s) links in agent content, in order and without duplicates.
import { isArray, isObject } from "../../lib/protocol/json.ts";
import { parseSafeLink } from "../markdown/safe-link.ts";

const MAX_LINKS = 4;
const MAX_VALUES = 500;

export function findLinks(values: readonly unknown[]): string[] {
  const found = new Set<string>();
  const queue = [...values];
  for (let seen = 0; queue.length > 0 && seen < MAX_VALUES && found.size < MAX_LINKS; seen++) {
    const value = queue.shift();
    if (typeof value === "string") for (const url of findUrls(value)) found.add(url);
    else if (isArray(value)) queue.push(...value.slice(0, MAX_VALUES));
    else if (isObject(value)) queue.push(...Object.values(value).slice(0, MAX_VALUES));
  }
  return [...found].slice(0, MAX_LINKS);
}

/** Strips trailing punctuation of sentences and Markdown. */
function findUrls(text: string): string[] {
  const found = text.match(/https?:\/\/[^\s<>"'`)\]}]+/g) ?? [];
  return found.map((url) => url.replace(/[.,;:!?]+$/, "")).filter((url) => parseSafeLink(url));
}
