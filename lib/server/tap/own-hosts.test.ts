// DNS rebinding: a tap at its own address writes the agent's name into requests, so it refuses what
// the agent would have refused by its own.

import { once } from "node:events";
import http2 from "node:http2";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import {
  cleanups,
  filterRecords,
  startHttpServer,
  stopServers,
} from "../exchange/exchange.testkit.ts";
import { checkHosts } from "./own-hosts.ts";
import { connectTo, readAll, startTestTap, type TestTap, waitForEnds } from "./tap.testkit.ts";
import { parseTapRoute } from "./tap-route.ts";

afterEach(stopServers);

const LOOPBACK = { host: "127.0.0.1", port: 0 };

interface SeenTap extends TestTap {
  readonly seen: string[];
  readonly notices: string[];
}

/** A tap before an agent that notes what it was asked for. */
async function startReverseTap(prefix = "", isPush = false): Promise<SeenTap> {
  const seen: string[] = [];
  const notices: string[] = [];
  const url = await startHttpServer((request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers.host}`);
    request.resume();
    response.end("secret");
  });
  const route = parseTapRoute(`1=${url}${prefix}`, "reverse");
  const tap = await startTestTap(1, {
    routes: [{ ...route, listen: LOOPBACK }],
    hosts: ["tap.internal"],
    ...(isPush && { push: LOOPBACK }),
    onNotice: (text) => void notices.push(text),
  });
  return { ...tap, seen, notices };
}

async function send(port: number, bytes: string, size = bytes.length): Promise<string> {
  const caller = await connectTo(port);
  const received = readAll(caller);
  for (let at = 0; at < bytes.length; at += size) {
    caller.write(bytes.slice(at, at + size));
    await new Promise((resolve) => setImmediate(resolve));
  }
  return (await received).toString();
}

const REFUSED: [string, string][] = [
  ["another name", "GET / HTTP/1.1\r\nHost: evil.example"],
  ["another name with the tap's port", "GET / HTTP/1.1\r\nhOsT:evil.example:9999"],
  ["a name that begins with an address", "GET / HTTP/1.1\r\nHost: 127.0.0.1.evil.example"],
  ["a name that begins with localhost", "GET / HTTP/1.1\r\nHost: localhost.evil.example"],
  ["a name that ends in localhost", "GET / HTTP/1.1\r\nHost: evil-localhost"],
  ["a name below an added one", "GET / HTTP/1.1\r\nHost: evil.tap.internal"],
  ["a name behind a user", "GET / HTTP/1.1\r\nHost: localhost@evil.example"],
  ["an empty name", "GET / HTTP/1.1\r\nHost:"],
  ["two names, of which the second", "GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example"],
  ["two names, of which the first", "GET / HTTP/1.1\r\nHost: evil.example\r\nHost: localhost"],
  ["a name on two lines", "GET / HTTP/1.1\r\nHost: localhost\r\n evil.example"],
  ["a URL", "GET http://evil.example/ HTTP/1.1\r\nHost: localhost"],
  ["a URL with a user", "GET http://localhost@evil.example/ HTTP/1.1\r\nHost: localhost"],
  ["a URL without a path", "GET http://evil.example HTTP/1.1\r\nHost: localhost"],
  ["a URL with a backslash", "GET http://localhost\\evil.example/ HTTP/1.1\r\nHost: localhost"],
  ["a tunnel", "CONNECT evil.example:80 HTTP/1.1\r\nHost: localhost"],
];

const ANSWERED = [
  "127.0.0.1:9999",
  "[::1]:1",
  "192.168.1.7",
  "localhost",
  "LOCALHOST.:9999",
  "weather.localhost:9999",
  "tap.internal:9999",
  "Tap.Internal.",
];

describe.each(["", "/prefix"])("a request to a target with the path %o", (prefix) => {
  test.each(REFUSED)("that names %s is refused, and the user told", async (_, head) => {
    const { port, seen, notices, records, tap } = await startReverseTap(prefix);
    const answer = await send(port, `${head}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 421 Misdirected Request\r\n/);
    expect(answer).toMatch(
      /\r\n\r\nThis Loupe tap does not answer to the host name ".*--allow-host/,
    );
    await tap.close();
    expect(seen).toEqual([]);
    const what = head.slice(0, head.indexOf(" HTTP/1.1"));
    expect(notices).toEqual([
      expect.stringMatching(/^Refused [A-Z]+ .* by 127\.0\.0\.1:\d+: 421 Misdirected Request\. /),
    ]);
    expect(notices[0]).toContain(what.replace(/\/\/.*@/, "//‹masked›@"));
    expect(records).toMatchObject([{ r: "note", text: expect.stringContaining("421") }]);
  });
});

