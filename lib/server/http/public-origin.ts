/** The origin at which agents and browsers reach this server. */

import { readSettings } from "../settings.ts";

/** As configured, or the origin that the browser used, which is reachable on the same network. */
export function getPublicOrigin({ headers }: Request): string {
  const scheme = headers.get("x-forwarded-proto") ?? "http";
  return readSettings().publicUrl ?? `${scheme}://${headers.get("host")}`;
}
