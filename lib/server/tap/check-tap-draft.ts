/** Checks what a user typed to start a tap, one field after the other, before it starts. */

import { once } from "node:events";
import net from "node:net";
import type { TapDraft } from "../../api/schemas/api-requests.ts";
import type { TapProblem } from "../../api/taps.ts";
import { type PublicKey, parsePublicKeys } from "../../protocol/card/signature/public-keys.ts";
import { createPinnedLookup } from "../exchange/send-http1.ts";
import { isLoopbackHost } from "../security/loopback.ts";
import {
  type AllowedTarget,
  resolveTarget,
  type TargetPolicy,
} from "../ssrf-guard/resolve-target.ts";
import {
  checkTapProxy,
  checkTapRoutes,
  formatAddress,
  formatRoute,
  type HostAndPort,
  isSamePlace,
  parseHostName,
  parsePushAddress,
  parseTapProxy,
  parseTapRoute,
  RouteError,
  type TapProxy,
  type TapRoute,
} from "./tap-route.ts";

interface TapCheckOptions {
  readonly policy: TargetPolicy;
  /** Where Loupe listens. */
  readonly server: HostAndPort;
  /** Other machines may reach Loupe, and so its taps. */
  readonly isWide: boolean;
  readonly startsAnyway: boolean;
}

/** What a tap is started with. */
interface CheckedTap {
  readonly routes: readonly TapRoute[];
  readonly hosts?: readonly string[];
  readonly proxy?: TapProxy;
  readonly push?: HostAndPort;
  readonly signatureKeys?: readonly PublicKey[];
}

const WHERE_TO_LISTEN = "Enter a port, such as 9999, or HOST:PORT.";
const WHERE_THE_AGENT_IS = "Enter a port, such as 9998, HOST:PORT, or http://HOST:PORT.";

const TAKE_OVER_HINT = "To take an agent's place, start the agent on another port first.";
const OTHER_PORT_HINT = "Enter another port.";

/** The first problem, or what the tap is started with. */
export async function checkTapDraft(
  draft: TapDraft,
  options: TapCheckOptions,
): Promise<CheckedTap | TapProblem> {
  const { mode } = draft;
  if (mode === "forward") {
    const proxy = await checkProxyDraft(draft, options);
    return "message" in proxy ? proxy : { routes: [], proxy };
  }
  const routes = await checkRouteDrafts(mode, draft, options);
  if ("message" in routes) return routes;
  // Where nothing is changed, the agent's own check of its name holds.
  const hosts = mode === "reverse" ? checkHostDrafts(draft) : [];
  if ("message" in hosts) return hosts;
  const push = await checkPushDraft(draft, routes, options);
  if (push && "message" in push) return push;
  // Only cards of other addresses are changed, so only they lose their signatures.
  const keys = mode === "reverse" ? parsePublicKeys(draft.keys) : null;
  if (keys?.keys.length === 0 && keys.warning) return createProblem(0, "keys", keys.warning);
  return { routes, hosts, ...(push && { push }), ...(keys && { signatureKeys: keys.keys }) };
}

async function checkRouteDrafts(
  via: TapRoute["via"],
  { routes: drafts }: TapDraft,
  options: TapCheckOptions,
): Promise<readonly TapRoute[] | TapProblem> {
  const routes: TapRoute[] = [];
  for (const [index, draft] of drafts.entries()) {
    const listen = draft.listen.trim();
    if (!tryParse(() => parseTapRoute(`${listen}=1`, via))) {
      return createProblem(index, "listen", WHERE_TO_LISTEN);
    }
    const route = tryParse(() => parseTapRoute(`${listen}=${draft.target.trim()}`, via));
    if (!route) return createProblem(index, "target", WHERE_THE_AGENT_IS);
    const hint = via === "takeover" ? TAKE_OVER_HINT : OTHER_PORT_HINT;
    const listenProblem = await findListenProblem(route.listen, hint, options);
    if (listenProblem !== null) return createProblem(index, "listen", listenProblem);
    const target = await checkTarget(route.target, options);
    if (typeof target === "string") return createProblem(index, "target", target);
    routes.push(route);
    const cycle = findCycle(routes);
    if (cycle !== null) return createProblem(index, "listen", cycle);
    const unreachable = await findUnreachable(target, index, options);
    if (unreachable) return unreachable;
  }
  return routes;
}

