/** Data parts that came as files: some frameworks carry them through a model's own part types. */

import { isObject } from "../protocol/json.ts";
import type { Part } from "../protocol/model.ts";

const OPENING = "<a2a_datapart_json>";
const CLOSING = "</a2a_datapart_json>";
/** How the opening tag begins in base64. */
const START = "PGEyYV9kYXRhcGFydF9qc29u";
/** Nothing that a model hands on as a text is longer. */
const MAX = 4_000_000;

/** The data part inside a file part; any other part as it is. */
export function untunnelled(part: Part): Part {
  if (part.kind !== "file" || part.bytes === undefined) return part;
  const { bytes } = part;
  if (!bytes.startsWith(START) || bytes.length > MAX) return part;
  const text = decoded(bytes);
  if (!text?.startsWith(OPENING) || !text.endsWith(CLOSING)) return part;
  try {
    const told: unknown = JSON.parse(text.slice(OPENING.length, -CLOSING.length));
    if (!isObject(told) || told.data === undefined) return part;
    return {
      kind: "data",
      data: told.data,
      ...(isObject(told.metadata) && { metadata: told.metadata }),
    };
  } catch {
    return part;
  }
}

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const VALUE_OF = new Map([...`${DIGITS}-_`].map((digit, i) => [digit, i < 64 ? i : i - 2]));

/** UTF-8 text in base64, of either alphabet; `null` where it is none. */
function decoded(base64: string): string | null {
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  for (const digit of base64) {
    if (digit === "=" || digit === "\n" || digit === "\r") continue;
    const value = VALUE_OF.get(digit);
    if (value === undefined) return null;
    held = ((held << 6) | value) & 0xffffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((held >> bits) & 0xff);
  }
  return new TextDecoder().decode(Uint8Array.from(bytes)).trim();
}
