/** The bytes that a parser of HTTP refused, as text that can be read. */
import type { UnparsedBytes } from "./record.ts";
import { decodeBase64, decodeLenient } from "./utf8.ts";

/** What is no text at all is shown as its base64. */
export function getUnparsedText({ text, b64 = "" }: UnparsedBytes): string {
  if (text !== undefined) return text;
  try {
    return decodeLenient(decodeBase64(b64)).text;
  } catch {
    return b64;
  }
}