async function checkProxyDraft(
  { routes: drafts }: TapDraft,
  options: TapCheckOptions,
): Promise<TapProxy | TapProblem> {
  const listen = drafts[0]?.listen.trim() ?? "";
  const proxy = tryParse(() => parseTapProxy(listen, []));
  if (!proxy) return createProblem(0, "listen", WHERE_TO_LISTEN);
  const listenProblem = await findListenProblem(proxy.listen, OTHER_PORT_HINT, options);
  if (listenProblem !== null) return createProblem(0, "listen", listenProblem);
  const targets = [];
  for (const [index, draft] of drafts.entries()) {
    const one = tryParse(() => parseTapProxy(listen, [draft.target.trim()]));
    const target = one && one.targets !== "loopback" && one.targets[0];
    if (!target) return createProblem(index, "target", WHERE_THE_AGENT_IS);
    if (!tryParse(() => [checkTapProxy(one, [])])) {
      return createProblem(index, "target", "This is the address of the proxy itself.");
    }
    const checked = await checkTarget(target, options);
    if (typeof checked === "string") return createProblem(index, "target", checked);
    const unreachable = await findUnreachable(checked, index, options);
    if (unreachable) return unreachable;
    targets.push(target);
  }
  return { listen: proxy.listen, targets };
}

function checkHostDrafts({ hosts: draft }: TapDraft): readonly string[] | TapProblem {
  const hosts: string[] = [];
  for (const [word] of draft.matchAll(/[^\s,]+/g)) {
    const host = tryParse(() => parseHostName(word));
    if (host === null) {
      const message = `“${word}” is not a host name. Enter names without ports, such as tap.internal.`;
      return createProblem(0, "hosts", message);
    }
    hosts.push(host);
  }
  return hosts;
}

/** `null` if callbacks are not changed. */
async function checkPushDraft(
  { push: draft }: TapDraft,
  routes: readonly TapRoute[],
  options: TapCheckOptions,
): Promise<HostAndPort | TapProblem | null> {
  if (draft.trim() === "") return null;
  const push = tryParse(() => parsePushAddress(draft.trim()));
  if (!push) {
    const message = "Enter a port, such as 9990, or HOST:PORT that the agents can call.";
    return createProblem(0, "push", message);
  }
  if (routes.some(({ listen }) => isSamePlace(listen, push))) {
    return createProblem(0, "push", `Port ${push.port} is given twice.`);
  }
  const problem = await findListenProblem(push, OTHER_PORT_HINT, options);
  return problem === null ? push : createProblem(0, "push", problem);
}

const createProblem = (
  route: number,
  field: TapProblem["field"],
  message: string,
  canStartAnyway = false,
): TapProblem => ({ route, field, message, canStartAnyway });

/** `null` if it cannot be parsed. */
function tryParse<Value>(parse: () => Value): Value | null {
  try {
    return parse();
  } catch (error) {
    if (error instanceof RouteError) return null;
    throw error;
  }
}

async function findListenProblem(
  listen: HostAndPort,
  hint: string,
  { isWide }: TapCheckOptions,
): Promise<string | null> {
  if (!isWide && !isLoopbackHost(listen.host)) {
    return "A tap listens on this machine only, as this Loupe does. Enter a port or 127.0.0.1:PORT.";
  }
  const code = await tryListening(listen);
  if (code === null) return null;
  if (code === "EADDRINUSE") {
    return `Port ${listen.port} is in use. ${hint}`;
  }
  const isLow = code === "EACCES" && listen.port < 1024;
  return `Loupe cannot listen at ${formatAddress(listen)} (${code}).${isLow ? " Ports below 1024 need privileges." : ""}`;
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

/** What is wrong with the address, or where it may be called. */
async function checkTarget(
  target: HostAndPort,
  { policy, server }: TapCheckOptions,
): Promise<string | AllowedTarget> {
  // A tap changes the Host header, by which Loupe recognizes requests of other sites.
  if (isSamePlace(target, server)) return "This is Loupe itself. Enter the address of an agent.";
  const address = formatAddress(target);
  const found = await resolveTarget(`http://${address}`, policy).catch(() => null);
  if (found === null) return `The name ${target.host} cannot be resolved.`;
  return found.allowed ? found : `${found.reason} ${found.hint}`;
}

function findCycle(routes: readonly TapRoute[]): string | null {
  if (tryParse(() => [checkTapRoutes(routes)])) return null;
  const [last] = routes.slice(-1);
  const isTwice = routes
    .slice(0, -1)
    .some(({ listen }) => last && isSamePlace(listen, last.listen));
  if (isTwice) return `Port ${last?.listen.port} is given twice.`;
  return `${last ? formatRoute(last) : "This route"} leads back to the tap itself.`;
}

const CONNECT_MS = 1500;

async function findUnreachable(
  target: AllowedTarget,
  route: number,
  { startsAnyway }: TapCheckOptions,
): Promise<TapProblem | null> {
  if (startsAnyway || (await isReachable(target))) return null;
  const message = `Nothing listens at ${formatAddress(target)}. Start the agent there, or start the tap anyway.`;
  return createProblem(route, "target", message, true);
}

/** Connects to the addresses that were checked: the name may lead elsewhere by now. */
async function isReachable(target: AllowedTarget): Promise<boolean> {
  const { host, port } = target;
  const socket = net.connect({ host, port, lookup: createPinnedLookup(target) });
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
