/**
 * Who may talk to this server. Decided before anything else looks at a request.
 *
 * Guarantees: pure; a name this server does not go by is refused first, so a rebound DNS name gets
 * nowhere; a page of another origin can neither read nor change anything; with a token set, nothing
 * is answered without it but an inbox, whose address is a secret of its own, and this server's own
 * calls to its demo agent; which user a request is
 * from follows from the token alone.
 */
import { createHmac } from "node:crypto";
import { isIP } from "node:net";
import { createDemoKey, DEMO_HEADER, isDemoPath } from "./demo-access.ts";
import { isSameSecret } from "./is-same-secret.ts";
import type { Settings } from "./settings.ts";
import { TOKEN_PATH } from "./token-page.ts";

/** Put on every request by `request-guard.ts`, whatever it came with; absent without users. */
export const USER_HEADER = "x-loupe-user";

export interface IncomingRequest {
  method: string;
  /** Path and query. */
  path: string;
  header(name: string): string | null;
}

export type AuthRules = Pick<Settings, "port" | "hosts" | "token" | "users" | "wide" | "publicUrl">;

export type AuthDecision =
  | { kind: "admitted"; user?: string }
  | { kind: "refused"; status: 400 | 401 | 403 | 421; message: string }
  /** The token was shown: from now on a cookie stands for it. */
  | { kind: "welcome"; cookie: string };

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);
const METHODS = new Set([...SAFE_METHODS, "POST", "PUT", "PATCH", "DELETE"]);

export function authorizeRequest(knock: IncomingRequest, rules: AuthRules): AuthDecision {
  return (
    checkMethod(knock) ??
    checkPath(knock) ??
    checkHost(knock, rules) ??
    checkSite(knock) ??
    checkToken(knock, rules)
  );
}

function checkMethod({ method }: IncomingRequest): AuthDecision | null {
  return METHODS.has(method) ? null : createRefusal(400, `The method ${method} is not used here.`);
}

/** A proxy's form of a request names a host beside the Host header; `//` begins with one. */
function checkPath({ path }: IncomingRequest): AuthDecision | null {
  if (/^\/(?![/\\])/.test(path)) return null;
  return createRefusal(400, "The request must name a path of this server.");
}

