/** Checks the routes that a user typed, one field after the other, before a tap starts. */

import { once } from "node:events";
import net from "node:net";
import type { TapProblem, TapRouteDraft } from "../../api/taps.ts";
import { isLoopback } from "../replay/replay-server.ts";
import { resolveTarget, type TargetPolicy } from "../ssrf-guard/resolve-target.ts";
import {
  checkTapRoutes,
  formatAddress,
  formatRoute,
  type HostAndPort,
  isSamePlace,
  parseTapRoute,
  RouteError,
  type TapRoute,
} from "./tap-route.ts";

export interface RouteCheckOptions {
  readonly via: TapRoute["via"];
  readonly policy: TargetPolicy;
  /** Where Loupe listens. */
  readonly server: HostAndPort;
  /** Other machines may reach Loupe, and so its taps. */
  readonly isWide: boolean;
  readonly startsAnyway: boolean;
}

/** The first problem, or the routes. */
export async function checkRouteDrafts(
  drafts: readonly TapRouteDraft[],
  options: RouteCheckOptions,
): Promise<readonly TapRoute[] | TapProblem> {
  const routes: TapRoute[] = [];
  for (const [index, draft] of drafts.entries()) {
    const problem = (field: keyof TapRouteDraft, message: string, canStartAnyway = false) => ({
      route: index,
      field,
      message,
      canStartAnyway,
    });
    const listen = draft.listen.trim();
    if (!isRoute(`${listen}=1`, options)) {
      return problem("listen", "Enter a port, such as 9999, or HOST:PORT.");
    }
    const text = `${listen}=${draft.target.trim()}`;
    if (!isRoute(text, options)) {
      return problem("target", "Enter a port, such as 9998, HOST:PORT, or http://HOST:PORT.");
    }
    const route = parseTapRoute(text, options.via);
    const listenProblem = await findListenProblem(route, options);
    if (listenProblem !== null) return problem("listen", listenProblem);
    const targetProblem = await findTargetProblem(route, options);
    if (targetProblem !== null) return problem("target", targetProblem);
    routes.push(route);
    const cycle = findCycle(routes);
    if (cycle !== null) return problem("listen", cycle);
    if (!options.startsAnyway && !(await isReachable(route.target))) {
      const message = `Nothing listens at ${formatAddress(route.target)}. Start the agent there, or start the tap anyway.`;
      return problem("target", message, true);
    }
  }
  return routes;
}

function isRoute(text: string, { via }: RouteCheckOptions): boolean {
  try {
    parseTapRoute(text, via);
    return true;
  } catch (error) {
    if (error instanceof RouteError) return false;
    throw error;
  }
}

async function findListenProblem(
  { listen }: TapRoute,
  { isWide }: RouteCheckOptions,
): Promise<string | null> {
  if (!isWide && !isLoopback(listen.host)) {
    return "A tap listens on this machine only, as this Loupe does. Enter a port or 127.0.0.1:PORT.";
  }
  const code = await tryListening(listen);
  if (code === null) return null;
  if (code === "EADDRINUSE") {
    return `Port ${listen.port} is in use. To take an agent's place, start the agent on another port first.`;
  }
  const hint = code === "EACCES" && listen.port < 1024 ? " Ports below 1024 need privileges." : "";
  return `Loupe cannot listen at ${formatAddress(listen)} (${code}).${hint}`;
}

/** Listens for a moment. Resolves to the code of the error, or to `null`. */
async function tryListening({ host, port }: HostAndPort): Promise<string | null> {
  const server = net.createServer();
  try {
    server.listen({ host, port });
    await once(server, "listening");
    return null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? "unknown";
  } finally {
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }
}

async function findTargetProblem(
  { target }: TapRoute,
  { policy, server }: RouteCheckOptions,
): Promise<string | null> {
  // A tap changes the Host header, by which Loupe recognizes requests of other sites.
  if (isSamePlace(target, server)) return "This is Loupe itself. Enter the address of an agent.";
  const address = formatAddress(target);
  const found = await resolveTarget(`http://${address}`, policy).catch(() => null);
  if (found === null) return `The name ${target.host} cannot be resolved.`;
  return found.allowed ? null : `${found.reason} ${found.hint}`;
}

function findCycle(routes: readonly TapRoute[]): string | null {
  try {
    checkTapRoutes(routes);
    return null;
  } catch (error) {
    if (!(error instanceof RouteError)) throw error;
    const [last] = routes.slice(-1);
    const isTwice = routes
      .slice(0, -1)
      .some(({ listen }) => last && isSamePlace(listen, last.listen));
    if (isTwice) return `Port ${last?.listen.port} is given twice.`;
    return `${last ? formatRoute(last) : "This route"} leads back to the tap itself.`;
  }
}

const CONNECT_MS = 1500;

async function isReachable({ host, port }: HostAndPort): Promise<boolean> {
  const socket = net.connect({ host, port });
  try {
    await once(socket, "connect", { signal: AbortSignal.timeout(CONNECT_MS) });
    return true;
  } catch {
    return false;
  } finally {
    socket.on("error", () => undefined);
    socket.destroy();
  }
}
