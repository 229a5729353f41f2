/**
 * Reads the JSON bodies of API requests and checks them against their schema.
 *
 * Guarantees: a result has the type of the schema, or a `bad-request` error names the wrong member
 * and what it must be; a body that is too long is not read to its end.
 */

import type * as z from "zod";
import type { TlsOptions } from "../../api/schemas/api-requests.ts";
import { parseWith } from "../../api/schemas/parse-with.ts";
import { createTlsTrust } from "../exchange/tls-trust.ts";
import { ApiError } from "./api-error.ts";

const MAX_BYTES = 1 << 20;

export async function readRequest<T extends object>(
  request: Request,
  schema: z.ZodType<T>,
  maxBytes = MAX_BYTES,
): Promise<T> {
  const parsed = parseWith(schema, await readJson(request, maxBytes));
  if (typeof parsed === "string") throw new ApiError("bad-request", parsed);
  return parsed;
}

/** Reads the query of a request whose body is a log. */
export function readQuery<T extends object>(request: Request, schema: z.ZodType<T>): T {
  const parsed = parseWith(schema, Object.fromEntries(new URL(request.url).searchParams));
  if (typeof parsed === "string") throw new ApiError("bad-request", parsed);
  return parsed;
}

/**
 * Reads a request for a call to an agent or an authorization server, whose body may be of any length.
 * Builds its TLS trust once, so that an unusable certificate fails before an exchange starts.
 */
export async function readCallRequest<T extends { readonly tls?: TlsOptions }>(
  request: Request,
  schema: z.ZodType<T>,
): Promise<T> {
  const call = await readRequest(request, schema, Number.POSITIVE_INFINITY);
  createTlsTrust(call.tls);
  return call;
}

async function readJson(request: Request, maxBytes: number): Promise<unknown> {
  const decoder = new TextDecoder();
  let bytes = 0;
  let body = "";
  for await (const chunk of request.body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new ApiError("bad-request", "The request is too long.");
    body += decoder.decode(chunk, { stream: true });
  }
  try {
    return JSON.parse(body + decoder.decode());
  } catch {
    return undefined;
  }
}
