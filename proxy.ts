/**
 * Stands before every page, asset and route: whom the admission refuses sees nothing of them.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type NextRequest, NextResponse } from "next/server";
import { admit } from "./lib/server/admission.ts";
import { DATA_POLICY, FIXED_HEADERS, pagePolicy } from "./lib/server/security-headers.ts";
import { readSettings } from "./lib/server/settings.ts";

const rules = readSettings();
const policy = pagePolicy(inlineScriptHashes(), process.env.NODE_ENV === "development");

export default async function proxy(request: NextRequest): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const response = decide(request, pathname + search);
  if (response.status >= 400) await drained(request);
  const isData = /^\/(api|demo|replay|inbox)(\/|$)/.test(pathname);
  response.headers.set("content-security-policy", isData ? DATA_POLICY : policy);
  for (const [name, value] of FIXED_HEADERS) response.headers.set(name, value);
  return response;
}

function decide(request: NextRequest, path: string): Response {
  const { method, headers } = request;
  const admission = admit({ method, path, header: (name) => headers.get(name) }, rules);
  switch (admission.kind) {
    case "admitted":
      return NextResponse.next();
    case "welcome":
      return new Response(null, {
        status: 303,
        headers: {
          // Next.js reads an absolute location only, and sends it on as a path.
          location: new URL(admission.location, request.url).href,
          "set-cookie": admission.cookie,
          "cache-control": "no-store",
        },
      });
    case "refused":
      return new Response(`Loupe refused this request: ${admission.message}\n`, {
        status: admission.status,
        headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
      });
  }
}

const DRAIN_BYTES = 1 << 16;
const DRAIN_MS = 1000;

/**
 * Reads what a refused request still had to say, within bounds: an answer to a request that is
 * not read leaves its connection stuck, for the browser and for us.
 */
async function drained(request: NextRequest): Promise<void> {
  const reader = request.body?.getReader();
  if (!reader) return;
  const tooLong = setTimeout(() => void reader.cancel().catch(() => undefined), DRAIN_MS);
  try {
    for (let bytes = 0; bytes < DRAIN_BYTES; ) {
      const { done, value } = await reader.read();
      if (done) break;
      bytes += value.byteLength;
    }
  } catch {
    // It broke off by itself: nothing is left to read.
  } finally {
    clearTimeout(tooLong);
  }
}

/** Written by `scripts/csp.mjs` after a build; in development there are none. */
function inlineScriptHashes(): readonly string[] {
  try {
    const text = readFileSync(join(process.cwd(), ".next", "csp-hashes.json"), "utf8");
    const hashes: unknown = JSON.parse(text);
    return Array.isArray(hashes) ? hashes.filter((hash) => typeof hash === "string") : [];
  } catch {
    return [];
  }
}
