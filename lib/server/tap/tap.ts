/**
 * The tap: stands between callers and agents, passes every byte on, and records both directions.
 *
 * Guarantees: forwards only to the targets of its routes, whatever a caller sends, and only to
 * addresses that the target guard allows; every exchange that began is ended before it closes.
 */

import net, { type LookupFunction, type Server, type Socket } from "node:net";
import { createPinnedLookup } from "../exchange/send-http1.ts";
import { isThisMachine, resolveTarget, type TargetPolicy } from "../ssrf-guard/resolve-target.ts";
import { ReverseEditor } from "./reverse-editor.ts";
import { TapConnection } from "./tap-connection.ts";
import type { TapRecorder } from "./tap-message.ts";
import { checkTapRoutes, formatAddress, formatRoute, type TapRoute } from "./tap-route.ts";

export interface TapOptions {
  readonly routes: readonly TapRoute[];
  readonly recorder: TapRecorder;
  readonly policy: TargetPolicy;
  /** A larger response is no card whose addresses are changed. */
  readonly maxCardBytes: number;
}

/** A tap that cannot listen, or may not call a target. The message says why. */
export class TapError extends Error {}

const LOOPBACK = ["127.0.0.1", "::1"];

export class Tap {
  readonly #options: TapOptions;
  readonly #servers: Server[] = [];
  readonly #listening: TapRoute[] = [];
  readonly #connections = new Set<TapConnection>();
  #connectionCount = 0;

  private constructor(options: TapOptions) {
    this.#options = options;
  }

  /** Listens on all routes, or on none. */
  static async start(options: TapOptions): Promise<Tap> {
    checkTapRoutes(options.routes);
    const tap = new Tap(options);
    try {
      for (const route of options.routes) await tap.#checkTarget(route);
      for (const route of options.routes) await tap.#listen(route);
      return tap;
    } catch (error) {
      await tap.close();
      throw error;
    }
  }

  /** The routes, with the ports that were given for port 0. */
  get routes(): readonly TapRoute[] {
    return this.#listening;
  }

  /** Ends all exchanges and closes all connections. Resolves when everything is recorded. */
  async close(): Promise<void> {
    const closed = this.#servers.map(
      (server) => new Promise<void>((resolve) => server.close(() => resolve())),
    );
    for (const connection of this.#connections) connection.stop();
    await Promise.all(closed);
    await this.#options.recorder.waitUntilRecorded();
  }

  async #checkTarget(route: TapRoute): Promise<void> {
    const target = formatAddress(route.target);
    const found = await resolveTarget(`http://${target}`, this.#options.policy).catch(
      (error: Error) => {
        throw new TapError(`cannot resolve the target ${target}: ${error.message}`);
      },
    );
    if (!found.allowed)
      throw new TapError(`cannot forward to ${target}: ${found.reason} ${found.hint}`);
  }

  async #listen(route: TapRoute): Promise<void> {
    const { host, port } = route.listen;
    if (host !== "localhost") return this.#listenAt(route, host);
    const [first = host, ...more] = LOOPBACK;
    await this.#listenAt(route, first);
    // Clients may resolve localhost to either. A machine without IPv6 has only the first.
    for (const other of more) {
      await this.#listenAt(route, other).catch((error: unknown) => {
        if (error instanceof TapError && error.message.includes("EADDRINUSE")) {
          throw new TapError(`port ${port} is in use at ${other}`);
        }
      });
    }
  }

  async #listenAt(route: TapRoute, host: string): Promise<void> {
    const server = net.createServer({ allowHalfOpen: true, noDelay: true });
    const { port } = route.listen;
    await new Promise<void>((resolve, reject) => {
      server.once("error", (error) => reject(createListenError(error, route, host)));
      server.listen({ host, port }, () => resolve());
    });
    const address = server.address();
    const isGiven = typeof address === "object" && address !== null;
    const listening = isGiven
      ? { ...route, listen: { ...route.listen, port: address.port } }
      : route;
    // A connection that cannot be accepted, for want of file handles, is the caller's to notice.
    server.on("error", () => undefined);
    server.on("connection", (socket) => this.#accept(listening, socket));
    this.#servers.push(server);
    if (
      !this.#listening.some(
        ({ listen }) => formatAddress(listen) === formatAddress(listening.listen),
      )
    )
      this.#listening.push(listening);
  }

  #accept(route: TapRoute, caller: Socket): void {
    const { recorder, maxCardBytes } = this.#options;
    this.#connectionCount += 1;
    const connection = this.#connectionCount;
    const { via, listen, target } = route;
    const address = (caller.remoteAddress ?? "").replace(/^::ffff:/, "");
    recorder.send({
      kind: "open",
      connection,
      route: { via, listen: formatAddress(listen), target: formatAddress(target) },
      caller: { address, port: caller.remotePort ?? 0 },
      localPort: isThisMachine(address) ? (caller.localPort ?? null) : null,
    });
    const routes = this.#listening;
    const passing = new TapConnection(caller, {
      recorder,
      connection,
      editor: via === "reverse" ? new ReverseEditor({ route, routes, maxCardBytes }) : null,
      connect: { ...target, lookup: this.#createLookup(route) },
      onClose: () => this.#connections.delete(passing),
    });
    this.#connections.add(passing);
  }

  /** Asks the target guard again for each connection, as the addresses of a name change. */
  #createLookup({ target }: TapRoute): LookupFunction {
    const url = `http://${formatAddress(target)}`;
    return (host, options, done) => {
      resolveTarget(url, this.#options.policy).then(
        (found) => {
          if (found.allowed) createPinnedLookup(found)(host, options, done);
          else done(new Error(`${found.reason} ${found.hint}`), "", 0);
        },
        (error: NodeJS.ErrnoException) => done(error, "", 0),
      );
    };
  }
}

function createListenError(error: NodeJS.ErrnoException, route: TapRoute, host: string): TapError {
  const { port } = route.listen;
  if (error.code === "EADDRINUSE") {
    return new TapError(
      `port ${port} is in use. To take over an agent's port, start the agent on another one first. (EADDRINUSE at ${host})`,
    );
  }
  const hint = error.code === "EACCES" && port < 1024 ? " Ports below 1024 need privileges." : "";
  return new TapError(`cannot listen for ${formatRoute(route)}: ${error.message}.${hint}`);
}
