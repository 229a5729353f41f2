/**
 * First message of a recording, by which users tell recordings of one agent apart.
 *
 * Guarantees: reads only the start of the file, and only requests, which Loupe wrote itself; no
 * response is interpreted.
 */

import { open } from "node:fs/promises";
import { isObject, tryParseJson } from "../../protocol/json.ts";
import { joinPartTexts } from "../../protocol/read-parts.ts";
import { isRpcRequest, readRpcRequest } from "../../protocol/request.ts";
import { truncateToGraphemes } from "../../text/graphemes.ts";

/** The agent card comes before the first message and is rarely as long as this. */
const SEARCHED_BYTES = 1 << 18;
const MAX_LENGTH = 120;
const OPEN_RECORD_PREFIX = '{"r":"open",';

/** `null` if the searched part of the file has no message. */
export async function readFirstMessageText(path: string): Promise<string | null> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const length = Math.min(size, SEARCHED_BYTES);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
    const lines = buffer.toString("utf8", 0, bytesRead).split("\n");
    for (const line of lines) {
      const text = line.startsWith(OPEN_RECORD_PREFIX) ? parseMessageText(line) : "";
      if (text !== "") return text;
    }
    return null;
  } finally {
    await file.close();
  }
}

function parseMessageText(line: string): string {
  const record = tryParseJson(line);
  const body =
    isObject(record) && typeof record.body === "string" ? tryParseJson(record.body) : null;
  if (!isObject(body) || !isRpcRequest(body)) return "";
  const { message } = readRpcRequest(body, { evidence: 0, decodeIssues: 0, rest03: false });
  const text = message ? joinPartTexts(message.parts).replace(/\s+/g, " ").trim() : "";
  const characters = [...text.slice(0, MAX_LENGTH * 2)].slice(0, MAX_LENGTH).join("");
  return truncateToGraphemes(text, characters.length);
}
