/**
 * Request guard: authorizes every request before the framework sees it.
 *
 * Guarantees: a refused request reaches no page, asset or route, and is answered completely here; an
 * allowed request continues with the normalized path that was checked, and carries its user; a wrong
 * token is answered late, and only so many at the same time, so that requests with the right one never wait.
 */

import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readSettings } from "../settings.ts";
import { getRequestHeader, normalizePath } from "./raw-request.ts";
import {
  type AuthDecision,
  type AuthRules,
  authorizeRequest,
  USER_HEADER,
} from "./request-auth.ts";
import { TOKEN_PAGE, TOKEN_PAGE_POLICY } from "./token-page.ts";

/** True if the request may continue; otherwise it is already answered. */
export type RequestGuard = (request: IncomingMessage, response: ServerResponse) => boolean;

/** The property of `globalThis` by which `scripts/gate.cjs` receives the guard. */
const GATE = Symbol.for("loupe.gate");

export function installRequestGuard(): void {
  const home: typeof globalThis & { [GATE]?: (guard: RequestGuard) => void } = globalThis;
  const install = home[GATE];
  if (!install) {
    throw new Error("The server was started without its request guard. Start it with npm start.");
  }
  const isDevelopment = process.env.NODE_ENV === "development";
  install(createRequestGuard(readSettings(), createPagePolicy(readScriptHashes(), isDevelopment)));
}

/** After a wrong token. */
const GUESS_DELAY_MS = 1000;
/** Of all clients together; more are refused at once, unread. */
const MAX_DELAYED_GUESSES = 20;

const waitAfterGuess = () => sleep(GUESS_DELAY_MS, undefined, { ref: false });

/** `wait` delays the response to a wrong token. */
export function createRequestGuard(
  settings: Omit<AuthRules, "startKey">,
  policy: string,
  wait: () => Promise<unknown> = waitAfterGuess,
): RequestGuard {
  const rules = { ...settings, startKey: randomBytes(18).toString("base64url") };
  let delayed = 0;
  const delayGuess = async () => {
    delayed++;
    await wait();
    delayed--;
  };
  return (request, response) => {
    const path = normalizePath(request.url ?? "");
    const decision = authorizeRequest(
      { method: request.method ?? "", path, header: (name) => getRequestHeader(request, name) },
      rules,
    );
    if (decision.kind === "refused" && decision.isGuess) {
      if (delayed >= MAX_DELAYED_GUESSES) sendTooManyGuesses(response);
      else void delayGuess().then(() => sendRefusal(request, response, decision));
      return false;
    }
    if (decision.kind !== "allowed") {
      void sendRefusal(request, response, decision);
      return false;
    }
    request.url = path;
    delete request.headers[USER_HEADER];
    if (decision.user !== undefined) request.headers[USER_HEADER] = decision.user;
    if (!isDataPath(path)) response.setHeader("content-security-policy", policy);
    return true;
  };
}

function isDataPath(path: string): boolean {
  return /^\/(api|demo|replay|inbox|mcp)(\/|\?|$)/.test(path);
}

async function sendRefusal(
  request: IncomingMessage,
  response: ServerResponse,
  decision: Exclude<AuthDecision, { kind: "allowed" }>,
): Promise<void> {
  await drainRequest(request);
  response.setHeader("cache-control", "no-store");
  if (decision.kind === "cookie") {
    response.writeHead(204, { "set-cookie": decision.cookie }).end();
    return;
  }
  // The rest of the body is not read.
  response.setHeader("connection", "close");
  const { status, message } = decision;
  const acceptsHtml = request.headers.accept?.includes("text/html") === true;
  const isPage = status === 401 && acceptsHtml;
  response.setHeader("content-type", `text/${isPage ? "html" : "plain"}; charset=utf-8`);
  if (isPage) response.setHeader("content-security-policy", TOKEN_PAGE_POLICY);
  response.writeHead(status).end(isPage ? TOKEN_PAGE : `Loupe refused this request: ${message}\n`);
}

function sendTooManyGuesses(response: ServerResponse): void {
  const headers = { "retry-after": "1", connection: "close", "content-type": "text/plain" };
  response.writeHead(429, headers).end("Loupe refused this request: too many wrong tokens.\n");
}

const DRAIN_BYTES = 1 << 16;
const DRAIN_MS = 1000;

/**
 * Reads the rest of a refused request, up to a limit: closing a connection with unread bytes resets
 * it, and the response is lost.
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

/** Hashes of the inline scripts, written by `scripts/csp.mjs` after a build; none in development. */
function readScriptHashes(): readonly string[] {
  try {
    const text = readFileSync(join(process.cwd(), ".next", "csp-hashes.json"), "utf8");
    const hashes: unknown = JSON.parse(text);
    return Array.isArray(hashes) ? hashes.filter((hash) => typeof hash === "string") : [];
  } catch {
    return [];
  }
}

/**
 * Content-Security-Policy for Loupe's pages. Every other response has the stricter policy that
 * `scripts/gate.cjs` sets. `hashes` are those of the inline scripts that the build wrote into the static pages. */
export function createPagePolicy(hashes: readonly string[], development: boolean): string {
  const scripts = development
    ? ["'unsafe-inline'", "'unsafe-eval'"]
    : hashes.map((hash) => `'${hash}'`);
  const directives: readonly (readonly [name: string, ...sources: string[]])[] = [
    ["default-src", "'none'"],
    ["script-src", "'self'", ...scripts],
    ["style-src", "'self'", ...(development ? ["'unsafe-inline'"] : [])],
    ["connect-src", "'self'"],
    ["img-src", "'self'", "data:", "blob:"],
    ["media-src", "data:", "blob:"],
    ["font-src", "'self'"],
    ["frame-src", "blob:"],
    ["worker-src", "'self'", "blob:"],
    ["base-uri", "'none'"],
    ["form-action", "'none'"],
    ["frame-ancestors", "'none'"],
  ];
  return directives.map((directive) => directive.join(" ")).join("; ");
}
