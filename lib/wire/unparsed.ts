/** The bytes that a parser of HTTP refused, as text that can be read. */
import type { UnparsedBytes } from "./record.ts";
import { bytesFromBase64, decodeLenient } from "./utf8.ts";

/** What is no text at all is shown as its base64. */
export function unparsedText({ text, b64 = "" }: UnparsedBytes): string {
  if (text !== undefined) return text;
  try {
    return decodeLenient(bytesFromBase64(b64)).text;
  } catch {
    return b64;
  }
}
