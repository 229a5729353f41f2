/**
 * The tap: stands between callers and agents, passes every byte on, and records both directions.
 *
 * Guarantees: forwards only to the targets of its routes, whatever a caller sends, and only to
 * addresses that the target guard allows; every exchange that began is ended before it closes.
 */

import net, { type LookupFunction, type Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { OpenHop } from "../../wire/record.ts";
import { createPinnedLookup } from "../exchange/send-http1.ts";
import { DEFAULT_TRUST, type TlsTrust } from "../exchange/tls-trust.ts";
import { SecretMasker } from "../masking/secret-masker.ts";
import { isThisMachine, resolveTarget, type TargetPolicy } from "../ssrf-guard/resolve-target.ts";
import { ChainedEditor } from "./chained-editor.ts";
import { readFirstBytes, readProtocol, readRequestHead } from "./first-bytes.ts";
import { checkHosts } from "./own-hosts.ts";
import { type AnswerSource, NO_ANSWERS } from "./plan/answers.ts";
import { PlanEditor } from "./plan/plan-editor.ts";
import type { TapPlan } from "./plan/tap-plan.ts";
import { ProxyEditor } from "./proxy-editor.ts";
import { formatProxyResponse, type ProxyRefusal, readProxyRequest } from "./proxy-request.ts";
import { PushAddresses } from "./push-addresses.ts";
import { PushEditor } from "./push-editor.ts";
import { ReverseEditor } from "./reverse-editor.ts";
import { RESET_MS, TapConnection, type TapConnectionOptions } from "./tap-connection.ts";
import type { TapEditor } from "./tap-editor.ts";
import type { CallerMessage, TapRecorder } from "./tap-message.ts";
import {
  checkTapProxy,
  checkTapRoutes,
  formatAddress,
  type HostAndPort,
  type TapProxy,
  type TapRoute,
  type TapTarget,
} from "./tap-route.ts";

export interface TapOptions {
  readonly routes: readonly TapRoute[];
  /** Where it is the proxy of its callers. */
  readonly proxy?: TapProxy;
  /** Names, besides addresses and localhost, by which callers may reach routes in reverse mode. */
  readonly hosts?: readonly string[];
  /** Where it receives notifications, whose addresses it puts into push configurations. */
  readonly push?: HostAndPort;
  readonly recorder: TapRecorder;
  readonly policy: TargetPolicy;
  /** A larger response is no card whose addresses are changed. */
  readonly maxCardBytes: number;
  /** What it does to what passes; absent or empty: nothing. */
  readonly plan?: TapPlan;
  /** The logs from which the plan answers. */
  readonly answers?: AnswerSource;
  /** Which certificates of agents are trusted (default: those that Node.js trusts). */
  readonly trust?: TlsTrust["options"];
  /** Called with each request that was refused, and why. */
  onNotice?(text: string): void;
}

/** A tap that cannot listen, or may not call a target. The message says why. */
export class TapError extends Error {}

/** A step may delay what is behind it. */
const MAX_PASS_MS = 1000;

const LOOPBACK = ["127.0.0.1", "::1"];

/** The URL of a refused request may have credentials. */
const NOTICE_MASKER = new SecretMasker({ url: "", headers: [] }, () => "‹masked›");

export class Tap {
  readonly #options: TapOptions;
  readonly #servers: Server[] = [];
  readonly #listening: TapRoute[] = [];
  #proxy: TapProxy | null = null;
  #push: { readonly listen: HostAndPort; readonly addresses: PushAddresses } | null = null;
  readonly #connections = new Set<TapConnection>();
  /** Callers of the proxy that have not named an agent yet, or were refused. */
  readonly #unconnected = new Set<Socket>();
  /** Numbers of callers whose first bytes decide about their agent. */
  readonly #numbers = new WeakMap<Socket, number>();
  #connectionCount = 0;

  private constructor(options: TapOptions) {
    this.#options = options;
  }

  /** Listens on all routes, or on none. */
  static async start(options: TapOptions): Promise<Tap> {
    const { routes, proxy, push } = options;
    checkTapRoutes(routes);
    if (proxy) checkTapProxy(proxy, routes);
    const tap = new Tap(options);
    try {
      for (const { target } of routes) await tap.#checkTarget(target);
      const targets = proxy?.targets ?? [];
      for (const target of targets === "loopback" ? [] : targets) await tap.#checkTarget(target);
      if (push) await tap.#listenForNotifications(push);
      for (const route of routes) await tap.#listenForRoute(route);
      if (proxy) await tap.#listenAsProxy(proxy);
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

  /** The proxy, with the port that was given for port 0. */
  get proxy(): TapProxy | null {
    return this.#proxy;
  }

  /** Where notifications are received, with the port that was given for port 0. */
  get push(): HostAndPort | null {
    return this.#push?.listen ?? null;
  }

  /** Ends all exchanges and closes all connections. Resolves when everything is recorded. */
  async close(): Promise<void> {
    const closed = this.#servers.map(
      (server) => new Promise<void>((resolve) => server.close(() => resolve())),
    );
    await this.#passHeld();
    for (const connection of this.#connections) connection.stop();
    for (const socket of this.#unconnected) socket.destroy();
    await Promise.all(closed);
    await this.#options.recorder.waitUntilRecorded();
  }

  /** What is held reaches its callers before their connections end. */
  async #passHeld(): Promise<void> {
    const { plan } = this.#options;
    const isHeld = plan !== undefined && plan.held.length > 0;
    plan?.close();
    if (!isHeld) return;
    const passed = [...this.#connections].map((connection) => connection.waitUntilPassed());
    await Promise.race([Promise.all(passed), sleep(MAX_PASS_MS)]);
    await sleep(RESET_MS);
  }

  async #checkTarget(target: TapTarget): Promise<void> {
    const address = formatAddress(target);
    const found = await resolveTarget(toUrl(target), this.#options.policy).catch((error: Error) => {
      throw new TapError(`cannot resolve the target ${address}: ${error.message}`);
    });
    if (!found.allowed)
      throw new TapError(`cannot forward to ${address}: ${found.reason} ${found.hint}`);
  }

  async #listenForRoute(route: TapRoute): Promise<void> {
    const listen = await this.#listen(route.listen, (caller) => this.#accept(listening, caller));
    const listening = { ...route, listen };
    this.#listening.push(listening);
  }

  async #listenAsProxy(proxy: TapProxy): Promise<void> {
    const listen = await this.#listen(proxy.listen, (caller) => {
      void this.#acceptAsProxy(listening, caller);
    });
    const listening = { ...proxy, listen };
    this.#proxy = listening;
  }

  async #listenForNotifications(push: HostAndPort): Promise<void> {
    const listen = await this.#listen(push, (caller) => void this.#acceptNotification(caller));
    this.#push = { listen, addresses: new PushAddresses(listen) };
  }

  /** Returns the address with its port. */
  async #listen(listen: HostAndPort, accept: (caller: Socket) => void): Promise<HostAndPort> {
    const { host, port } = listen;
    if (host !== "localhost") return this.#listenAt(listen, accept);
    const [first = host, ...more] = LOOPBACK;
    await this.#listenAt({ host: first, port }, accept);
    // Clients may resolve localhost to either. A machine without IPv6 has only the first.
    for (const other of more) {
      await this.#listenAt({ host: other, port }, accept).catch((error: unknown) => {
        if (error instanceof TapError && error.message.includes("EADDRINUSE")) {
          throw new TapError(`port ${port} is in use at ${other}`);
        }
      });
    }
    return listen;
  }

  async #listenAt(
    { host, port }: HostAndPort,
    accept: (caller: Socket) => void,
  ): Promise<HostAndPort> {
    const server = net.createServer({ allowHalfOpen: true, noDelay: true });
    await new Promise<void>((resolve, reject) => {
      server.once("error", (error) => reject(createListenError(error, { host, port })));
      server.listen({ host, port }, () => resolve());
    });
    // A connection that cannot be accepted, for want of file handles, is the caller's to notice.
    server.on("error", () => undefined);
    server.on("connection", accept);
    this.#servers.push(server);
    const address = server.address();
    return typeof address === "object" && address !== null
      ? { host, port: address.port }
      : { host, port };
  }

  #accept(route: TapRoute, caller: Socket): void {
    if (route.target.isSecure) return void this.#acceptForTls(route, caller);
    this.#pass(caller, route, { ...this.#createReverseOptions(route), tls: null });
  }

  /** The agent must be offered the protocol that the caller speaks. */
  async #acceptForTls(route: TapRoute, caller: Socket): Promise<void> {
    const protocol = await this.#readFirstBytes(caller, readProtocol());
    if (protocol === null) return void caller.end();
    const { trust = DEFAULT_TRUST.options } = this.#options;
    this.#pass(caller, route, { ...this.#createReverseOptions(route), tls: { protocol, trust } });
    caller.resume();
  }

  #createReverseOptions(
    route: TapRoute,
  ): Pick<TapConnectionOptions, "editor" | "greeting" | "createFailure"> {
    return { editor: this.#createEditor(route), greeting: null, createFailure: null };
  }

  #createEditor(route: TapRoute): TapEditor | null {
    const { maxCardBytes, hosts: added = [] } = this.#options;
    const routes = this.#listening;
    const hosts = { listen: route.listen.host, added };
    const reverse =
      route.via === "reverse" ? new ReverseEditor({ route, routes, maxCardBytes, hosts }) : null;
    if (!this.#push) return reverse;
    const { addresses } = this.#push;
    const push = new PushEditor({
      addresses,
      listen: formatAddress(route.listen),
      maxBytes: maxCardBytes,
      ...(reverse && { isRefused: (request) => checkHosts(request, hosts) !== null }),
    });
    return chainEditors(push, reverse);
  }

  /** `null` if the plan says nothing: then bytes pass as they come. */
  #createPlanEditor(
    { via, listen, target }: Pick<OpenHop, "via"> & Pick<TapRoute, "listen" | "target">,
    connection: number,
    scheme: "http:" | "https:",
  ): PlanEditor | null {
    const { plan, answers = NO_ANSWERS, maxCardBytes, hosts: added = [] } = this.#options;
    if (!plan || (plan.isEmpty && !plan.isInteractive)) return null;
    const hosts = { listen: listen.host, added };
    return new PlanEditor({
      plan,
      answers,
      place: { listen: formatAddress(listen), target: formatAddress(target), connection },
      scheme,
      maxBytes: maxCardBytes,
      ...(via === "reverse" && { isRefused: (request) => checkHosts(request, hosts) !== null }),
    });
  }

  /** The program that calls is looked up meanwhile, as it may be gone a moment later. */
  async #readFirstBytes<Result>(
    caller: Socket,
    decide: (bytes: Buffer) => Result | null,
  ): Promise<Result | null> {
    const connection = this.#nextConnection();
    this.#numbers.set(caller, connection);
    this.#options.recorder.send({ kind: "caller", connection, ...describeSocket(caller) });
    this.#unconnected.add(caller);
    caller.on("close", () => {
      if (!this.#unconnected.delete(caller)) return;
      this.#options.recorder.send({ kind: "gone", connection });
    });
    caller.on("error", () => undefined);
    const result = await readFirstBytes(caller, decide);
    if (result !== null) this.#unconnected.delete(caller);
    return result;
  }

  #nextConnection(): number {
    this.#connectionCount += 1;
    return this.#connectionCount;
  }

  /** Reads where the caller wants to, and connects it if that is an agent of the proxy. */
  async #acceptAsProxy(proxy: TapProxy, caller: Socket): Promise<void> {
    const request = await this.#readFirstBytes(caller, readProxyRequest(proxy));
    if (request === null) return void caller.end();
    if (request.kind === "refused") return this.#refuse(caller, request);
    const { listen } = proxy;
    const { target } = request;
    const isTunnel = request.kind === "tunnel";
    // The tunnel begins behind the head of the request.
    if (isTunnel) caller.read(request.headLength);
    this.#pass(
      caller,
      { via: "forward", listen, target },
      {
        editor: isTunnel ? null : new ProxyEditor(request.host),
        greeting: isTunnel ? "HTTP/1.1 200 Connection established\r\n\r\n" : null,
        createFailure: createGatewayFailure(target),
        // A tunnel to an agent behind TLS has the TLS of its caller.
        tls: null,
      },
    );
    if (isTunnel) {
      this.#note(
        `Connection ${this.#numbers.get(caller)} from ${formatAddress(listen)} is a tunnel to ${formatAddress(target)} (CONNECT). Its bytes pass as they are; only plain HTTP in it is recorded.`,
      );
    }
    caller.resume();
  }

  /** Passes a notification on to the URL that its client set, if there is one. */
  async #acceptNotification(caller: Socket): Promise<void> {
    const head = await this.#readFirstBytes(caller, readRequestHead());
    const push = this.#push;
    if (head === null || !push) return void caller.end();
    const name =
      head === "not-http" ? "bytes that are not HTTP/1" : `${head.method} ${head.target}`;
    const refuse = (status: ProxyRefusal["status"], text: string) =>
      this.#refuse(caller, { kind: "refused", status, text, what: name });
    const url = head === "not-http" ? null : push.addresses.find(head.target);
    if (url === null) {
      return refuse("404 Not Found", "No client set this callback through this Loupe tap.");
    }
    const found = await resolveTarget(url, this.#options.policy).catch(() => null);
    if (found?.allowed === false) {
      return refuse("403 Forbidden", `This Loupe tap may not call ${url}: ${found.reason}`);
    }
    const { hostname, host, port, protocol, pathname, search } = new URL(url);
    const isSecure = protocol === "https:";
    const target: TapTarget = {
      host: hostname.replace(/^\[|\]$/g, ""),
      port: Number(port || (isSecure ? 443 : 80)),
      isSecure,
      prefix: "",
    };
    const { trust = DEFAULT_TRUST.options } = this.#options;
    this.#pass(
      caller,
      { via: "reverse", listen: push.listen, target },
      {
        editor: new ProxyEditor(host, pathname + search),
        greeting: null,
        createFailure: createGatewayFailure(target),
        tls: isSecure ? { protocol: "http/1.1", trust } : null,
        isNotification: true,
      },
    );
    caller.resume();
  }

  #refuse(caller: Socket, refusal: ProxyRefusal): void {
    const { status, text } = refusal;
    this.#unconnected.add(caller);
    caller.end(formatProxyResponse(status, text));
    caller.resume();
    this.#reportRefusal(caller, refusal);
  }

  #reportRefusal(caller: Socket, { status, text, what }: ProxyRefusal): void {
    const { remoteAddress = "", remotePort = 0 } = caller;
    const from = formatAddress({ host: toPlainAddress(remoteAddress), port: remotePort });
    const notice = `Refused ${what} by ${from}: ${status}. ${text}`;
    this.#note(notice);
    this.#options.onNotice?.(NOTICE_MASKER.url(notice));
  }

  #note(text: string): void {
    const { recorder } = this.#options;
    recorder.send({ kind: "note", text, t: recorder.now() });
  }

  #pass(
    caller: Socket,
    { via, listen, target }: Pick<OpenHop, "via"> & Pick<TapRoute, "listen" | "target">,
    options: Pick<TapConnectionOptions, "editor" | "greeting" | "createFailure" | "tls"> & {
      readonly isNotification?: true;
    },
  ): void {
    const { recorder } = this.#options;
    const connection = this.#numbers.get(caller) ?? this.#nextConnection();
    const scheme = options.tls ? "https:" : "http:";
    const planned = options.isNotification
      ? null
      : this.#createPlanEditor({ via, listen, target }, connection, scheme);
    recorder.send({
      kind: "open",
      connection,
      route: { via, listen: formatAddress(listen), target: formatAddress(target) },
      scheme,
      isNotification: options.isNotification === true,
      hasPlan: planned !== null,
      ...describeSocket(caller),
    });
    const passing = new TapConnection(caller, {
      recorder,
      connection,
      callerLookUp: recorder.waitForCaller(connection),
      ...options,
      editor: chainEditors(planned, options.editor),
      connect: { host: target.host, port: target.port, lookup: this.#createLookup(target) },
      onRefusal: (refusal) => this.#reportRefusal(caller, refusal),
      onClose: () => this.#connections.delete(passing),
    });
    this.#connections.add(passing);
  }

  /** Asks the target guard again for each connection, as the addresses of a name change. */
  #createLookup(target: TapTarget): LookupFunction {
    return (host, options, done) => {
      resolveTarget(toUrl(target), this.#options.policy).then(
        (found) => {
          if (found.allowed) createPinnedLookup(found)(host, options, done);
          else done(new Error(`${found.reason} ${found.hint}`), "", 0);
        },
        (error: NodeJS.ErrnoException) => done(error, "", 0),
      );
    };
  }
}

