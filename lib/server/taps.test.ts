// Taps started in the app: what is refused, what is recorded, and how they end.

import { generateKeyPairSync } from "node:crypto";
import dns from "node:dns";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import http from "node:http";
import net from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from "vitest";
import { getFreePort } from "../../fixtures/free-port.ts";
import { LIMITS } from "../api/limits.ts";
import type { TapStartRequest } from "../api/schemas/api-requests.ts";
import { MAX_TAPS, type TapState } from "../api/taps.ts";
import { startHttpServer, startRawServer, stopServers } from "./exchange/exchange.testkit.ts";
import { Library } from "./library.ts";
import { readSettings, type Settings } from "./settings.ts";
import { TapDirectory } from "./tap/control/tap-directory.ts";
import type { RollLimits } from "./tap/rolling-sink.ts";
import { Taps } from "./taps.ts";

let data = "";
let library: Library;
let taps: Taps;

const open = (environment: Record<string, string> = {}, rollLimits?: RollLimits) => {
  const settings: Settings = readSettings({ LOUPE_DATA: data, ...environment });
  library = new Library(settings);
  taps = new Taps(library, settings, rollLimits);
};

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), "loupe-taps-"));
  open();
});

afterEach(async () => {
  await taps.stopAll();
  stopServers();
  rmSync(data, { recursive: true });
});

const route = (listen: string | number, target: string | number): TapStartRequest => ({
  mode: "takeover",
  routes: [{ listen: String(listen), target: String(target) }],
  rolls: true,
  hosts: "",
  push: "",
  keys: "",
  startsAnyway: false,
});

async function start(request: TapStartRequest): Promise<TapState> {
  const started = await taps.start(request);
  if ("problem" in started) throw new Error(started.problem.message);
  return started.tap;
}

const readLog = async (id: string) =>
  (await readFile(await library.recordings.getPath(id), "utf8"))
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { r: string; cause?: string });

test("records what passes until it is stopped", async () => {
  const agent = await startHttpServer((_, response) => response.end("hello"));
  const port = await getFreePort();
  const tap = await start(route(port, new URL(agent).host));
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe("hello");
  expect(taps.list()).toMatchObject([
    { id: tap.id, calls: 1, running: 0, failure: null, routes: [{ listen: `localhost:${port}` }] },
  ]);
  expect(library.recordings.isLive(tap.id)).toBe(true);
  expect((await library.recordings.catalog.list()).map(({ id, live }) => [id, live])).toEqual([
    [tap.id, true],
  ]);
  await taps.stop(tap.id);
  expect([taps.list(), library.recordings.isLive(tap.id)]).toEqual([[], false]);
  expect((await readLog(tap.id)).map(({ r }) => r)).toEqual([
    "loupe",
    "open",
    "head",
    "data",
    "end",
  ]);
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
});

test("a running call is ended and recorded when its tap is stopped", async () => {
  const agent = await startRawServer((socket) => {
    socket.write("HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\ndata: 1\n\n");
  });
  const port = await getFreePort();
  const { id } = await start(route(port, new URL(agent).host));
  const response = await fetch(`http://127.0.0.1:${port}/`);
  expect(taps.list()).toMatchObject([{ calls: 1, running: 1 }]);
  await taps.stopAll();
  await response.text().catch(() => undefined);
  expect((await readLog(id)).at(-1)).toMatchObject({ r: "end" });
});

test("deleting its recording stops it", async () => {
  const agent = await startHttpServer((_, response) => response.end());
  const port = await getFreePort();
  const { id } = await start(route(port, new URL(agent).host));
  await library.recordings.remove(id);
  expect(taps.list()).toEqual([]);
  expect((await taps.start(route(port, new URL(agent).host))) as object).toHaveProperty("tap");
});

