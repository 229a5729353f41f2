import { mkdtemp, rm } from "node:fs/promises";
import type http from "node:http";
import { createServer as createHttp2Server } from "node:http2";
import { type AddressInfo, createServer, connect as netConnect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { startAgent } from "../../../e2e/agents/agent.ts";
import { type LandingOptions, startLandingAgent } from "../../../e2e/agents/landing-agent.ts";
import type { CardAttempt } from "../../api/api-types.ts";
import type { HeaderList } from "../../wire/record.ts";
import { startHttpServer, startRawServer, stopServers } from "../exchange/exchange.testkit.ts";
import { CA, startTlsServer } from "../exchange/tls.testkit.ts";
import { Library } from "../library.ts";
import { readSettings } from "../settings.ts";
import { connect } from "./connect.ts";

let data = "";
let library: Library;
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), "loupe-connect-"));
  library = new Library(readSettings({ LOUPE_DATA: data }));
});
afterEach(async () => {
  stopServers();
  await rm(data, { recursive: true });
});

const CARD = JSON.stringify({ name: "Ä", url: "http://a/x/rpc", skills: [] });

const pages = (table: Record<string, [status: number, body: string]>) =>
  startHttpServer((request, response) => {
    const [status, body] = table[request.url ?? ""] ?? [404, "no"];
    response.writeHead(status, { "content-type": "application/json" }).end(body);
  });

test("tries one URL after another and describes each response", async () => {
  const url = await pages({
    "/.well-known/agent-card.json": [200, "{,"],
    "/.well-known/agent.json": [200, `\ufeff${CARD}`],
  });
  const { recording, tried, card } = await connect(library, { address: `${new URL(url).host}/x/` });
  expect(
    tried.map((attempt) => [new URL(attempt.url).pathname, attempt.status, attempt.outcome]),
  ).toEqual([
    ["/x/.well-known/agent-card.json", 404, "HTTP 404."],
    ["/x/.well-known/agent.json", 404, "HTTP 404."],
    ["/.well-known/agent-card.json", 200, "HTTP 200, but the body is not JSON."],
    ["/.well-known/agent.json", 200, "HTTP 200, an agent card."],
  ]);
  expect(card).toEqual({
    url: `${url}/.well-known/agent.json`,
    exchange: tried.at(-1)?.exchange,
    text: `\ufeff${CARD}`,
  });
  expect(await library.recordings.getSummary(recording)).toMatchObject({
    name: `${new URL(url).host}/x/`,
  });
});

test.each([
  ["[]", /not an object/],
  ["null", /not an object/],
  ['"x"', /not an object/],
  ["{}", /too few of its members/],
  ['{"name":"x"}', /too few of its members/],
  ['{"name":"x","version":"1"}', /too few of its members/],
  ['{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"no"}}', /JSON-RPC response/],
])("%s is not a card and is skipped", async (body, why) => {
  const url = await pages({ "/me.json": [200, body] });
  const { tried, card } = await connect(library, { address: `${url}/me.json` });
  expect(card).toBeNull();
  expect(tried[0]?.outcome).toMatch(/^HTTP 200, but the JSON is not an agent card/);
  expect(tried[0]?.outcome).toMatch(why);
});