/** The first one is next to the caller. */
function chainEditors(first: TapEditor | null, second: TapEditor | null): TapEditor | null {
  return first && second ? new ChainedEditor(first, second) : (first ?? second);
}

const toUrl = (target: TapTarget) =>
  `${target.isSecure ? "https" : "http"}://${formatAddress(target)}`;

const createGatewayFailure =
  (target: TapTarget) =>
  ({ message }: Error): string =>
    formatProxyResponse(
      "502 Bad Gateway",
      `This Loupe tap can't reach ${formatAddress(target)}: ${message}`,
    );

function describeSocket(caller: Socket): Pick<CallerMessage, "caller" | "localPort"> {
  const address = toPlainAddress(caller.remoteAddress ?? "");
  return {
    caller: { address, port: caller.remotePort ?? 0 },
    localPort: isThisMachine(address) ? (caller.localPort ?? null) : null,
  };
}

const toPlainAddress = (address: string) => address.replace(/^::ffff:/, "");

function createListenError(error: NodeJS.ErrnoException, { host, port }: HostAndPort): TapError {
  if (error.code === "EADDRINUSE") {
    return new TapError(
      `port ${port} is in use. To take over an agent's port, start the agent on another one first. (EADDRINUSE at ${host})`,
    );
  }
  const hint = error.code === "EACCES" && port < 1024 ? " Ports below 1024 need privileges." : "";
  return new TapError(
    `cannot listen at ${formatAddress({ host, port })}: ${error.message}.${hint}`,
  );
}
