/**
 * Decides on every request before the framework sees it.
 *
 * Guarantees: what is refused reaches no page, asset or route, and is answered in full here; what is
 * admitted goes on with the path that was judged, in one spelling, and says whose request it is.
 */
import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import {
  type AuthDecision,
  type AuthRules,
  authorizeRequest,
  USER_HEADER,
} from "./request-auth.ts";
import { getRequestHeader } from "./request-header.ts";
import { normalizePath } from "./request-path.ts";
import { createPagePolicy } from "./security-headers.ts";
import { readSettings } from "./settings.ts";
import { TOKEN_PAGE, TOKEN_PAGE_POLICY } from "./token-page.ts";

/** True where the request may go on; else it is answered already. */
export type RequestGuard = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Where `scripts/gate.cjs` waits for the guard. */
const GATE = Symbol.for("loupe.gate");

export function installRequestGuard(): void {
  const home: typeof globalThis & { [GATE]?: (guard: RequestGuard) => void } = globalThis;
  const install = home[GATE];
  if (!install) {
    throw new Error("Loupe's server was started without its gate. Start it with npm start.");
  }
  const isDevelopment = process.env.NODE_ENV === "development";
  install(createRequestGuard(readSettings(), createPagePolicy(readScriptHashes(), isDevelopment)));
}

export function createRequestGuard(rules: AuthRules, policy: string): RequestGuard {
  return (request, response) => {
    const path = normalizePath(request.url ?? "");
    const admission = authorizeRequest(
      { method: request.method ?? "", path, header: (name) => getRequestHeader(request, name) },
      rules,
    );
    if (admission.kind !== "admitted") {
      void sendRefusal(request, response, admission);
      return false;
    }
    request.url = path;
    delete request.headers[USER_HEADER];
    if (admission.user !== undefined) request.headers[USER_HEADER] = admission.user;
    if (!isDataPath(path)) response.setHeader("content-security-policy", policy);
    return true;
  };
}

function isDataPath(path: string): boolean {
  return /^\/(api|demo|replay|inbox)(\/|\?|$)/.test(path);
}

async function sendRefusal(
  request: IncomingMessage,
  response: ServerResponse,
  admission: Exclude<AuthDecision, { kind: "admitted" }>,
): Promise<void> {
  await drainRequest(request);
  response.setHeader("cache-control", "no-store");
  if (admission.kind === "welcome") {
    response.writeHead(204, { "set-cookie": admission.cookie }).end();
    return;
  }
  // What is left of its body is not read any more.
  response.setHeader("connection", "close");
  const { status, message } = admission;
  const isForPeople = request.headers.accept?.includes("text/html") === true;
  const isPage = status === 401 && isForPeople;
  response.setHeader("content-type", `text/${isPage ? "html" : "plain"}; charset=utf-8`);
  if (isPage) response.setHeader("content-security-policy", TOKEN_PAGE_POLICY);
  response.writeHead(status).end(isPage ? TOKEN_PAGE : `Loupe refused this request: ${message}\n`);
}

const DRAIN_BYTES = 1 << 16;
const DRAIN_MS = 1000;

/**
 * Reads what a refused request still has to say, within bounds: a connection that is closed with
 * bytes unread is reset, and the answer is lost with it.
 */
function drainRequest(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(done, DRAIN_MS);
    let bytes = 0;
    request.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes < DRAIN_BYTES) return;
      request.pause();
      done();
    });
    request.on("end", done).on("error", done).on("close", done);
  });
}

/** Of the inline scripts, written by `scripts/csp.mjs` after a build; in development there are none. */
function readScriptHashes(): readonly string[] {
  try {
    const text = readFileSync(join(process.cwd(), ".next", "csp-hashes.json"), "utf8");
    const hashes: unknown = JSON.parse(text);
    return Array.isArray(hashes) ? hashes.filter((hash) => typeof hash === "string") : [];
  } catch {
    return [];
  }
}