describe("a tap that runs for long", () => {
  const LINES = ["loupe", "open", "head", "data", "end"];

  test("begins a new recording between calls, and is known by its first", async () => {
    open({}, { bytes: 1, ms: null });
    const agent = await startHttpServer((_, response) => response.end("hello"));
    const port = await getFreePort();
    const { id, name } = await start(route(port, new URL(agent).host));
    const call = async () => (await fetch(`http://127.0.0.1:${port}/`)).text();
    await call();
    await expect.poll(() => taps.list()[0]?.running).toBe(0);
    await call();
    await expect.poll(() => taps.list()[0]?.recordings).toBe(2);
    const [state] = taps.list();
    const recording = state?.recording ?? "";
    expect(state).toMatchObject({ id, calls: 2, failure: null });
    expect([library.recordings.isLive(id), library.recordings.isLive(recording)]).toEqual([
      false,
      true,
    ]);

    // The one that has ended is a recording like any other.
    const log = await readLog(id);
    expect(log.map(({ r }) => r)).toEqual([...LINES, "note"]);
    expect(log.at(-1)).toMatchObject({ text: `The tap goes on in the recording ${recording}.` });
    await library.recordings.remove(id);
    expect(await library.recordings.catalog.list()).toMatchObject([
      { id: recording, name, live: true },
    ]);
    await taps.stop(id);
    expect([taps.list(), library.recordings.isLive(recording)]).toEqual([[], false]);
    expect((await readLog(recording)).map(({ r }) => r)).toEqual(LINES);
  });

  test("keeps one recording if it was told so", async () => {
    open({}, { bytes: 1, ms: null });
    const agent = await startHttpServer((_, response) => response.end("hello"));
    const port = await getFreePort();
    const { id } = await start({ ...route(port, new URL(agent).host), rolls: false });
    for (let i = 1; i <= 2; i++) {
      await (await fetch(`http://127.0.0.1:${port}/`)).text();
      await expect.poll(() => taps.list()[0]).toMatchObject({ calls: i, running: 0 });
    }
    expect(taps.list()).toMatchObject([{ recording: id, recordings: 1 }]);
  });

  test("says that nothing more is recorded where no new recording can begin", async () => {
    open({}, { bytes: 1, ms: null });
    const agent = await startHttpServer((_, response) =>
      response.end("a".repeat(LIMITS.libraryBytes.min)),
    );
    const port = await getFreePort();
    const { id } = await start(route(port, new URL(agent).host));
    const call = async () => (await fetch(`http://127.0.0.1:${port}/`)).text();
    await call();
    await expect.poll(() => taps.list()[0]?.running).toBe(0);
    await library.limits.applyChange({ libraryBytes: LIMITS.libraryBytes.min });
    expect(await call()).toHaveLength(LIMITS.libraryBytes.min);
    await expect.poll(() => taps.list()[0]?.failure).not.toBeNull();
    expect(taps.list()).toMatchObject([
      { recordings: 1, failure: expect.stringContaining("No new recording can begin") },
    ]);
    expect((await readLog(id)).filter(({ r }) => r === "open")).toHaveLength(1);
  });
});

describe("as a proxy", () => {
  /** Sends a request as a program with HTTP_PROXY does. */
  async function callByProxy(port: number, url: string): Promise<string> {
    const request = http.request({
      host: "127.0.0.1",
      port,
      path: url,
      headers: { host: new URL(url).host },
      agent: false,
    });
    request.end();
    const [response] = (await once(request, "response")) as [http.IncomingMessage];
    return `${response.statusCode} ${Buffer.concat(await response.toArray())}`;
  }

  test("forwards to its agents, and to nothing else", async () => {
    const agents = await Promise.all(
      ["one", "two"].map((text) => startHttpServer((_, response) => response.end(text))),
    );
    const stranger = await startHttpServer((_, response) => response.end("secret"));
    const port = await getFreePort();
    const { id, routes } = await start({
      ...route(port, 1),
      mode: "forward",
      routes: agents.map((url, i) => ({ listen: i === 0 ? `${port}` : "", target: url })),
    });
    expect(routes.map(({ listen }) => listen)).toEqual([`localhost:${port}`, `localhost:${port}`]);
    expect(await Promise.all(agents.map((url) => callByProxy(port, url)))).toEqual([
      "200 one",
      "200 two",
    ]);
    expect(await callByProxy(port, stranger)).toMatch(/^403 .*does not forward/);
    expect(await callByProxy(port, "http://localhost:4100/api/library")).toMatch(/^403/);
    await taps.stop(id);
    const calls = (await readLog(id)).filter(({ r }) => r === "open");
    expect(calls).toMatchObject([{ hop: { via: "forward" } }, { hop: { via: "forward" } }]);
  });

  test.each([
    ["an address of Loupe", ["9999", "4100"], 0, "target", "This is Loupe itself"],
    ["itself", ["9999", "9999"], 0, "target", "the proxy itself"],
    ["a path", ["9999", "http://localhost:9998/a"], 0, "target", "Enter a port"],
    ["no port", ["", "9998"], 0, "listen", "Enter a port"],
    ["another machine's address", ["0.0.0.0:9999", "9998"], 0, "listen", "this machine only"],
    ["a link-local address", ["9999", "169.254.169.254:80"], 0, "target", "link-local"],
  ])("does not start with %s", async (_, [listen = "", target = ""], index, field, message) => {
    const started = await taps.start({ ...route(listen, target), mode: "forward" });
    expect(started).toMatchObject({
      problem: { route: index, field, message: expect.stringContaining(message) },
    });
    expect([taps.list(), await library.recordings.catalog.list()]).toEqual([[], []]);
  });
});

