/**
 * Stands before every page, asset and route: whom the admission refuses sees nothing of them.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type NextRequest, NextResponse } from "next/server";
import { admit, USER_HEADER } from "./lib/server/admission.ts";
import { DATA_POLICY, FIXED_HEADERS, pagePolicy } from "./lib/server/security-headers.ts";
import { readSettings } from "./lib/server/settings.ts";
import { TOKEN_PAGE, TOKEN_PAGE_POLICY } from "./lib/server/token-page.ts";

const rules = readSettings();
const policy = pagePolicy(inlineScriptHashes(), process.env.NODE_ENV === "development");

export default async function proxy(request: NextRequest): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const response = decide(request, pathname + search);
  if (response.status >= 400) await drained(request);
  const isData = /^\/(api|demo|replay|inbox)(\/|$)/.test(pathname);
  if (!response.headers.has("content-security-policy")) {
    response.headers.set("content-security-policy", isData ? DATA_POLICY : policy);
  }
  for (const [name, value] of FIXED_HEADERS) response.headers.set(name, value);
  return response;
}

function decide(request: NextRequest, path: string): Response {
  const { method, headers } = request;
  const admission = admit({ method, path, header: (name) => headers.get(name) }, rules);
  switch (admission.kind) {
    case "admitted":
      return NextResponse.next({ request: { headers: ownHeaders(headers, admission.user) } });
    case "welcome":
      return new Response(null, {
        status: 204,
        headers: { "set-cookie": admission.cookie, "cache-control": "no-store" },
      });
    case "refused":
      if (admission.status === 401 && isReadByPeople(headers)) return askForToken();
      return new Response(`Loupe refused this request: ${admission.message}\n`, {
        status: admission.status,
        headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
      });
  }
}

/** Whose request it is, says the admission and nobody else. */
function ownHeaders(headers: Headers, user: string | undefined): Headers {
  const own = new Headers(headers);
  own.delete(USER_HEADER);
  if (user !== undefined) own.set(USER_HEADER, user);
  return own;
}

function isReadByPeople(headers: Headers): boolean {
  return headers.get("accept")?.includes("text/html") === true;
}

function askForToken(): Response {
  return new Response(TOKEN_PAGE, {
    status: 401,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": TOKEN_PAGE_POLICY,
    },
  });
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
