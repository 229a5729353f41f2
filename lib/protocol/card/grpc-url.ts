/**
 * Resolves the URL of a gRPC interface from the formats that cards use: a URL, `grpc://`, a
 * resolver name, or a bare host and port. Assumptions are reported.
 */

export interface GrpcUrl {
  /** Uses `http:` for plaintext and `https:` for TLS. */
  readonly url: string;
  /** Text to append to the reason of the choice; empty if nothing was assumed. */
  readonly assumed: string;
}

const SCHEME = /^([a-z][a-z0-9+.-]*):\/\//i;

const PLAINTEXT = new Set(["http", "grpc", "h2c"]);
const SECURE = new Set(["https", "grpcs"]);

/** Throws the error of `URL` if it is invalid. */
export function resolveGrpcUrl(stated: string, cardUrl: string): GrpcUrl {
  if (stated.startsWith("/")) return { url: new URL(stated, cardUrl).href, assumed: "" };
  const scheme = SCHEME.exec(stated)?.[1]?.toLowerCase();
  const rest = scheme === undefined ? stated : stated.slice(scheme.length + "://".length);
  if (scheme !== undefined && PLAINTEXT.has(scheme)) return replaceScheme("http", rest, scheme);
  if (scheme !== undefined && SECURE.has(scheme)) return replaceScheme("https", rest, scheme);
  // `dns:///host:port` and `ipv4:host:port` name a gRPC resolver, not a protocol.
  const bare = stated.replace(/^(?:dns|ipv4|ipv6|passthrough):(?:\/\/[^/]*\/)?/i, "");
  const { hostname } = new URL(`http://${bare}`);
  if (isLoopback(hostname)) {
    const url = new URL(`http://${bare}`).href;
    return { url, assumed: "; no scheme given: plaintext assumed for this machine" };
  }
  return {
    url: new URL(`https://${bare}`).href,
    assumed: "; no scheme given: TLS assumed for another machine",
  };
}

function replaceScheme(scheme: "http" | "https", rest: string, stated: string): GrpcUrl {
  const how = scheme === "http" ? "plaintext" : "TLS";
  const assumed = scheme === stated ? "" : `; ${stated}:// means ${how}`;
  return { url: new URL(`${scheme}://${rest}`).href, assumed };
}

function isLoopback(hostname: string): boolean {
  return (
    hostname === "[::1]" ||
    /^127\./.test(hostname) ||
    hostname === "localhost" ||
    hostname.endsWith(".localhost")
  );
}
