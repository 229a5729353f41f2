import { generateKeyPairSync, sign } from "node:crypto";
import { once } from "node:events";
import http from "node:http";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { parsePublicKeys } from "../../protocol/card/signature/public-keys.ts";
import { getSignedPayloads } from "../../protocol/card/signature/signed-payloads.ts";
import {
  filterDataRecords,
  filterRecords,
  startHttpServer,
  stopServers,
} from "../exchange/exchange.testkit.ts";
import { bypassesTap, mapCardUrl } from "./card-addresses.ts";
import {
  connectTo,
  readAll,
  startSocketServer,
  startTestTap,
  type TestTap,
  waitForEnds,
} from "./tap.testkit.ts";
import { parseTapRoute } from "./tap-route.ts";

afterEach(stopServers);

describe("the address of an interface", () => {
  const own = parseTapRoute("9999=127.0.0.1:9998", "reverse");
  const other = parseTapRoute("8889=8888", "reverse");
  const taken = parseTapRoute("7777=7776", "takeover");
  const whole = parseTapRoute("7=https://cloud.example", "reverse");
  const part = parseTapRoute("8=https://cloud.example/a/b", "reverse");
  const routes = [own, other, taken, whole, part];

  test.each([
    ["http://127.0.0.1:9998/a2a?x=1", "http://tap:9999/a2a?x=1"],
    ["http://localhost:9998", "http://tap:9999"],
    ["http://[::1]:9998/", "http://tap:9999/"],
    ["localhost:9998", "tap:9999"],
    ["grpc://127.0.0.1:9998", "grpc://tap:9999"],
    ["http://127.0.0.1:8888/b", "http://tap:8889/b"],
    ["https://cloud.example/", "http://tap:7/"],
    ["https://cloud.example:443/a/bc?x", "http://tap:7/a/bc?x"],
    ["https://cloud.example/a/b", "http://tap:8"],
    ["https://cloud.example/a/b/c?x#y", "http://tap:8/c?x#y"],
    ["https://cloud.example/a/b?x", "http://tap:8?x"],
    ["http://cloud.example/", null],
    ["cloud.example:443", null],
    // TLS, other hosts and ports, taken-over agents, and what names no address.
    ["https://127.0.0.1:9998/", null],
    ["http://agent.example:9998/", null],
    ["http://127.0.0.1:99981/", null],
    ["http://127.0.0.1:7776/", null],
    ["/a2a", null],
    ["", null],
  ])("%s is mapped to %s", (url, mapped) => {
    expect(mapCardUrl(url, routes, own, "tap:9999")).toBe(mapped);
  });

  test("has the listening address if the caller names no host", () => {
    expect(mapCardUrl("http://127.0.0.1:9998/", routes, own, null)).toBe("http://localhost:9999/");
  });

  test.each([
    ["http://localhost:9999/", false],
    ["localhost:7777", false],
    ["/a2a", false],
    ["https://localhost:9999/", true],
    ["agent.example:1", true],
  ])("%s bypasses the tap: %s", (url, bypasses) => {
    expect(bypassesTap(url, routes)).toBe(bypasses);
  });
});

const createCard = (url: string) => ({
  name: "Weather",
  url,
  skills: [],
  additionalInterfaces: [{ url: "other.example:7", transport: "GRPC" }],
  signatures: [{ protected: "p", signature: "s" }],
});

const startReverseTap = async (
  target: string,
  options: Parameters<typeof startTestTap>[1] = {},
): Promise<TestTap> => {
  const route = parseTapRoute(`1=${target}`, "reverse");
  return startTestTap(target, {
    routes: [{ ...route, listen: { host: "127.0.0.1", port: 0 } }],
    hosts: ["tap"],
    ...options,
  });
};

const toBase64Url = (data: string | Buffer) => Buffer.from(data).toString("base64url");

interface Received {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
}

async function request(
  port: number,
  path: string,
  options: http.RequestOptions = {},
  body?: string,
): Promise<Received> {
  const sent = http.request({ port, host: "127.0.0.1", path, agent: false, ...options });
  sent.end(body);
  const [response] = (await once(sent, "response")) as [http.IncomingMessage];
  let text = "";
  for await (const piece of response.setEncoding("utf8")) text += piece;
  return { status: response.statusCode ?? 0, headers: response.headers, text };
}