describe("an address that answers with something else", () => {
  const land = async (options: LandingOptions) => {
    const agent = await startLandingAgent(options);
    onTestFinished(agent.close);
    return agent;
  };
  const pathsOf = (tried: readonly CardAttempt[]) => tried.map(({ url }) => new URL(url).pathname);

  test("and names the card is followed, on its origin", async () => {
    const agent = await land({});
    const { tried, card } = await connect(library, { address: agent.url });
    expect(card?.url).toBe(`${agent.url}/a2a/agent.json`);
    expect(tried.map(({ outcome }) => outcome)).toEqual([
      "HTTP 200, but the JSON is not an agent card: it names one at /a2a/agent.json.",
      "HTTP 200, an agent card.",
    ]);
  });

  test.each([
    "http://127.0.0.1:1/agent.json",
    "//other.example/agent.json",
    "ftp://x/",
    "http://[",
  ])("and names a card elsewhere is not followed: %s", async (link) => {
    const agent = await land({ cardPath: "/.well-known/agent.json", link });
    const { tried, card } = await connect(library, { address: agent.url });
    expect(pathsOf(tried)).toEqual(["/.well-known/agent-card.json", "/.well-known/agent.json"]);
    expect(tried[0]?.outcome).toContain("not on its origin");
    expect(card?.url).toBe(`${agent.url}/.well-known/agent.json`);
  });

  test("and leads in a circle ends with all that was tried", async () => {
    const agent = await land({ cardPath: null, link: "/landing" });
    const { tried, card } = await connect(library, { address: agent.url });
    expect(card).toBeNull();
    expect(new Set(pathsOf(tried)).size).toBe(tried.length);
    expect(agent.requests).toHaveLength(tried.length);
    expect(pathsOf(tried).slice(0, 2)).toEqual(["/.well-known/agent-card.json", "/landing"]);
    expect(pathsOf(tried)).toContain("/.well-known/agent.json");
    expect(pathsOf(tried)).toContain("/");
  });

  test("at the address itself is followed, too", async () => {
    const agent = await land({ isLanding: (path) => path === "/" });
    const { tried, card } = await connect(library, { address: agent.url });
    expect(card?.url).toBe(`${agent.url}/a2a/agent.json`);
    expect(tried.at(-2)).toMatchObject({ url: `${agent.url}/`, status: 200 });
  });

  test("as a card without an interface is used only if there is no other", async () => {
    const bare = JSON.stringify({ name: "Ä", description: "d", version: "1", capabilities: {} });
    const both = { "/.well-known/agent-card.json": [200, bare] as [number, string] };
    const alone = await connect(library, { address: await pages(both) });
    expect(alone.tried[0]?.outcome).toBe("HTTP 200, an agent card without an interface.");
    expect(alone.card?.text).toBe(bare);
    expect(alone.tried.length).toBeGreaterThan(2);
    const url = await pages({ ...both, "/.well-known/agent.json": [200, CARD] });
    const { card } = await connect(library, { address: url });
    expect(card?.url).toBe(`${url}/.well-known/agent.json`);
  });
});