function checkHost(knock: IncomingRequest, rules: AuthRules): AuthDecision | null {
  const host = knock.header("host")?.toLowerCase();
  if (!host) return createRefusal(400, "The request has no Host header.");
  if (getOwnHosts(rules).has(host) || (rules.wide && isIpAddressAt(host, rules.port))) return null;
  if (isInboxPath(knock.path) && host === getPublicHost(rules)) return null;
  return createRefusal(
    421,
    `This server does not go by the name ${JSON.stringify(host)}. ` +
      `Call it http://127.0.0.1:${rules.port}/, or list the name in LOUPE_HOSTS.`,
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

/** The public address is for notifications alone: it opens nothing else of this server. */
function getPublicHost({ publicUrl }: AuthRules): string | null {
  return publicUrl === null ? null : new URL(publicUrl).host;
}

function isInboxPath(path: string): boolean {
  return /^\/inbox\/[^/?]+\/[^/?]+(?:\?|$)/.test(path);
}

/** A name can be made to point here by anybody; an address can not. */
function isIpAddressAt(host: string, port: number): boolean {
  const [, address = "", given = "80"] = /^\[?([^\]]*?)\]?(?::(\d+))?$/.exec(host) ?? [];
  return isIP(address) > 0 && Number(given) === port;
}

/** What browsers say about the page a request comes from. */
function checkSite(knock: IncomingRequest): AuthDecision | null {
  const site = knock.header("sec-fetch-site");
  const isOurs = site === null || site === "same-origin" || site === "none";
  if (!isOurs && !isFollowedLink(knock)) {
    return createRefusal(403, `Requests from other sites are refused (Sec-Fetch-Site: ${site}).`);
  }
  const origin = knock.header("origin");
  if (origin !== null && !isOwnOrigin(origin, knock.header("host"))) {
    return createRefusal(403, `Requests from the origin ${origin} are refused.`);
  }
  const changes = isUnder("/api", knock.path) && !SAFE_METHODS.has(knock.method);
  if (changes && origin === null && site !== null) {
    return createRefusal(403, "A browser must say by an Origin header where a change comes from.");
  }
  return null;
}

/** Somebody clicked a link to the page; what it shows stays out of the other site's reach. */
function isFollowedLink(knock: IncomingRequest): boolean {
  return (
    knock.method === "GET" &&
    knock.header("sec-fetch-mode") === "navigate" &&
    knock.header("sec-fetch-dest") === "document" &&
    !isUnder("/api", knock.path) &&
    !isUnder("/replay", knock.path) &&
    !isUnder("/inbox", knock.path)
  );
}

function isOwnOrigin(origin: string, host: string | null): boolean {
  const own = host?.toLowerCase();
  return origin === `http://${own}` || origin === `https://${own}`;
}

function checkToken(knock: IncomingRequest, rules: AuthRules): AuthDecision {
  const holders = getTokenHolders(rules);
  const guest = isDemoPath(knock.path) ? findDemoCaller(knock, holders) : undefined;
  if (guest) return { kind: "admitted", ...(guest.name !== null && { user: guest.name }) };
  if (holders.length === 0 || isInboxPath(knock.path) || isOAuthCallback(knock))
    return { kind: "admitted" };
  const bearer = /^bearer +(.+)$/i.exec(knock.header("authorization") ?? "")?.[1];
  const named =
    bearer === undefined
      ? undefined
      : findHolder(holders, ({ token }) => isSameSecret(bearer, token));
  if (named && knock.method === "POST" && knock.path === TOKEN_PATH) {
    const value = createCookieValue(named.token);
    const cookie = `${getCookieName(rules.port)}=${value}; Path=/; HttpOnly; SameSite=Strict`;
    return { kind: "welcome", cookie };
  }
  const cookies = getCookieValues(knock.header("cookie") ?? "", getCookieName(rules.port));
  const known =
    named ??
    findHolder(holders, ({ token }) =>
      cookies.some((one) => isSameSecret(one, createCookieValue(token))),
    );
  if (known) return { kind: "admitted", ...(known.name !== null && { user: known.name }) };
  return createRefusal(
    401,
    "This Loupe is not for everybody who can reach it, so it asks for its token. Open the address " +
      'it printed when it was started, or send the token as "Authorization: Bearer …".',
  );
}

/** This server calling its own demo agent, for one of the holders. */
function findDemoCaller(
  knock: IncomingRequest,
  holders: readonly TokenHolder[],
): TokenHolder | undefined {
  const key = knock.header(DEMO_HEADER);
  if (key === null) return undefined;
  return findHolder(holders, ({ token }) => isSameSecret(key, createDemoKey(token)));
}

interface TokenHolder {
  /** `null` for the one token that all share. */
  name: string | null;
  token: string;
}

function getTokenHolders({ token, users }: AuthRules): readonly TokenHolder[] {
  return token === null ? users : [{ name: null, token }, ...users];
}

/** Asks of all of them, so that the time tells nothing of whose it is. */
function findHolder(
  holders: readonly TokenHolder[],
  is: (holder: TokenHolder) => boolean,
): TokenHolder | undefined {
  return holders.filter(is)[0];
}

/**
 * A provider sends somebody back from a sign-in. Coming from another site, they bring no cookie; the
 * page is the same for everybody, and what is asked for from it comes with the cookie again.
 */
function isOAuthCallback(knock: IncomingRequest): boolean {
  return /^\/oauth\/callback(\?|$)/.test(knock.path) && isFollowedLink(knock);
}

/** Cookies do not tell ports apart, so that two servers on one machine need two names. */
function getCookieName(port: number): string {
  return `loupe-${port}`;
}

/** Not the token itself: every server on this host name is shown the cookie. */
function createCookieValue(token: string): string {
  return createHmac("sha256", token).update("loupe cookie").digest("base64url");
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
