/** Reads one header of a request with all of its lines: of some Node.js keeps the first in silence. */
import type { IncomingMessage } from "node:http";

export function getRequestHeader(
  { headersDistinct }: IncomingMessage,
  name: string,
): string | null {
  return headersDistinct[name]?.join(name === "cookie" ? "; " : ", ") ?? null;
}