describe("a card of the whole host", () => {
  const rootCard = (...urls: string[]) =>
    JSON.stringify({
      name: "Root",
      skills: [],
      supportedInterfaces: urls.map((url) => ({
        url,
        protocolBinding: "JSONRPC",
        protocolVersion: "1.0",
      })),
    });
  const serveRoot = (card: string, others: Record<string, [number, string]> = {}) =>
    pages({ "/.well-known/agent-card.json": [200, card], ...others });

  test.each([
    ["", "/"],
    ["/", "/rpc"],
    ["/a2a/jsonrpc", "/a2a/jsonrpc"],
    ["/a2a/jsonrpc/", "/a2a/jsonrpc"],
    ["/a2a/jsonrpc?k=1", "https://public.example/a2a/jsonrpc/"],
    ["/a2a", "/a2a/v1"],
    ["/a2a/me", "/a2a/me"],
  ])("is taken for %s if it lists %s", async (path, listed) => {
    const url = await serveRoot(rootCard("http://elsewhere.example/", listed));
    const { card, offered } = await connect(library, { address: url + path });
    expect(card?.url).toMatch(/\.well-known\/agent-card\.json/);
    expect(offered).toBeUndefined();
  });

  test.each([
    ["/c/x", "/"],
    ["/c/x", "/c"],
    ["/c/x", "/c/xyz"],
    ["/a2a/other", "/a2a/me"],
  ])("is offered for %s if it lists %s, and is no agent of the library", async (path, listed) => {
    const url = await serveRoot(rootCard(listed));
    const { recording, card, offered, tried } = await connect(library, { address: url + path });
    expect(card).toBeNull();
    expect(offered?.url).toBe(`${url}/.well-known/agent-card.json`);
    expect(tried.at(-1)?.url).toBe(url + path);
    expect(await library.recordings.catalog.list()).toEqual([]);
    expect(recording).not.toBe("");
  });

  test("is offered only if the address has no card of its own", async () => {
    const url = await serveRoot(rootCard("/"), { "/c/x/v1/card": [200, rootCard("/")] });
    const { card, offered } = await connect(library, { address: `${url}/c/x` });
    expect(card?.url).toBe(`${url}/c/x/v1/card`);
    expect(offered).toBeUndefined();
  });

  test("is offered where the query that names the agent is ignored", async () => {
    const url = await startHttpServer((request, response) => {
      const isCard = request.url?.startsWith("/.well-known/agent-card.json");
      response.writeHead(isCard ? 200 : 404).end(rootCard("/a2a/me"));
    });
    expect((await connect(library, { address: `${url}/a2a/other` })).card).toBeNull();
    expect((await connect(library, { address: `${url}/a2a/me` })).card).not.toBeNull();
  });

  test.each([401, 403])("is neither taken nor offered after %s", async (status) => {
    const url = await serveRoot(rootCard("/"), {
      "/c/x/.well-known/agent-card.json": [status, "no"],
    });
    const { card, offered, denied, tried } = await connect(library, { address: `${url}/c/x` });
    expect([card, offered]).toEqual([null, undefined]);
    expect(denied).toMatchObject({ status, url: `${url}/c/x/.well-known/agent-card.json` });
    expect(tried).toHaveLength(3);
  });

  test("is taken if the endpoint that it lists is behind a guard", async () => {
    const url = await serveRoot(rootCard("/a2a/rpc"), {
      "/a2a/rpc/.well-known/agent-card.json": [401, "no"],
    });
    const { card, denied } = await connect(library, { address: `${url}/a2a/rpc` });
    expect(card?.url).toBe(`${url}/.well-known/agent-card.json`);
    expect(denied).toBeUndefined();
  });
});

test.each(["", "/me.json"])("a 401 at the card of %s ends the search", async (path) => {
  const url = await pages({
    "/.well-known/agent-card.json": [401, "no"],
    "/me.json": [401, "no"],
    "/.well-known/agent.json": [200, CARD],
  });
  const { card, denied, tried } = await connect(library, { address: url + path });
  expect(card).toBeNull();
  expect(tried).toEqual([denied]);
});

/** The attempt for a pasted card URL. */
async function outcomeOf(handle: http.RequestListener, headers: HeaderList = []) {
  const address = `${await startHttpServer(handle)}/me.json`;
  const { tried, card } = await connect(library, { address, headers });
  expect(card).toBeNull();
  return tried[0];
}

test("an attempt has the facts of the response and a sentence", async () => {
  const page = await outcomeOf((_, response) => {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end("<!doctype html>");
  });
  expect(page).toMatchObject({
    status: 200,
    cause: "complete",
    contentType: "text/html; charset=utf-8",
    bytes: 15,
    ms: expect.any(Number),
    challenge: null,
    outcome: "HTTP 200, but it is a web page, not JSON.",
  });
  expect(page).not.toHaveProperty("by");
  const empty = await outcomeOf((_, response) => void response.end());
  expect(empty).toMatchObject({ bytes: 0, contentType: null, outcome: /the body is empty/ });
});

test("a denial says whether credentials were sent and which are requested", async () => {
  const refuse = (status: number) => (_: unknown, response: http.ServerResponse) => {
    response.setHeader("www-authenticate", ['Bearer realm="harbour"', "Basic"]);
    response.writeHead(status).end();
  };
  expect(await outcomeOf(refuse(401))).toMatchObject({
    status: 401,
    challenge: 'Bearer realm="harbour", Basic',
    outcome: /requires credentials, and none were sent\. Requested: Bearer realm="harbour", Basic/,
  });
  const wrong = await outcomeOf(refuse(401), [["Authorization", "Bearer wrong-token"]]);
  expect(wrong?.outcome).toMatch(/did not accept the credentials/);
  expect((await outcomeOf(refuse(403)))?.outcome).toMatch(/refused access; no credentials/);
  const bad = await outcomeOf(refuse(403), [["X-API-Key", "wrong-token"]]);
  expect(bad?.outcome).toMatch(/refused access with these credentials/);
  expect(JSON.stringify([wrong, bad])).not.toContain("wrong-token");
});

