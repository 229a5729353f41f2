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
import { DEMO_HEADER, demoKey, isDemoPath } from "./own-demo.ts";
import { isSame } from "./same.ts";
import type { Settings } from "./settings.ts";
import { TOKEN_PATH } from "./token-page.ts";

/** Put on every request by `request-guard.ts`, whatever it came with; absent without users. */
export const USER_HEADER = "x-loupe-user";

export interface Knock {
  method: string;
  /** Path and query. */
  path: string;
  header(name: string): string | null;
}

export type AdmissionRules = Pick<
  Settings,
  "port" | "hosts" | "token" | "users" | "wide" | "publicUrl"
>;

export type Admission =
  | { kind: "admitted"; user?: string }
  | { kind: "refused"; status: 400 | 401 | 403 | 421; message: string }
  /** The token was shown: from now on a cookie stands for it. */
  | { kind: "welcome"; cookie: string };

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);
const METHODS = new Set([...SAFE_METHODS, "POST", "PUT", "PATCH", "DELETE"]);

export function admit(knock: Knock, rules: AdmissionRules): Admission {
  return (
    checkMethod(knock) ??
    checkPath(knock) ??
    checkHost(knock, rules) ??
    checkSite(knock) ??
    checkToken(knock, rules)
  );
}

function checkMethod({ method }: Knock): Admission | null {
  return METHODS.has(method) ? null : refused(400, `The method ${method} is not used here.`);
}

/** A proxy's form of a request names a host beside the Host header; `//` begins with one. */
function checkPath({ path }: Knock): Admission | null {
  if (/^\/(?![/\\])/.test(path)) return null;
  return refused(400, "The request must name a path of this server.");
}

function checkHost(knock: Knock, rules: AdmissionRules): Admission | null {
  const host = knock.header("host")?.toLowerCase();
  if (!host) return refused(400, "The request has no Host header.");
  if (ownHosts(rules).has(host) || (rules.wide && isAddressAt(host, rules.port))) return null;
  if (isInbox(knock.path) && host === publicHost(rules)) return null;
  return refused(
    421,
    `This server does not go by the name ${JSON.stringify(host)}. ` +
      `Call it http://127.0.0.1:${rules.port}/, or list the name in LOUPE_HOSTS.`,
  );
}

function ownHosts({ port, hosts }: AdmissionRules): ReadonlySet<string> {
  const own = new Set<string>();
  for (const name of ["127.0.0.1", "localhost", "[::1]"]) {
    own.add(`${name}:${port}`);
    if (port === 80) own.add(name);
  }
  for (const name of hosts) own.add(name).add(`${name}:${port}`);
  return own;
}

/** The public address is for notifications alone: it opens nothing else of this server. */
function publicHost({ publicUrl }: AdmissionRules): string | null {
  return publicUrl === null ? null : new URL(publicUrl).host;
}

function isInbox(path: string): boolean {
  return /^\/inbox\/[^/?]+\/[^/?]+(?:\?|$)/.test(path);
}

/** A name can be made to point here by anybody; an address can not. */
function isAddressAt(host: string, port: number): boolean {
  const [, address = "", given = "80"] = /^\[?([^\]]*?)\]?(?::(\d+))?$/.exec(host) ?? [];
  return isIP(address) > 0 && Number(given) === port;
}

/** What browsers say about the page a request comes from. */
function checkSite(knock: Knock): Admission | null {
  const site = knock.header("sec-fetch-site");
  const isOurs = site === null || site === "same-origin" || site === "none";
  if (!isOurs && !isFollowedLink(knock)) {
    return refused(403, `Requests from other sites are refused (Sec-Fetch-Site: ${site}).`);
  }
  const origin = knock.header("origin");
  if (origin !== null && !isOwnOrigin(origin, knock.header("host"))) {
    return refused(403, `Requests from the origin ${origin} are refused.`);
  }
  const changes = isUnder("/api", knock.path) && !SAFE_METHODS.has(knock.method);
  if (changes && origin === null && site !== null) {
    return refused(403, "A browser must say by an Origin header where a change comes from.");
  }
  return null;
}

/** Somebody clicked a link to the page; what it shows stays out of the other site's reach. */
function isFollowedLink(knock: Knock): boolean {
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

function checkToken(knock: Knock, rules: AdmissionRules): Admission {
  const holders = holdersOf(rules);
  const guest = isDemoPath(knock.path) ? demoGuest(knock, holders) : undefined;
  if (guest) return { kind: "admitted", ...(guest.name !== null && { user: guest.name }) };
  if (holders.length === 0 || isInbox(knock.path) || isReturn(knock)) return { kind: "admitted" };
  const bearer = /^bearer +(.+)$/i.exec(knock.header("authorization") ?? "")?.[1];
  const named =
    bearer === undefined ? undefined : theOne(holders, ({ token }) => isSame(bearer, token));
  if (named && knock.method === "POST" && knock.path === TOKEN_PATH) {
    const value = cookieValue(named.token);
    const cookie = `${cookieName(rules.port)}=${value}; Path=/; HttpOnly; SameSite=Strict`;
    return { kind: "welcome", cookie };
  }
  const cookies = cookiesOf(knock.header("cookie") ?? "", cookieName(rules.port));
  const known =
    named ?? theOne(holders, ({ token }) => cookies.some((one) => isSame(one, cookieValue(token))));
  if (known) return { kind: "admitted", ...(known.name !== null && { user: known.name }) };
  return refused(
    401,
    "This Loupe is not for everybody who can reach it, so it asks for its token. Open the address " +
      'it printed when it was started, or send the token as "Authorization: Bearer …".',
  );
}

/** This server calling its own demo agent, for one of the holders. */
function demoGuest(knock: Knock, holders: readonly Holder[]): Holder | undefined {
  const key = knock.header(DEMO_HEADER);
  if (key === null) return undefined;
  return theOne(holders, ({ token }) => isSame(key, demoKey(token)));
}

interface Holder {
  /** `null` for the one token that all share. */
  name: string | null;
  token: string;
}

function holdersOf({ token, users }: AdmissionRules): readonly Holder[] {
  return token === null ? users : [{ name: null, token }, ...users];
}

/** Asks of all of them, so that the time tells nothing of whose it is. */
function theOne(holders: readonly Holder[], is: (holder: Holder) => boolean): Holder | undefined {
  return holders.filter(is)[0];
}

/**
 * A provider sends somebody back from a sign-in. Coming from another site, they bring no cookie; the
 * page is the same for everybody, and what is asked for from it comes with the cookie again.
 */
function isReturn(knock: Knock): boolean {
  return /^\/oauth\/callback(\?|$)/.test(knock.path) && isFollowedLink(knock);
}

/** Cookies do not tell ports apart, so that two servers on one machine need two names. */
function cookieName(port: number): string {
  return `loupe-${port}`;
}

/** Not the token itself: every server on this host name is shown the cookie. */
function cookieValue(token: string): string {
  return createHmac("sha256", token).update("loupe cookie").digest("base64url");
}

function cookiesOf(header: string, name: string): string[] {
  return header
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
}

function isUnder(folder: string, path: string): boolean {
  return path === folder || path.startsWith(`${folder}/`) || path.startsWith(`${folder}?`);
}

function refused(status: 400 | 401 | 403 | 421, message: string): Admission {
  return { kind: "refused", status, message };
}