/** An agent whose card has its own address, sent in a way that the path names. */
async function startCardAgent(): Promise<{ url: string; seen: http.IncomingMessage[] }> {
  const seen: http.IncomingMessage[] = [];
  const url = await startHttpServer((incoming, response) => {
    seen.push(incoming);
    const { port } = incoming.socket.address() as { port: number };
    const text = JSON.stringify(createCard(`http://127.0.0.1:${port}/rpc`), null, 2);
    response.setHeader("content-type", "application/json");
    response.setHeader("etag", '"1"');
    response.setHeader("cache-control", "max-age=3600");
    incoming.resume();
    if (incoming.url === "/gzip.json") {
      response.setHeader("content-encoding", "gzip");
      return void response.end(gzipSync(text));
    }
    if (incoming.url === "/chunked.json") {
      for (const piece of text.match(/[\s\S]{1,50}/g) ?? []) response.write(piece);
      return void response.end();
    }
    if (incoming.url === "/rpc") {
      return void response.end(`{"jsonrpc":"2.0","id":1,"result":${text}}`);
    }
    if (incoming.url === "/other.json") return void response.end('{"not":"a card"}');
    response.setHeader("content-length", Buffer.byteLength(text));
    response.end(text);
  });
  return { url, seen };
}

describe("a card through a reverse tap", () => {
  test.each([
    ["/.well-known/agent-card.json", "GET", undefined],
    ["/any/prefix/agent.json", "GET", undefined],
    ["/v1/card", "GET", undefined],
    ["/gzip.json", "GET", undefined],
    ["/chunked.json", "GET", undefined],
    ["/rpc", "POST", '{"jsonrpc":"2.0","id":1,"method":"agent/getAuthenticatedExtendedCard"}'],
    ["/rpc", "POST", '{"jsonrpc":"2.0","id":1,"method":"GetExtendedAgentCard","params":{}}'],
  ])("%s by %s names the tap, and the record has both", async (path, method, body) => {
    const agent = await startCardAgent();
    const { port, records } = await startReverseTap(agent.url);
    const { headers, text } = await request(port, path, { method }, body);
    const value = JSON.parse(text);
    const { signatures, ...card } = createCard(`http://127.0.0.1:${port}/rpc`);
    expect(path === "/rpc" ? value.result : value).toEqual(card);
    expect(headers).toMatchObject({
      "content-length": String(Buffer.byteLength(text)),
      "cache-control": "no-store",
      "content-type": "application/json",
    });
    expect(headers).not.toHaveProperty("etag");
    expect(headers).not.toHaveProperty("content-encoding");
    expect(headers).not.toHaveProperty("transfer-encoding");
    await waitForEnds(records);
    const original = filterDataRecords(records).map((one) => one.text);
    expect(original.join("")).toContain(JSON.stringify(signatures[0]?.signature));
    expect(original.join("")).toContain(`${agent.url}/rpc`);
    const [end] = filterRecords(records, "end");
    expect(end?.hop?.delivered?.body).toBe(text);
    expect(end?.hop?.delivered?.changes.map(({ to }) => to)).toEqual([
      `http://127.0.0.1:${port}/rpc`,
      null,
    ]);
    expect(end?.hop?.delivered?.signatures).toMatchObject([{ result: "unchecked" }]);
    expect(filterRecords(records, "note").map((one) => one.text)).toEqual([
      `The tap changed an address in the card: ${agent.url}/rpc → http://127.0.0.1:${port}/rpc.`,
      "The tap removed the card's signatures, which do not hold for a changed card.",
      "This interface bypasses the tap: other.example:7",
      expect.stringMatching(/^The agent's signature of the card is not checked: /),
    ]);
  });

  test("is asked for at the agent's host, without conditions, and the record has both heads", async () => {
    const agent = await startCardAgent();
    const { port, records } = await startReverseTap(agent.url);
    const given = { "If-None-Match": '"1"', "X-Mine": "1" };
    const { status } = await request(port, "/card", { headers: given });
    expect(status).toBe(200);
    expect(agent.seen[0]?.headers).toMatchObject({ host: new URL(agent.url).host, "x-mine": "1" });
    expect(agent.seen[0]?.headers).not.toHaveProperty("if-none-match");
    await waitForEnds(records);
    const [open] = filterRecords(records, "open");
    expect(open?.url).toBe(`${agent.url}/card`);
    expect(open?.hop?.received?.url).toBe(`http://127.0.0.1:${port}/card`);
    expect(open?.hop?.received?.headers).toContainEqual(["If-None-Match", '"1"']);
    expect(open?.headers).not.toContainEqual(["If-None-Match", '"1"']);
  });

  test.each([1, 3, 50, 1000])(
    "is found in writes of %i bytes, and what follows passes",
    async (size) => {
      const next =
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}";
      const port = await startSocketServer((socket) => {
        socket.once("data", async () => {
          const card = JSON.stringify(createCard(`http://localhost:${port}/`));
          const answers = Buffer.from(
            `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nX-A: 1\r\nContent-Length: ${card.length}\r\n\r\n${card}${next}`,
          );
          for (let at = 0; at < answers.length; at += size) {
            socket.write(answers.subarray(at, at + size));
            await new Promise((resolve) => setImmediate(resolve));
          }
          socket.end();
        });
      });
      const { port: tapPort } = await startReverseTap(`127.0.0.1:${port}`);
      const caller = await connectTo(tapPort);
      const received = readAll(caller);
      caller.write("GET /a HTTP/1.1\r\nHost: tap:1\r\n\r\nGET /b HTTP/1.1\r\nHost: tap:1\r\n\r\n");
      const { signatures: _, ...card } = createCard("http://tap:1/");
      const body = JSON.stringify(card);
      expect((await received).toString()).toBe(
        `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nX-A: 1\r\nContent-Length: ${body.length}\r\nCache-Control: no-store\r\n\r\n${body}${next}`,
      );
    },
  );

  test("that is none passes as it is, with its headers", async () => {
    const agent = await startCardAgent();
    const { port, records } = await startReverseTap(agent.url);
    const { headers, text } = await request(port, "/other.json");
    expect(text).toBe('{"not":"a card"}');
    expect(headers).toMatchObject({ etag: '"1"', "cache-control": "max-age=3600" });
    await waitForEnds(records);
    expect(filterRecords(records, "end")[0]?.hop).not.toHaveProperty("delivered");
  });
});