test("a card over 10 MB is cut, and the message names the limit", async () => {
  const long = await outcomeOf((_, response) => {
    response.end(`{"name":"${"x".repeat(11 << 20)}"}`);
  });
  expect(long).toMatchObject({ cause: "limit", by: "loupe", bytes: 1e7, outcome: /10 MB/ });
});

test("a redirect loop is listed", async () => {
  const looped = await outcomeOf((request, response) => {
    const location = request.url === "/me.json" ? "/there" : "/me.json";
    response.writeHead(302, { location }).end();
  });
  expect(looped).toMatchObject({ status: null, by: "agent", cause: "refused" });
  expect(looped?.outcome).toMatch(
    /loop: GET \S+\/me\.json → GET \S+\/there → GET \S+\/me\.json\.$/,
  );
});

test("recognizes TLS or another protocol on the port", async () => {
  const secure = await startTlsServer("agent");
  const plainly = await connect(library, { address: secure.replace("https:", "http:") });
  expect(plainly.tried[0]).toMatchObject({ status: null, outcome: /speaks TLS: try https/ });
  const untrusted = await connect(library, { address: secure });
  expect(untrusted.tried).toHaveLength(1);
  expect(untrusted.tried[0]).toMatchObject({ cause: "tls", outcome: /authority .* is not known/ });
  const trusted = await connect(library, { address: secure, tls: { ca: CA } });
  expect(trusted.tried[0]).toMatchObject({ status: 200, outcome: /not JSON/ });

  const polite = await outcomeOf((_, response) => {
    response.writeHead(400).end("Client sent an HTTP request to an HTTPS server.\n");
  });
  expect(polite?.outcome).toMatch(/speaks TLS on this port; try https/);
  const mail = await startRawServer((socket) => socket.end("220 mail.example ESMTP\r\n"));
  const { tried } = await connect(library, { address: `${mail}/me.json` });
  expect(tried[0]?.outcome).toMatch(/does not speak HTTP/);
});

test("a host name that does not exist", async () => {
  const { tried } = await connect(library, { address: "http://nowhere.invalid/" });
  expect(tried).toHaveLength(1);
  expect(tried[0]).toMatchObject({ cause: "dns", by: "system", outcome: /nowhere\.invalid/ });
});

test("sends the caller's headers and continues a recording", async () => {
  const seen: unknown[] = [];
  const url = await startHttpServer((request, response) => {
    seen.push(request.headers["x-api-key"]);
    response.end(CARD);
  });
  const first = await connect(library, { address: url, headers: [["X-API-Key", "k"]] });
  const second = await connect(library, { address: url, recording: first.recording });
  expect(second.recording).toBe(first.recording);
  expect(seen).toEqual(["k", undefined]);
});

test("an invalid address is refused before anything is recorded", async () => {
  await expect(connect(library, { address: "javascript:alert(1)" })).rejects.toMatchObject({
    code: "bad-request",
  });
  expect(await library.recordings.catalog.list()).toEqual([]);
});

test.each(["1.0", "0.3"] as const)("recognizes a gRPC port of %s", async (version) => {
  const { grpcUrl, close } = await startAgent(version);
  onTestFinished(close);
  const { tried, card, grpc } = await connect(library, { address: grpcUrl ?? "" });
  expect({ card, grpc }).toEqual({ card: null, grpc: { url: grpcUrl, version } });
  expect(tried[0]).toMatchObject({ status: null, outcome: /speaks only HTTP\/2, as gRPC/ });
  expect(tried.at(-1)?.outcome).toBe(`The server speaks gRPC and serves A2A ${version}.`);
});

