/**
 * Finds URLs that only the agent itself can reach, or that do not fit the card's own URL. A
 * corrected URL is suggested; it is never used unless the user chooses it.
 */

interface UrlIssue {
  readonly kind: "wildcard" | "loopback" | "private" | "plain" | "port" | "prefix";
  /** The problem, in one sentence. */
  readonly why: string;
  /** The agent's URL if it were on the server of the card. */
  readonly corrected: string;
}

/** `null` if there is no issue, or it is not an absolute http URL. */
export function findUrlIssue(address: string, cardUrl: string | null): UrlIssue | null {
  const url = parseHttpUrl(address);
  if (!url) return null;
  const from = cardUrl === null ? null : parseHttpUrl(cardUrl);
  const host = url.hostname;
  if (isWildcard(host)) {
    const corrected = from ? moveToOrigin(url, from) : replaceHost(url, "localhost");
    const why = `${host} is an address to listen on, not one to call.`;
    return { kind: "wildcard", why, corrected };
  }
  return from && findOriginIssue(url, from);
}

function findOriginIssue(url: URL, from: URL): UrlIssue | null {
  const host = url.hostname;
  const corrected = moveToOrigin(url, from);
  if (isLoopback(host) && !isLoopback(from.hostname)) {
    const why = `${host} is the agent's own machine, but the card came from ${from.hostname}.`;
    return { kind: "loopback", why, corrected };
  }
  const isBeyond = isLoopback(from.hostname) ? isBareName(host) : !isPrivate(from.hostname);
  if (isPrivate(host) && isBeyond) {
    const why = `${host} is a name or address in a private network, but the card came from ${from.hostname}.`;
    return { kind: "private", why, corrected };
  }
  if (!isSameHost(host, from.hostname)) return null;
  if (url.protocol === "http:" && from.protocol === "https:") {
    const why = "The card came over https but lists the same host over http.";
    return { kind: "plain", why, corrected };
  }
  if (getPort(url) !== getPort(from)) {
    const why = `The card came from port ${getPort(from)} but lists port ${getPort(url)} of the same host.`;
    return { kind: "port", why, corrected };
  }
  const prefix = getPathPrefix(from);
  if (prefix !== "" && !`${url.pathname}/`.startsWith(`${prefix}/`)) {
    const why = `The card was served below ${prefix} but lists a path outside it.`;
    const below = new URL(url);
    below.pathname = prefix + url.pathname;
    return { kind: "prefix", why, corrected: below.href };
  }
  return null;
}

/** The same path on the server of the card, below the card's path prefix. */
function moveToOrigin(url: URL, from: URL): string {
  const target = new URL(url);
  target.protocol = from.protocol;
  target.host = from.host;
  target.port = from.port;
  const prefix = getPathPrefix(from);
  if (prefix !== "" && !`${url.pathname}/`.startsWith(`${prefix}/`)) {
    target.pathname = prefix + url.pathname;
  }
  return target.href;
}

function replaceHost(url: URL, host: string): string {
  const target = new URL(url);
  target.hostname = host;
  return target.href;
}

/** The path before the well-known path of the card. */
function getPathPrefix({ pathname }: URL): string {
  const at = pathname.indexOf("/.well-known/");
  return at <= 0 ? "" : pathname.slice(0, at);
}

function parseHttpUrl(address: string): URL | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  return url.protocol === "http:" || url.protocol === "https:" ? url : null;
}

function getPort({ port, protocol }: URL): string {
  if (port !== "") return port;
  return protocol === "https:" ? "443" : "80";
}

function isWildcard(host: string): boolean {
  return host === "0.0.0.0" || host === "[::]";
}

/** Names of the local machine. */
export function isLoopback(host: string): boolean {
  return /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host);
}

/** Private network addresses, and names that public DNS does not resolve. */
function isPrivate(host: string): boolean {
  return (
    /^(10|192\.168|172\.(1[6-9]|2\d|3[01])|169\.254)\./.test(host) ||
    /^\[f[cde]/.test(host) ||
    /\.(local|internal|lan|home|corp|svc|cluster\.local)$/.test(host) ||
    isBareName(host)
  );
}

/** The name of a container or machine, known only in its network. */
function isBareName(host: string): boolean {
  return host !== "localhost" && /^[^.:[\]]+$/.test(host);
}

function isSameHost(a: string, b: string): boolean {
  return a === b || (isLoopback(a) && isLoopback(b));
}