test("callbacks are rewritten if an address for notifications is given", async () => {
  let received = "";
  const agent = await startHttpServer(async (request, response) => {
    received = Buffer.concat(await request.toArray()).toString();
    response.end("{}");
  });
  const notified: string[] = [];
  const client = await startHttpServer((request, response) => {
    notified.push(request.url ?? "");
    response.end();
  });
  const [port, push] = [await getFreePort(), await getFreePort()];
  const tap = await start({ ...route(port, new URL(agent).host), push: String(push) });
  expect(tap.push).toBe(`localhost:${push}`);
  await fetch(`http://127.0.0.1:${port}/`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "message/send",
      params: { configuration: { pushNotificationConfig: { url: `${client}/hook` } } },
    }),
  });
  const callback: string = JSON.parse(received).params.configuration.pushNotificationConfig.url;
  expect(new URL(callback).host).toBe(`localhost:${push}`);
  await fetch(callback, { method: "POST", body: "{}" });
  expect(notified).toEqual(["/hook"]);
});

test("a tap at its own address answers to the names that were added, and to no others", async () => {
  const agent = await startHttpServer((_, response) => response.end("hello"));
  const port = await getFreePort();
  const { id } = await start({
    ...route(port, new URL(agent).host),
    mode: "reverse",
    hosts: " tap.internal, Other.Example.",
  });
  const call = async (host: string) => {
    const request = http.request({ host: "127.0.0.1", port, headers: { host }, agent: false });
    request.end();
    const [response] = (await once(request, "response")) as [http.IncomingMessage];
    return `${response.statusCode} ${Buffer.concat(await response.toArray())}`;
  };
  expect(await call("tap.internal")).toBe("200 hello");
  expect(await call(`other.example:${port}`)).toBe("200 hello");
  expect(await call("evil.example")).toMatch(/^421 .*host names in the app/);
  await call("evil.example");
  expect(taps.list()).toMatchObject([
    { calls: 2, refused: { count: 2, last: expect.stringMatching(/^Refused GET \/ by .*421/) } },
  ]);
  await taps.stop(id);
  const log = await readLog(id);
  expect(log.filter(({ r }) => r === "open")).toHaveLength(2);
  expect(log.at(-1)).toMatchObject({
    r: "note",
    text: expect.stringMatching(/^Refused GET .*421/),
  });
});

test("signatures of cards are checked by the keys that were given", async () => {
  const { publicKey } = generateKeyPairSync("ed25519");
  const key = JSON.stringify({ ...publicKey.export({ format: "jwk" }), kid: "k1" });
  const header = Buffer.from('{"alg":"EdDSA","kid":"k1"}').toString("base64url");
  const agent = await startHttpServer((_, response) => {
    const signatures = [{ protected: header, signature: Buffer.alloc(64).toString("base64url") }];
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ name: "Weather", url: agent, skills: [], signatures }));
  });
  const check = async (keys: string) => {
    const port = await getFreePort();
    const reverse = { ...route(port, new URL(agent).host), mode: "reverse", keys } as const;
    const { id } = await start(reverse);
    await (await fetch(`http://127.0.0.1:${port}/.well-known/agent-card.json`)).text();
    await taps.stop(id);
    return (await readLog(id)).at(-1);
  };
  const createEnd = (result: string) => ({ hop: { delivered: { signatures: [{ result }] } } });
  expect(await check("")).toMatchObject(createEnd("unchecked"));
  expect(await check(key)).toMatchObject(createEnd("invalid"));
});

