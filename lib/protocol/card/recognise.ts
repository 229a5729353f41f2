/** Telling a card from other JSON, also one with mistakes in it. */

import { readJsonSource } from "../../wire/json-source.ts";
import { isObject } from "../json.ts";

/** Members of cards that no log, event or request has beside a name. */
const SIGNS = ["supportedInterfaces", "skills", "capabilities", "defaultInputModes"];

export function looksLikeCardText(text: string): boolean {
  if (!/^\s*\{/.test(text.replace(/^\ufeff/, "")) || isLines(text)) return false;
  const { value } = readJsonSource(text);
  if (value !== undefined) return looksLikeCard(value);
  // Broken somewhere: several of its words still tell.
  return SIGNS.filter((sign) => text.includes(`"${sign}"`)).length >= 2;
}

export function looksLikeCard(value: unknown): boolean {
  if (!isObject(value)) return false;
  const signs = SIGNS.filter((sign) => value[sign] !== undefined).length;
  return signs >= 2 || (signs === 1 && typeof value.name === "string");
}

/** Several values, each in a line of its own, are a log. */
function isLines(text: string): boolean {
  return /\}\s*\n\s*\{"/.test(text) && /^\s*\{.*\}\s*$/m.test(text.slice(0, text.indexOf("\n")));
}
