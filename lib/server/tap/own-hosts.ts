/**
 * The host names that a tap with an address of its own answers to. It replaces `Host` by that of the
 * agent, and so has to refuse what the agent would: requests of a web page whose name was made to
 * lead here (DNS rebinding).
 *
 * Guarantees: every name in a request counts: each `Host`, `:authority`, and that of the request line.
 * IP addresses and localhost are nobody else's, so they are always answered.
 */

import { isIP } from "node:net";
import { getHeaderValues } from "../../wire/headers.ts";
import type { HeaderList } from "../../wire/record.ts";
import { normalizeHost } from "../ssrf-guard/target-policy.ts";
import type { ProxyRefusal } from "./proxy-request.ts";

export interface OwnHosts {
  /** Where the tap listens: an address or a name. */
  readonly listen: string;
  /** Names that the user added. */
  readonly added: readonly string[];
}

interface NamingRequest {
  readonly method: string;
  /** A path, a URL, or an authority. */
  readonly target: string;
  readonly headers: HeaderList;
}

/** Longer ones are no host names. */
const MAX_NAME_LENGTH = 253;

/** Why a request is refused; `null` if it names no host but those of the tap. */
export function checkHosts(request: NamingRequest, hosts: OwnHosts): ProxyRefusal | null {
  const foreign = listAuthorities(request).find((authority) => !isOwnHost(authority, hosts));
  if (foreign === undefined) return null;
  const name = JSON.stringify((readHost(foreign) ?? foreign).slice(0, MAX_NAME_LENGTH));
  return {
    kind: "refused",
    status: "421 Misdirected Request",
    text: `This Loupe tap does not answer to the host name ${name}; if callers are to use it, start the tap with --allow-host and this name, or add it to the tap's host names in the app.`,
    what: `${request.method} ${request.target}`,
  };
}

function listAuthorities({ method, target, headers }: NamingRequest): string[] {
  const [, named] = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(target) ?? [];
  const isAuthority = method === "CONNECT" && named === undefined;
  return [
    ...getHeaderValues(headers, "host"),
    ...getHeaderValues(headers, ":authority"),
    ...(named === undefined ? [] : [named]),
    ...(isAuthority ? [target] : []),
  ];
}

const AUTHORITY = /^(?:[^@]*@)?(\[[^\]]*\]|[^:@]*)(?::\d*)?$/;

const readHost = (authority: string) => AUTHORITY.exec(authority)?.[1];

function isOwnHost(authority: string, { listen, added }: OwnHosts): boolean {
  const host = readHost(authority);
  if (host === undefined) return false;
  const name = normalizeHost(host);
  if (isIP(name) > 0 || name === "localhost" || name.endsWith(".localhost")) return true;
  return [listen, ...added].some((own) => normalizeHost(own) === name);
}