describe("refuses, in one field, and leaves nothing behind", () => {
  const findProblem = async (request: TapStartRequest) => {
    const started = await taps.start(request);
    expect([taps.list(), await library.recordings.catalog.list()]).toEqual([[], []]);
    return "problem" in started ? started.problem : null;
  };

  test.each([
    ["abc", "9998", "listen", "Enter a port"],
    ["9999", "", "target", "Enter a port"],
    ["9999", "http://127.0.0.1:9998/path", "target", "Enter a port"],
    ["0.0.0.0:9999", "9998", "listen", "this machine only"],
    ["9999", "169.254.169.254:80", "target", "link-local"],
    ["9999", "localhost:4100", "target", "This is Loupe itself"],
    ["9999", "127.0.0.1:4100", "target", "This is Loupe itself"],
    ["9999", "9999", "listen", "leads back to the tap itself"],
  ])("%s = %s", async (listen, target, field, message) => {
    expect(await findProblem(route(listen, target))).toMatchObject({
      route: 0,
      field,
      message: expect.stringContaining(message),
      canStartAnyway: false,
    });
  });

  test.each([
    [{ push: "no port" }, "push", "Enter a port"],
    [{ push: "0.0.0.0:9990" }, "push", "that the agents can call"],
    [{ push: "192.0.2.1:9990" }, "push", "this machine only"],
    [{ push: "9999" }, "push", "given twice"],
    [{ mode: "reverse", hosts: "ok.example a:1" }, "hosts", "“a:1” is not a host name"],
    [{ mode: "reverse", keys: "secret" }, "keys", "not a JWK"],
  ] as const)("the option %j", async (options, field, message) => {
    const request = { ...route(9999, await getFreePort()), ...options, startsAnyway: true };
    expect(await findProblem(request)).toMatchObject({
      field,
      message: expect.stringContaining(message),
    });
  });

  test("a port in use", async () => {
    const server = net.createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as net.AddressInfo;
    const first = await getFreePort();
    const agent = await startHttpServer((_, response) => response.end());
    const { routes } = route(first, new URL(agent).host);
    const request = route(`127.0.0.1:${port}`, new URL(agent).host);
    expect(await findProblem({ ...request, routes: [...routes, ...request.routes] })).toMatchObject(
      { route: 1, field: "listen", message: expect.stringContaining("in use") },
    );
    server.close();
  });

  test("an agent that does not run, unless it may start later", async () => {
    const request = route(await getFreePort(), await getFreePort());
    expect(await findProblem(request)).toMatchObject({ field: "target", canStartAnyway: true });
    expect(await taps.start({ ...request, startsAnyway: true })).toHaveProperty("tap");
  });

  test("a name that leads elsewhere once it is checked, which is not even tried", async () => {
    open({ LOUPE_WIDE: "1", LOUPE_ALLOW_TARGETS: "127.0.0.1" });
    const port = await getFreePort();
    let connections = 0;
    const hidden = net.createServer(() => {
      connections += 1;
    });
    hidden.listen(port, "127.0.0.2");
    await once(hidden, "listening");
    const name = "agent.example";
    const { lookup } = dns;
    const checking = vi.spyOn(dns.promises, "lookup") as MockInstance;
    checking.mockResolvedValue([{ address: "127.0.0.1", family: 4 }]);
    (vi.spyOn(dns, "lookup") as MockInstance).mockImplementation((host, options, done) => {
      if (host !== name) return lookup(host, options, done);
      if (options.all) return done(null, [{ address: "127.0.0.2", family: 4 }]);
      return done(null, "127.0.0.2", 4);
    });
    for (const mode of ["takeover", "reverse", "forward"] as const) {
      const request = { ...route(await getFreePort(), `${name}:${port}`), mode };
      expect(await findProblem(request)).toMatchObject({
        field: "target",
        message: expect.stringContaining("Nothing listens"),
      });
    }
    expect(checking).toHaveBeenCalledTimes(3);
    expect(connections).toBe(0);
    vi.restoreAllMocks();
    hidden.close();
  });

  test("an address of this machine where others can reach Loupe", async () => {
    open({ LOUPE_WIDE: "1" });
    expect(await findProblem(route("9999", "9998"))).toMatchObject({
      field: "target",
      message: expect.stringContaining("LOUPE_ALLOW_TARGETS"),
    });
  });
});

test("only so many run at a time", async () => {
  const agent = new URL(await startHttpServer((_, response) => response.end())).host;
  for (let i = 0; i < MAX_TAPS; i++) await start(route(await getFreePort(), agent));
  await expect(taps.start(route(await getFreePort(), agent))).rejects.toThrow("the most at a time");
});

