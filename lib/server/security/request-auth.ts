/**
 * Request authorization: decides which requests this server answers, before any other code sees them.
 *
 * Guarantees: pure; a request for an unknown host name is refused first, which stops DNS rebinding; a
 * page of another origin can neither read nor change anything; with a token set, nothing is answered
 * without it except inboxes, whose addresses are secrets, returns from a sign-in, and this server's
 * own calls to its demo agent; the user of a request follows from the token alone; a cookie is void
 * after the next start, and is sent over TLS only if it came over TLS.
 */
import { createHmac } from "node:crypto";
import { isIP } from "node:net";
import { createDemoKey, DEMO_HEADER, isDemoPath } from "../demo-access.ts";
import type { Settings } from "../settings.ts";
import { isSameSecret } from "./is-same-secret.ts";
import { TOKEN_PATH } from "./token-page.ts";

/** Set on every request by `request-guard.ts`, replacing what the client sent; absent without users. */
export const USER_HEADER = "x-loupe-user";

interface IncomingRequest {
  method: string;
  /** Path and query. */
  path: string;
  header(name: string): string | null;
}

export interface AuthRules
  extends Pick<Settings, "port" | "hosts" | "token" | "users" | "wide" | "publicUrl"> {
  /** Random, another one for each start. Absent: cookies are not used. */
  readonly startKey?: string;
}

export type AuthDecision =
  | { kind: "allowed"; user?: string }
  | {
      kind: "refused";
      status: 400 | 401 | 403 | 421;
      message: string;
      /** The client sent a token, and it was wrong. */
      isGuess?: true;
    }
  /** The client sent the token and gets a cookie in its place. */
  | { kind: "cookie"; cookie: string };

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);
const METHODS = new Set([...SAFE_METHODS, "POST", "PUT", "PATCH", "DELETE"]);

export function authorizeRequest(request: IncomingRequest, rules: AuthRules): AuthDecision {
  return (
    checkMethod(request) ??
    checkPath(request) ??
    checkHost(request, rules) ??
    checkSite(request) ??
    checkToken(request, rules)
  );
}

function checkMethod({ method }: IncomingRequest): AuthDecision | null {
  return METHODS.has(method) ? null : createRefusal(400, `The method ${method} is not supported.`);
}

/** Refuses proxy requests, which name a host beside the Host header, and `//`, which starts with one. */
function checkPath({ path }: IncomingRequest): AuthDecision | null {
  if (/^\/(?![/\\])/.test(path)) return null;
  return createRefusal(400, "The request target must be a path on this server.");
}

function checkHost(request: IncomingRequest, rules: AuthRules): AuthDecision | null {
  const host = request.header("host")?.toLowerCase();
  if (!host) return createRefusal(400, "The request has no Host header.");
  if (getOwnHosts(rules).has(host) || (rules.wide && isIpAddressAt(host, rules.port))) return null;
  if (isInboxPath(request.path) && host === getPublicHost(rules)) return null;
  return createRefusal(
    421,
    `This server does not answer to the host name ${JSON.stringify(host)}. ` +
      `Open http://127.0.0.1:${rules.port}/, or add the name to LOUPE_HOSTS.`,
  );
}

function getOwnHosts({ port, hosts }: AuthRules): ReadonlySet<string> {
  const own = new Set<string>();
  for (const name of ["127.0.0.1", "localhost", "[::1]"]) {
    own.add(`${name}:${port}`);
    if (port === 80) own.add(name);
  }
  for (const name of hosts) own.add(name).add(`${name}:${port}`);
  return own;
}

/** The public address serves only notifications. */
function getPublicHost({ publicUrl }: AuthRules): string | null {
  return publicUrl === null ? null : new URL(publicUrl).host;
}

function isInboxPath(path: string): boolean {
  return /^\/inbox\/[^/?]+\/[^/?]+(?:\?|$)/.test(path);
}

/** Anyone can make a DNS name point here, but not an IP address. */
function isIpAddressAt(host: string, port: number): boolean {
  const [, address = "", given = "80"] = /^\[?([^\]]*?)\]?(?::(\d+))?$/.exec(host) ?? [];
  return isIP(address) > 0 && Number(given) === port;
}

/** Checks the headers by which browsers name the page a request comes from. */
function checkSite(request: IncomingRequest): AuthDecision | null {
  const site = request.header("sec-fetch-site");
  const isOurs = site === null || site === "same-origin" || site === "none";
  if (!isOurs && !isFollowedLink(request)) {
    return createRefusal(403, `Requests from other sites are refused (Sec-Fetch-Site: ${site}).`);
  }
  const origin = request.header("origin");
  if (origin !== null && !isOwnOrigin(origin, request.header("host"))) {
    return createRefusal(403, `Requests from the origin ${origin} are refused.`);
  }
  const isApi = isUnder("/api", request.path) || isUnder("/mcp", request.path);
  const changes = isApi && !SAFE_METHODS.has(request.method);
  if (changes && origin === null && site !== null) {
    return createRefusal(403, "A browser request that changes data must have an Origin header.");
  }
  return null;
}