describe("the signatures of a card", () => {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const jwk = JSON.stringify({ ...publicKey.export({ format: "jwk" }), kid: "k1" });

  /** The results for a card that names its agent as its signer does, or not. */
  const verifyThroughTap = async (keys: string, change: object = {}) => {
    const url = await startHttpServer((_, response) => {
      const { signatures: _signatures, ...card } = createCard(`${url}/rpc`);
      const payload = getSignedPayloads(card).find(({ form }) => form === "spec")?.text ?? "";
      const header = toBase64Url(JSON.stringify({ alg: "EdDSA", kid: "k1" }));
      const input = Buffer.from(`${header}.${toBase64Url(payload)}`);
      const signature = toBase64Url(sign(null, input, privateKey));
      response.setHeader("content-type", "application/json");
      response.end(
        JSON.stringify({ ...card, ...change, signatures: [{ protected: header, signature }] }),
      );
    });
    const signatureKeys = parsePublicKeys(keys).keys;
    const { port, records } = await startReverseTap(url, { signatureKeys });
    const { text } = await request(port, "/card.json");
    expect(JSON.parse(text)).not.toHaveProperty("signatures");
    await waitForEnds(records);
    const [end] = filterRecords(records, "end");
    return { signatures: end?.hop?.delivered?.signatures, notes: filterRecords(records, "note") };
  };

  test("are valid by a key of the signer", async () => {
    const { signatures, notes } = await verifyThroughTap(jwk);
    expect(signatures).toEqual([{ alg: "EdDSA", kid: "k1", result: "valid" }]);
    expect(notes.at(-1)?.text).toBe("The agent's signature of the card (EdDSA, key k1) is valid.");
  });

  test("are not valid if the card was changed before", async () => {
    const { signatures } = await verifyThroughTap(jwk, { name: "Another" });
    expect(signatures).toMatchObject([
      { result: "invalid", why: expect.stringMatching(/matches no form/) },
    ]);
  });

  test("are not checked without a key", async () => {
    const { signatures, notes } = await verifyThroughTap("");
    expect(signatures).toMatchObject([
      { result: "unchecked", why: expect.stringMatching(/No key/) },
    ]);
    expect(notes.at(-1)?.text).toMatch(/is not checked: No key/);
  });
});

test("a stream through a reverse tap passes byte for byte, write by write", async () => {
  const stream =
    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\ntransfer-Encoding: chunked\r\n\r\n5;a=b\r\ndata:\r\n3\r\n1\n\n\r\n0\r\nX: 1\r\n\r\n";
  const port = await startSocketServer((socket) => {
    socket.once("data", async () => {
      for (const byte of Buffer.from(stream)) {
        socket.write(Buffer.of(byte));
        await new Promise((resolve) => setImmediate(resolve));
      }
      socket.end();
    });
  });
  const { port: tapPort, records } = await startReverseTap(`127.0.0.1:${port}`);
  const caller = await connectTo(tapPort);
  const received = readAll(caller);
  caller.write("POST / HTTP/1.1\r\nhOST:  tap\r\nContent-Length: 2\r\n\r\n{}");
  expect((await received).toString()).toBe(stream);
  await waitForEnds(records);
  expect(filterRecords(records, "open")[0]).toMatchObject({
    url: `http://127.0.0.1:${port}/`,
    headers: [
      ["hOST", `127.0.0.1:${port}`],
      ["Content-Length", "2"],
    ],
    hop: { via: "reverse", received: { url: "http://tap/" } },
  });
  expect(records.at(-1)).toMatchObject({ cause: "complete", trailers: [["X", "1"]] });
});
