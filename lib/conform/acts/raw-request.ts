/** The request of a raw step: sent as it is written, without headers of Loupe's or the user's. */

import type { OutgoingRequest } from "../../protocol/encode/encode.ts";
import type { InterfaceUnderTest } from "../subject.ts";
import type { ActsStep } from "./document.ts";
import type { Variables } from "./variables.ts";

export class ForeignOriginError extends Error {}

export function encodeRaw(
  { method, path, headers = {}, body, body_raw: text }: NonNullable<ActsStep["raw"]>,
  variables: Variables,
  subject: InterfaceUnderTest,
): OutgoingRequest {
  const sent = text ?? (body === undefined ? undefined : JSON.stringify(variables.resolve(body)));
  return {
    method,
    url: resolvePath(variables.resolveText(path), subject),
    headers: Object.entries(headers).map(([name, value]) => [name, variables.resolveText(value)]),
    ...(sent !== undefined && { body: sent }),
  };
}

/** A path continues the address of the interface, but for the places that every origin has. */
function resolvePath(path: string, { endpoint, agent }: InterfaceUnderTest): string {
  if (URL.canParse(path)) {
    // A file must not send anything to others.
    const { origin, href } = new URL(path);
    if (origin === new URL(endpoint.url).origin) return href;
    throw new ForeignOriginError(`${path} is not an address of the agent.`);
  }
  if (path.startsWith("/.well-known/")) {
    return new URL(path, agent.cardSource?.url ?? endpoint.url).href;
  }
  if (path === "/") return endpoint.url;
  const [pathname = "", query] = path.split("?");
  const url = new URL(endpoint.url);
  url.pathname = url.pathname.replace(/\/+$/, "") + pathname;
  if (query !== undefined) url.search = query;
  return url.href;
}
