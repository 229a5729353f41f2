/**
 * What was said first in a recording: by it, recordings of one agent are told apart.
 *
 * Guarantees: reads the file's beginning only, and only requests, which Loupe wrote itself; no
 * answer is interpreted.
 */

import { open } from "node:fs/promises";
import { isObject } from "../protocol/json.ts";
import { joinPartTexts } from "../protocol/read-parts.ts";
import { isRpcRequest, readRpcRequest } from "../protocol/request.ts";
import { truncateToGraphemes } from "../wire/graphemes.ts";

/** An agent's card comes before the first words; it is rarely as long as this. */
const SEARCHED_BYTES = 1 << 18;
const MAX_LENGTH = 120;
const OPEN_RECORD_PREFIX = '{"r":"open",';

/** `null` where nothing was said in the part that is searched. */
export async function readFirstMessageText(path: string): Promise<string | null> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const length = Math.min(size, SEARCHED_BYTES);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
    const lines = buffer.toString("utf8", 0, bytesRead).split("\n");
    for (const line of lines) {
      const words = line.startsWith(OPEN_RECORD_PREFIX) ? parseMessageText(line) : "";
      if (words !== "") return words;
    }
    return null;
  } finally {
    await file.close();
  }
}

function parseMessageText(line: string): string {
  const record = parseJson(line);
  const body = isObject(record) && typeof record.body === "string" ? parseJson(record.body) : null;
  if (!isObject(body) || !isRpcRequest(body)) return "";
  const { message } = readRpcRequest(body, { evidence: 0, decodeIssues: 0, rest03: false });
  const words = message ? joinPartTexts(message.parts).replace(/\s+/g, " ").trim() : "";
  const characters = [...words.slice(0, MAX_LENGTH * 2)].slice(0, MAX_LENGTH).join("");
  return truncateToGraphemes(words, characters.length);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
