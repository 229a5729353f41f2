/**
 * Marks an HTTP server of this process that decides itself whom it serves, and sends exactly its own
 * headers: the gate of the site, `scripts/gate.cjs`, leaves it alone.
 */

import type { Server } from "node:http";

/** The same in `scripts/gate.cjs`. */
const GUARDS_ITSELF = Symbol.for("loupe.guards-itself");

export function markSelfGuarded(server: Server): void {
  Object.assign(server, { [GUARDS_ITSELF]: true });
}
