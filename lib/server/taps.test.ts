// Taps started in the app: what is refused, what is recorded, and how they end.

import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import net from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { getFreePort } from "../../fixtures/free-port.ts";
import { LIMITS } from "../api/limits.ts";
import { MAX_TAPS, type TapStartRequest, type TapState } from "../api/taps.ts";
import { startHttpServer, startRawServer, stopServers } from "./exchange/exchange.testkit.ts";
import { Library } from "./library.ts";
import { readSettings, type Settings } from "./settings.ts";
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
  startsAnyway: false,
});

async function start(request: TapStartRequest): Promise<TapState> {
  const started = await taps.start(request);
  if ("problem" in started) throw new Error(started.problem.message);
  return started.tap;
}

const readLog = async (id: string) =>
  (await readFile(await library.getPath(id), "utf8"))
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
  expect(library.isLive(tap.id)).toBe(true);
  expect((await library.list()).map(({ id, live }) => [id, live])).toEqual([[tap.id, true]]);
  await taps.stop(tap.id);
  expect([taps.list(), library.isLive(tap.id)]).toEqual([[], false]);
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
  await library.remove(id);
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
    expect([library.isLive(id), library.isLive(recording)]).toEqual([false, true]);

    // The one that has ended is a recording as any other.
    expect((await readLog(id)).map(({ r }) => r)).toEqual(LINES);
    await library.remove(id);
    expect(await library.list()).toMatchObject([{ id: recording, name, live: true }]);
    await taps.stop(id);
    expect([taps.list(), library.isLive(recording)]).toEqual([[], false]);
    expect((await readLog(recording)).map(({ r }) => r)).toEqual(LINES);
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
    await library.setLimits({ libraryBytes: LIMITS.libraryBytes.min });
    expect(await call()).toHaveLength(LIMITS.libraryBytes.min);
    await expect.poll(() => taps.list()[0]?.failure).not.toBeNull();
    expect(taps.list()).toMatchObject([
      { recordings: 1, failure: expect.stringContaining("No new recording can begin") },
    ]);
    expect((await readLog(id)).filter(({ r }) => r === "open")).toHaveLength(1);
  });
});

describe("refuses, in one field, and leaves nothing behind", () => {
  const findProblem = async (request: TapStartRequest) => {
    const started = await taps.start(request);
    expect([taps.list(), await library.list()]).toEqual([[], []]);
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