test("recognizes a gRPC server that refuses HTTP/1.1 with a message or closes the connection", async () => {
  const { grpcUrl, close } = await startAgent("1.0");
  onTestFinished(close);
  const port = Number(new URL(grpcUrl ?? "").port);
  let refusal = "";
  const gate = createServer((socket) => {
    socket.once("data", (begin) => {
      if (!begin.toString("latin1").startsWith("PRI ")) return void socket.end(refusal);
      const through = netConnect(port, "127.0.0.1");
      through.write(begin);
      socket.pipe(through).pipe(socket);
      for (const end of [socket, through]) end.on("error", () => undefined);
    });
  });
  await new Promise<void>((resolve) => gate.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void gate.close());
  const url = `http://127.0.0.1:${(gate.address() as AddressInfo).port}`;
  expect((await connect(library, { address: url })).grpc).toEqual({ url, version: "1.0" });
  refusal = "HTTP/1.1 400 Bad Request\r\n\r\nThis is an HTTP/2 only endpoint.";
  expect((await connect(library, { address: url })).grpc).toEqual({ url, version: "1.0" });
});

test("a server with HTTP/2 but not gRPC, or that closes every connection, is not a gRPC port", async () => {
  const server = createHttp2Server((_, response) => void response.end("{}"));
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const other = await connect(library, { address: `http://127.0.0.1:${port}` });
  expect(other.grpc).toBeUndefined();
  expect(other.tried.at(-1)?.outcome).toMatch(/only HTTP\/2, and not gRPC/);

  const silent = await connect(library, {
    address: await startRawServer((socket) => socket.destroy()),
  });
  expect(silent.grpc).toBeUndefined();
  expect(silent.tried.every(({ url }) => !url.includes("A2AService"))).toBe(true);
});

test("a failed lookup is listed in the library only once it has a name, tag or note", async () => {
  const url = await pages({
    "/good.json": [200, CARD],
    "/uncallable.json": [200, JSON.stringify({ name: "x", skills: [] })],
  });
  const good = await connect(library, { address: `${url}/good.json` });
  const failed = await connect(library, { address: `${url}/no` });
  const uncallable = await connect(library, { address: `${url}/uncallable.json` });
  const again = new Library(readSettings({ LOUPE_DATA: data }));
  for (const one of [library, again]) {
    expect((await one.recordings.catalog.list()).map(({ id }) => id)).toEqual([good.recording]);
  }
  // Its exchanges can still be opened, and its size counts.
  const { bytes } = await library.recordings.getSummary(failed.recording);
  expect(bytes).toBeGreaterThan(0);
  expect((await library.recordings.catalog.getState()).usedBytes).toBeGreaterThan(bytes);
  const at = new Date().toISOString();
  await library.recordings.updateMetadata(failed.recording, [
    { a: "name", at, name: "No card here" },
  ]);
  expect((await library.recordings.catalog.list()).map(({ id }) => id)).toContain(failed.recording);
  expect((await library.recordings.catalog.list()).map(({ id }) => id)).not.toContain(
    uncallable.recording,
  );
});

test("keeps the newest twenty failed lookups; one into an existing recording changes nothing", async () => {
  const url = await pages({ "/good.json": [200, CARD] });
  const { recording } = await connect(library, { address: `${url}/good.json` });
  await connect(library, { address: `${url}/none.json`, recording });
  const failed: string[] = [];
  for (let i = 0; i < 22; i++) {
    failed.push((await connect(library, { address: `${url}/none-${i}.json` })).recording);
  }
  expect((await library.recordings.catalog.list()).map(({ id }) => id)).toEqual([recording]);
  const kept = await Promise.all(
    failed.map((id) => library.recordings.getSummary(id).catch(() => null)),
  );
  expect(kept.filter((one) => one !== null)).toHaveLength(20);
});

test("failed lookups at the same time delete the oldest ones without failing themselves", async () => {
  const url = await pages({});
  const connectTo = (name: string) => connect(library, { address: `${url}/${name}.json` });
  for (let i = 0; i < 20; i++) await connectTo(`first-${i}`);
  const names = Array.from({ length: 12 }, (_, i) => `second-${i}`);
  const results = await Promise.all(names.map(connectTo));
  expect(results.map(({ card }) => card)).toEqual(names.map(() => null));
});
