import { once } from "node:events";
import http2 from "node:http2";
import https from "node:https";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import {
  cleanups,
  filterRecords,
  startHttpServer,
  stopServers,
} from "../exchange/exchange.testkit.ts";
import { CA, readPem } from "../exchange/tls.testkit.ts";
import { createTlsTrust } from "../exchange/tls-trust.ts";
import {
  connectTo,
  readAll,
  startTestTap,
  type TestTap,
  waitForClose,
  waitForEnds,
} from "./tap.testkit.ts";
import { parseTapRoute } from "./tap-route.ts";

afterEach(stopServers);

const TRUST = createTlsTrust({ ca: CA }).options;

async function startReverseTap(target: string, trust?: typeof TRUST): Promise<TestTap> {
  const route = parseTapRoute(`1=${target}`, "reverse");
  const routes = [{ ...route, listen: { host: "127.0.0.1", port: 0 } }];
  return startTestTap(1, { routes, hosts: ["tap.example"], ...(trust && { trust }) });
}

/** An agent behind TLS that answers with the request it received. */
async function startTlsAgent(certificate = "agent"): Promise<string> {
  const key = readPem("agent.key");
  const server = https.createServer(
    { key, cert: readPem(`${certificate}.pem`) },
    (request, response) => {
      const { host } = request.headers;
      const url = `https://${host}/agent/rpc`;
      response.setHeader("content-type", "application/json");
      response.end(
        request.url?.endsWith("card.json")
          ? JSON.stringify({ name: "A", url, skills: [] })
          : JSON.stringify({ host, url: request.url }),
      );
    },
  );
  server.on("tlsClientError", () => undefined).listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanups.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `https://localhost:${(server.address() as AddressInfo).port}`;
}

async function getOverHttp2(port: number, path: string): Promise<string> {
  const session = http2.connect(`http://127.0.0.1:${port}`);
  let body = "";
  for await (const piece of session.request({ ":path": path }).setEncoding("utf8")) body += piece;
  session.close();
  return body;
}

describe("a target behind TLS", () => {
  test("is called over TLS by its name, with its prefix, and its card is mapped", async () => {
    const url = await startTlsAgent();
    const { port, records } = await startReverseTap(`${url}/agent/`, TRUST);
    const base = `http://127.0.0.1:${port}`;
    expect(await (await fetch(`${base}/rpc?x=1`)).json()).toEqual({
      host: new URL(url).host,
      url: "/agent/rpc?x=1",
    });
    const card = await (await fetch(`${base}/card.json`)).json();
    expect(card.url).toBe(`${base}/rpc`);
    await waitForEnds(records, 2);
    expect(filterRecords(records, "open")[0]).toMatchObject({
      url: `${url}/agent/rpc?x=1`,
      hop: {
        via: "reverse",
        target: new URL(url).host,
        received: { url: `${base}/rpc?x=1` },
      },
    });
  });

  test.each([
    ["elsewhere", TRUST, /for another host name/],
    ["expired", TRUST, /has expired/],
    ["agent", undefined, /authority .* is not known here/],
  ])(
    "with the certificate %s is not called if that cannot be trusted",
    async (name, trust, why) => {
      const { port, records } = await startReverseTap(await startTlsAgent(name), trust);
      await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
      await waitForEnds(records);
      expect(records.at(-1)).toMatchObject({ cause: "tls", error: { by: "loupe" } });
      expect(filterRecords(records, "end")[0]?.error?.message).toMatch(why);
      expect(filterRecords(records, "end")[0]?.error?.message).not.toContain("accept untrusted");
    },
  );

  test("speaks HTTP/2 with a caller that does", async () => {
    const server = http2.createSecureServer({
      key: readPem("agent.key"),
      cert: readPem("agent.pem"),
    });
    server.on("stream", (stream) => {
      stream.respond({ ":status": 200 });
      stream.end("two");
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    cleanups.push(() => void server.close());
    const { port: agent } = server.address() as AddressInfo;
    const { port, records } = await startReverseTap(`https://localhost:${agent}`, TRUST);
    expect(await getOverHttp2(port, "/x")).toBe("two");
    await waitForEnds(records);
    const [open] = filterRecords(records, "open");
    expect(open?.url).toMatch(/^https:\/\//);
    expect(filterRecords(records, "head")[0]?.httpVersion).toBe("2.0");
  });

  test("is not connected for a caller that says nothing", async () => {
    const { port, tap } = await startReverseTap(await startTlsAgent(), TRUST);
    const caller = await connectTo(port);
    caller.write("P");
    const closed = waitForClose(caller);
    await tap.close();
    await closed;
  });
});

test("HTTP/2 passes a plain target as it is", async () => {
  const server = http2.createServer((request, response) => response.end(request.url));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanups.push(() => void server.close());
  const { port: agent } = server.address() as AddressInfo;
  const { port, records } = await startReverseTap(`127.0.0.1:${agent}`);
  expect(await getOverHttp2(port, "/x")).toBe("/x");
  await waitForEnds(records);
});

test.each([
  ["GET /x HTTP/1.1", "/p/x"],
  ["GET / HTTP/1.1", "/p/"],
  ["GET http://tap.example/x?y HTTP/1.1", "/p/x?y"],
  ["GET http://tap.example HTTP/1.1", "/p/"],
  ["GET ?y HTTP/1.1", "/p/?y"],
  ["OPTIONS * HTTP/1.1", "*"],
])("%s reaches a target with a path as %s", async (line, path) => {
  const url = await startHttpServer((request, response) => response.end(request.url));
  const { port } = await startReverseTap(`${url}/p`);
  const caller = await connectTo(port);
  const received = readAll(caller);
  caller.write(`${line}\r\nHost: tap.example\r\nConnection: close\r\n\r\n`);
  expect((await received).toString()).toContain(`\r\n\r\n`);
  expect((await received).toString().split("\r\n")).toContain(path);
});