describe("breakpoints", () => {
  const EVENTS = ["submitted", "working"].map(
    (state) =>
      `data: ${JSON.stringify({ jsonrpc: "2.0", id: 1, result: { kind: "status-update", taskId: "t", contextId: "c", status: { state } } })}\n\n`,
  );
  const BODY = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "message/stream", params: {} });
  const startStreams = async () => {
    const agent = await startHttpServer((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(EVENTS.join(""));
    });
    return start(route(await getFreePort(), new URL(agent).port));
  };
  const send = async ({ routes: [place] }: TapState) => {
    const headers = { "content-type": "application/json" };
    const request = { method: "POST", headers, body: BODY };
    return (await fetch(`http://${place?.listen}/`, request)).text();
  };

  test("hold what passes a tap of the app, until the page lets it go on", async () => {
    const tap = await startStreams();
    expect(taps.listHolds()).toMatchObject([{ tap: tap.id, held: [], breakpoints: [] }]);
    const id = taps.addBreakpoint(tap.id, { do: "hold", when: { state: "working" } });
    const answer = send(tap);
    await vi.waitUntil(() => taps.listHolds()[0]?.held.length === 1);
    const [held] = taps.listHolds()[0]?.held ?? [];
    expect(held).toMatchObject({ event: 2, title: "state working", method: "message/stream" });
    expect(() => taps.resume(tap.id, held?.id ?? "", { do: "jump" })).toThrow("Commands:");
    const check = (state: string) =>
      taps.checkCommand(tap.id, held?.id ?? "", { do: "edit", set: { "/status/state": state } });
    // Both lack `final`, as what the agent sent does.
    const lacks = { rule: "DM-STATUS-REQ", title: "incomplete update" };
    expect(check("failed")).toEqual({ problem: null, broken: [lacks] });
    const unknown = { rule: "DM-STATE-UNKNOWN", title: "unknown state" };
    expect(check("wrong")).toEqual({ problem: null, broken: [lacks, unknown] });
    expect(taps.checkCommand(tap.id, held?.id ?? "", { do: "edit", remove: ["/x"] })).toEqual({
      problem: "The event has no /x.",
      broken: [],
    });
    taps.enableBreakpoint(tap.id, id, false);
    taps.resume(tap.id, held?.id ?? "", { do: "drop" });
    expect(await answer).toBe(EVENTS[0]);
    expect(() => taps.resume(tap.id, held?.id ?? "", { do: "drop" })).toThrow("not held");
    expect(() => taps.addBreakpoint(tap.id, { do: "hold", whn: {} })).toThrow(
      'Unknown member "whn"',
    );
    taps.removeBreakpoint(tap.id, id);
    expect(taps.listHolds()).toMatchObject([{ breakpoints: [] }]);
  });

  test("are reached by commands and coding agents, who need the token", async () => {
    const tap = await startStreams();
    const directory = new TapDirectory(data);
    const id = await directory.addBreakpoint(tap.id, { do: "hold", when: { state: "working" } });
    const answer = send(tap);
    const [waited] = await directory.wait(300);
    expect(waited).toMatchObject({ tap: tap.id, held: [{ id: "h1" }], breakpoints: [{ id }] });
    await expect(directory.resume(tap.id, "h1", { do: "jump" })).rejects.toThrow("Commands:");
    await expect(directory.addBreakpoint(tap.id, { do: "answer", from: "x" })).rejects.toThrow(
      "start it with the plan",
    );
    await directory.resume(tap.id, "h1", { do: "drop" });
    expect(await answer).toBe(EVENTS[0]);

    const [file = ""] = await readdir(join(data, "taps"));
    const { url, token } = JSON.parse(await readFile(join(data, "taps", file), "utf8"));
    const ask = (headers: Record<string, string>, path = "") =>
      fetch(`${url}${path}`, { method: "POST", headers, body: '{"ask":"list"}' }).then(
        ({ status }) => status,
      );
    const authorization = `Bearer ${token}`;
    expect([await ask({}), await ask({ authorization: "Bearer other" })]).toEqual([401, 401]);
    expect(await ask({ authorization, origin: "https://page.example" })).toBe(403);
    expect(await ask({ authorization })).toBe(200);
    // An inbox of the app needs no token.
    expect(await ask({}, "inbox/a/b")).toBe(404);
    await taps.stop(tap.id);
    expect(await readdir(join(data, "taps"))).toEqual([]);
  });
});
