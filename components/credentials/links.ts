// The web addresses in what an agent says, in order and each once.
import { isArray, isObject } from "../../lib/protocol/json.ts";
import { safeLink } from "../markdown/url.ts";

const MOST_LINKS = 4;
const MOST_VALUES = 500;

export function linksIn(values: readonly unknown[]): string[] {
  const found = new Set<string>();
  const queue = [...values];
  for (let seen = 0; queue.length > 0 && seen < MOST_VALUES && found.size < MOST_LINKS; seen++) {
    const value = queue.shift();
    if (typeof value === "string") for (const url of addressesIn(value)) found.add(url);
    else if (isArray(value)) queue.push(...value.slice(0, MOST_VALUES));
    else if (isObject(value)) queue.push(...Object.values(value).slice(0, MOST_VALUES));
  }
  return [...found].slice(0, MOST_LINKS);
}

/** Without what a sentence or Markdown puts after an address. */
function addressesIn(text: string): string[] {
  const found = text.match(/https?:\/\/[^\s<>"'`)\]}]+/g) ?? [];
  return found.map((url) => url.replace(/[.,;:!?]+$/, "")).filter((url) => safeLink(url));
}