test.each(ANSWERED)(
  "a request that names %s reaches the agent under its own name",
  async (host) => {
    const { port, seen, notices, records } = await startReverseTap();
    const request = `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
    expect(await send(port, request)).toContain("secret");
    await waitForEnds(records);
    expect(seen).toEqual([`GET / ${new URL(filterRecords(records, "open")[0]?.url ?? "").host}`]);
    expect(notices).toEqual([]);
  },
);

test("a request without a host is none of a browser, and passes", async () => {
  const { port, seen } = await startReverseTap();
  expect(await send(port, "GET / HTTP/1.0\r\n\r\n")).toContain("secret");
  expect(seen).toHaveLength(1);
});

test("a name at which the tap listens is its own", () => {
  const request = { method: "GET", target: "/", headers: [["Host", "Tap.Example:7"]] } as const;
  expect(checkHosts(request, { listen: "tap.example", added: [] })).toBeNull();
  expect(checkHosts(request, { listen: "localhost", added: [] })).toMatchObject({ what: "GET /" });
});

test.each([1, 7, 1000])(
  "is found behind other requests in writes of %i bytes, which are answered before",
  async (size) => {
    const { port, seen, notices, records } = await startReverseTap();
    const answer = await send(
      port,
      "POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}" +
        "GET /b HTTP/1.1\r\nHost: localhost\r\n\r\n" +
        "GET /c HTTP/1.1\r\nHost: evil.example\r\n\r\n" +
        "GET /d HTTP/1.1\r\nHost: localhost\r\n\r\n",
      size,
    );
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual([
      "HTTP/1.1 200",
      "HTTP/1.1 200",
      "HTTP/1.1 421",
    ]);
    expect(seen.map((line) => line.split(" ")[1])).toEqual(["/a", "/b"]);
    expect(notices).toHaveLength(1);
    const ends = filterRecords(records, "end").map(({ cause }) => cause);
    expect(ends).toEqual(["complete", "complete"]);
  },
);

test("is refused before its body is there, also where push configurations are changed", async () => {
  const { port, seen } = await startReverseTap("", true);
  const head =
    "POST / HTTP/1.1\r\nHost: evil.example\r\nContent-Type: application/json\r\nContent-Length: 999";
  expect(await send(port, `${head}\r\n\r\n{"method"`)).toMatch(/^HTTP\/1\.1 421 /);
  expect(seen).toEqual([]);
});

describe("over HTTP/2", () => {
  async function startHttp2Tap() {
    const seen: string[] = [];
    const server = http2.createServer((request, response) => {
      seen.push(request.url);
      if (request.url !== "/waits") response.end("secret");
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    cleanups.push(() => void server.close());
    const { port: agent } = server.address() as AddressInfo;
    const route = parseTapRoute(`1=127.0.0.1:${agent}`, "reverse");
    const notices: string[] = [];
    const tap = await startTestTap(1, {
      routes: [{ ...route, listen: LOOPBACK }],
      onNotice: (text) => void notices.push(text),
    });
    const session = http2.connect(`http://127.0.0.1:${tap.port}`);
    session.on("error", () => undefined);
    cleanups.push(() => session.destroy());
    return { ...tap, session, seen, notices };
  }

  async function request(session: http2.ClientHttp2Session, headers: http2.OutgoingHttpHeaders) {
    const stream = session.request(headers);
    stream.on("error", () => undefined);
    const [received] = (await once(stream, "response")) as [http2.IncomingHttpHeaders];
    let text = "";
    for await (const piece of stream.setEncoding("utf8")) text += piece;
    return { headers: received, text };
  }

  test.each<http2.OutgoingHttpHeaders>([
    { ":authority": "evil.example:9999" },
    { ":authority": "localhost", host: "evil.example" },
  ])("%o is refused", async (names) => {
    const { session, seen, notices, records, tap } = await startHttp2Tap();
    const { headers, text } = await request(session, names);
    expect([headers[":status"], text]).toEqual([421, expect.stringContaining('"evil.example')]);
    await once(session, "close");
    await tap.close();
    expect([seen, notices.length]).toEqual([[], 1]);
    expect(records).toMatchObject([{ r: "note", text: expect.stringContaining("421") }]);
  });

  test("a call over gRPC gets a status, whose message says why", async () => {
    const { session, seen } = await startHttp2Tap();
    const { headers } = await request(session, {
      ":method": "POST",
      ":path": "/lf.a2a.v1.A2AService/SendMessage",
      ":authority": "evil.example",
      "content-type": "application/grpc",
    });
    expect(headers).toMatchObject({ ":status": 200, "grpc-status": "7" });
    expect(decodeURIComponent(String(headers["grpc-message"]))).toContain('"evil.example"');
    expect(seen).toEqual([]);
  });

  test("it ends its connection, and the other streams say so", async () => {
    const { session, seen, records, tap } = await startHttp2Tap();
    const waiting = session.request({ ":path": "/waits" });
    waiting.on("error", () => undefined);
    expect((await request(session, { ":path": "/x" })).text).toBe("secret");
    const { headers } = await request(session, { ":path": "/y", ":authority": "evil.example" });
    expect(headers[":status"]).toBe(421);
    await waitForEnds(records, 2);
    await tap.close();
    expect(seen).toEqual(["/waits", "/x"]);
    expect(filterRecords(records, "end").map(({ cause, error }) => [cause, error?.by])).toEqual([
      ["complete", undefined],
      ["aborted", "loupe"],
    ]);
  });
});