/** True for a followed link to a page: the other site cannot read what the page shows. */
function isFollowedLink(request: IncomingRequest): boolean {
  return (
    request.method === "GET" &&
    request.header("sec-fetch-mode") === "navigate" &&
    request.header("sec-fetch-dest") === "document" &&
    !isUnder("/api", request.path) &&
    !isUnder("/mcp", request.path) &&
    !isUnder("/replay", request.path) &&
    !isUnder("/inbox", request.path)
  );
}

function isOwnOrigin(origin: string, host: string | null): boolean {
  const own = host?.toLowerCase();
  return origin === `http://${own}` || origin === `https://${own}`;
}

function checkToken(request: IncomingRequest, rules: AuthRules): AuthDecision {
  const holders = getTokenHolders(rules);
  const guest = isDemoPath(request.path) ? findDemoCaller(request, holders) : undefined;
  if (guest) return { kind: "allowed", ...(guest.name !== null && { user: guest.name }) };
  if (holders.length === 0 || isInboxPath(request.path) || isOAuthCallback(request))
    return { kind: "allowed" };
  const bearer = /^bearer +(.+)$/i.exec(request.header("authorization") ?? "")?.[1];
  const named =
    bearer === undefined
      ? undefined
      : findHolder(holders, ({ token }) => isSameSecret(bearer, token));
  if (named && request.method === "POST" && request.path === TOKEN_PATH) {
    return { kind: "cookie", cookie: createCookie(request, rules, named.token) };
  }
  const known = named ?? findCookieHolder(request, rules, holders);
  if (known) return { kind: "allowed", ...(known.name !== null && { user: known.name }) };
  return {
    kind: "refused",
    status: 401,
    message:
      "This Loupe requires its token. Open the address it printed at startup, " +
      'or send the token as "Authorization: Bearer …".',
    ...(bearer !== undefined && { isGuess: true }),
  };
}

function createCookie(request: IncomingRequest, rules: AuthRules, token: string): string {
  const value = createCookieValue(token, rules.startKey ?? "");
  const secure = isOverTls(request, rules) ? "; Secure" : "";
  return `${getCookieName(rules.port)}=${value}; Path=/; HttpOnly; SameSite=Strict${secure}`;
}

/**
 * Loupe speaks plain HTTP; a proxy in front of it may speak TLS. What a client claims here affects its
 * own cookie alone.
 */
function isOverTls(request: IncomingRequest, { publicUrl }: AuthRules): boolean {
  const host = request.header("host")?.toLowerCase() ?? "";
  const forwarded = request.header("x-forwarded-proto")?.split(",")[0]?.trim().toLowerCase();
  const isPublic = publicUrl !== null && new URL(publicUrl).host === host;
  return (
    request.header("origin") === `https://${host}` ||
    forwarded === "https" ||
    (isPublic && publicUrl.startsWith("https:"))
  );
}

function findCookieHolder(
  request: IncomingRequest,
  { port, startKey }: AuthRules,
  holders: readonly TokenHolder[],
): TokenHolder | undefined {
  if (startKey === undefined) return undefined;
  const cookies = getCookieValues(request.header("cookie") ?? "", getCookieName(port));
  return findHolder(holders, ({ token }) => {
    const value = createCookieValue(token, startKey);
    return cookies.some((one) => isSameSecret(one, value));
  });
}

/** Finds the token holder for whom this server calls its own demo agent. */
function findDemoCaller(
  request: IncomingRequest,
  holders: readonly TokenHolder[],
): TokenHolder | undefined {
  const key = request.header(DEMO_HEADER);
  if (key === null) return undefined;
  return findHolder(holders, ({ token }) => isSameSecret(key, createDemoKey(token)));
}

interface TokenHolder {
  /** `null` for a token that all users share. */
  name: string | null;
  token: string;
}

function getTokenHolders({ token, users }: AuthRules): readonly TokenHolder[] {
  return token === null ? users : [{ name: null, token }, ...users];
}

/** Checks all holders, so that the time taken does not reveal which one matches. */
function findHolder(
  holders: readonly TokenHolder[],
  is: (holder: TokenHolder) => boolean,
): TokenHolder | undefined {
  return holders.filter(is)[0];
}

/**
 * True when a provider redirects back from a sign-in. Such a request comes from another site and has
 * no cookie; the page is the same for all users, and its own requests carry the cookie again.
 */
function isOAuthCallback(request: IncomingRequest): boolean {
  return /^\/oauth\/callback(\?|$)/.test(request.path) && isFollowedLink(request);
}

/** Cookies ignore the port, so two servers on one machine need two names. */
function getCookieName(port: number): string {
  return `loupe-${port}`;
}

/**
 * Derived from the token, because every server on this host name receives the cookie; and from the
 * start, so that a token that stays the same does not keep a cookie valid.
 */
function createCookieValue(token: string, startKey: string): string {
  return createHmac("sha256", token).update(`loupe cookie ${startKey}`).digest("base64url");
}

function getCookieValues(header: string, name: string): string[] {
  return header
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
}

function isUnder(folder: string, path: string): boolean {
  return path === folder || path.startsWith(`${folder}/`) || path.startsWith(`${folder}?`);
}

function createRefusal(status: 400 | 401 | 403 | 421, message: string): AuthDecision {
  return { kind: "refused", status, message };
}
