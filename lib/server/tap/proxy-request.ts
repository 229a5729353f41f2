/**
 * What a request to the proxy of a tap asks for, and whether the proxy does it.
 *
 * Guarantees: only the agents that the proxy was given are reached, whatever `Host`, credentials or
 * encoding a request names them by; the address in the request line alone decides.
 */

import type { RequestHead } from "../../wire/http-head.ts";
import { Http1Reader } from "../../wire/http1-reader.ts";
import {
  formatAddress,
  type HostAndPort,
  isSamePlace,
  type TapProxy,
  type TapTarget,
} from "./tap-route.ts";

type ProxyDecision =
  /** `host`: the authority of the URL that the request names. */
  | { readonly kind: "forward"; readonly target: TapTarget; readonly host: string }
  /** `CONNECT`: the bytes behind the head are not the proxy's. */
  | { readonly kind: "tunnel"; readonly target: TapTarget; readonly headLength: number }
  | ProxyRefusal;

export interface ProxyRefusal {
  readonly kind: "refused";
  readonly status:
    | "400 Bad Request"
    | "403 Forbidden"
    | "404 Not Found"
    | "421 Misdirected Request";
  readonly text: string;
  /** What was refused. */
  readonly what: string;
}

/** A function that takes the reads of a connection, and returns the decision when it can be made. */
export function readProxyRequest(proxy: TapProxy): (bytes: Buffer) => ProxyDecision | null {
  let decision: ProxyDecision | null = null;
  const reader = new Http1Reader(
    "request",
    {
      onHead: (head) => {
        if (head.kind === "request") decision ??= decide(head, proxy, reader.offset);
      },
      onBody: () => undefined,
      onEnd: () => undefined,
      onOther: () => {
        decision ??= refuse(
          "400 Bad Request",
          "This is the proxy of a Loupe tap: it reads HTTP/1.",
          "bytes that are not HTTP/1",
        );
      },
    },
    () => "not-http",
  );
  return (bytes) => {
    reader.push(bytes);
    return decision;
  };
}

function decide(
  { method, target }: RequestHead,
  proxy: TapProxy,
  headLength: number,
): ProxyDecision {
  const isTunnel = method === "CONNECT";
  if (!isTunnel && !/^[a-z][a-z\d+.-]*:\/\//i.test(target)) {
    return refuse(
      "400 Bad Request",
      `This is the proxy of a Loupe tap: set HTTP_PROXY to http://${formatAddress(proxy.listen)} and call the agent's own address.`,
      `${method} ${target}`,
    );
  }
  const url = parseUrl(isTunnel ? `http://${target}` : target);
  const isUsable = url?.username === "" && url.password === "" && url.protocol === "http:";
  if (!url || !isUsable || (isTunnel && !/^[^/?#]+:\d+$/.test(target))) {
    return refuse(
      "400 Bad Request",
      `The proxy of a Loupe tap can't read the address ${target}.`,
      `${method} ${target}`,
    );
  }
  const port = Number(url.port === "" ? 80 : url.port);
  const place = { host: url.hostname.replace(/^\[|\]$/g, ""), port };
  const found = findTarget(place, proxy, isTunnel);
  if (!found) {
    return refuse(
      "403 Forbidden",
      `This Loupe tap does not forward to ${formatAddress(place)}; if it is an agent to record, start the tap with --to ${formatAddress(place)}.`,
      `${method} ${target}`,
    );
  }
  return isTunnel
    ? { kind: "tunnel", target: found, headLength }
    : { kind: "forward", target: found, host: url.host };
}

function findTarget(
  place: HostAndPort,
  { listen, targets }: TapProxy,
  isTunnel: boolean,
): TapTarget | null {
  if (isSamePlace(place, listen)) return null;
  if (targets !== "loopback") {
    const isReached = (target: TapTarget) => isTunnel || !target.isSecure;
    return targets.find((target) => isReached(target) && isSamePlace(target, place)) ?? null;
  }
  if (!/^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/.test(place.host)) return null;
  // One agent has one name, however a caller spells the address of this machine.
  return { host: "localhost", port: place.port, isSecure: false, prefix: "" };
}

const parseUrl = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null);

const refuse = (status: ProxyRefusal["status"], text: string, what: string): ProxyRefusal => ({
  kind: "refused",
  status,
  text,
  what,
});

/** A response of the proxy itself. */
export const formatProxyResponse = (status: string, text: string): string =>
  [
    `HTTP/1.1 ${status}`,
    "Content-Type: text/plain; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(text) + 1}`,
    "Connection: close",
    "",
    `${text}\n`,
  ].join("\r\n");
