/** Reads a request header with all of its lines: for some headers, Node.js silently keeps only the first. */
import type { IncomingMessage } from "node:http";

export function getRequestHeader(
  { headersDistinct }: IncomingMessage,
  name: string,
): string | null {
  return headersDistinct[name]?.join(name === "cookie" ? "; " : ", ") ?? null;
}
