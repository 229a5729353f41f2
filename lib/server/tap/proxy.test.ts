import { once } from "node:events";
import { afterEach, describe, expect, test } from "vitest";
import { getFreePort } from "../../../fixtures/free-port.ts";
import {
  filterDataRecords,
  filterRecords,
  OK_HEAD,
  startHttpServer,
  stopServers,
} from "../exchange/exchange.testkit.ts";
import {
  connectTo,
  readAll,
  startSocketServer,
  startTestTap,
  type TestTap,
  waitFor,
  waitForEnds,
} from "./tap.testkit.ts";
import { parseTapProxy } from "./tap-route.ts";

afterEach(stopServers);

/** A tap that is a proxy for these agents, and nothing else. */
async function startTestProxy(...targets: string[]): Promise<TestTap & { notices: string[] }> {
  const notices: string[] = [];
  const proxy = parseTapProxy("127.0.0.1:1", targets);
  const started = await startTestTap(1, {
    routes: [],
    proxy: {
      listen: { ...proxy.listen, port: 0 },
      targets: targets.length > 0 ? proxy.targets : "loopback",
    },
    onNotice: (text) => notices.push(text),
  });
  return { ...started, port: started.tap.proxy?.listen.port ?? 0, notices };
}

/** An agent on a raw socket, which ends after its response, and what it received. */
async function startRawAgent(response = `${OK_HEAD}Content-Length: 2\r\n\r\n{}`) {
  const received: string[] = [];
  const port = await startSocketServer((socket) => {
    const at = received.push("") - 1;
    socket.on("data", (bytes) => {
      received[at] += bytes.toString("latin1");
      if (received[at]?.endsWith("\r\n\r\n") || received[at]?.endsWith("{}"))
        socket.write(response);
    });
    socket.on("end", () => socket.end());
  });
  return { port, received };
}

async function exchange(port: number, request: string): Promise<string> {
  const caller = await connectTo(port);
  const received = readAll(caller);
  caller.write(request);
  return (await received).toString();
}

describe("a request to the proxy", () => {
  test("reaches its agent as if it had been called directly, and the record has both", async () => {
    const agent = await startRawAgent();
    const { port, records } = await startTestProxy(`127.0.0.1:${agent.port}`);
    const url = `http://127.0.0.1:${agent.port}/a2a/?x=1`;
    const response = await exchange(
      port,
      `POST ${url} HTTP/1.1\r\nhOST: evil.example\r\nProxy-Connection: keep-alive\r\nConnection: keep-alive, X-Hop\r\nX-Hop: 1\r\nProxy-Authorization: Basic eDp5\r\nX-Kept: 2\r\nContent-Length: 2\r\n\r\n{}`,
    );
    expect(response).toBe(`${OK_HEAD}Content-Length: 2\r\n\r\n{}`);
    expect(agent.received).toEqual([
      `POST /a2a/?x=1 HTTP/1.1\r\nhOST: 127.0.0.1:${agent.port}\r\nX-Kept: 2\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`,
    ]);
    await waitForEnds(records);
    expect(filterRecords(records, "open")[0]).toMatchObject({
      url,
      hop: {
        via: "forward",
        listen: `127.0.0.1:${port}`,
        target: `127.0.0.1:${agent.port}`,
        received: { url, headers: expect.arrayContaining([["hOST", "evil.example"]]) },
      },
    });
    expect(JSON.stringify(records)).not.toContain("eDp5");
    expect(records.at(-1)).toMatchObject({ r: "end", cause: "complete" });
  });

  test.each([1, 5, 100])("is read in pieces of %i bytes", async (size) => {
    const agent = await startRawAgent();
    const { port } = await startTestProxy(String(agent.port));
    const request = Buffer.from(
      `POST http://localhost:${agent.port} HTTP/1.0\r\nContent-Length: 2\r\n\r\n{}`,
    );
    const caller = await connectTo(port);
    const received = readAll(caller);
    for (let at = 0; at < request.length; at += size) {
      caller.write(request.subarray(at, at + size));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await received).toString()).toContain("{}");
    expect(agent.received[0]).toBe(
      `POST / HTTP/1.0\r\nHost: localhost:${agent.port}\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`,
    );
  });

  test("streams: one write for one read", async () => {
    const agentPort = await startSocketServer((socket) => {
      socket.once("data", async () => {
        socket.write(`${OK_HEAD}\r\n`);
        for (const event of ["data: 1\n\n", "data: 2\n\n"]) {
          await waitFor(() => socket.writableLength === 0);
          socket.write(event);
          await waitFor(() => filterDataRecords(records).at(-1)?.text === event);
        }
        socket.end();
      });
    });
    const { port, records } = await startTestProxy(String(agentPort));
    const response = await exchange(
      port,
      `GET http://127.0.0.1:${agentPort}/ HTTP/1.1\r\nHost: a\r\n\r\n`,
    );
    expect(response).toBe(`${OK_HEAD}\r\ndata: 1\n\ndata: 2\n\n`);
  });

  test("ends its connection, also if the agent would keep it, and nothing follows it", async () => {
    const [agent, other] = [await startRawAgent(), await startRawAgent()];
    const { port, records } = await startTestProxy(String(agent.port), String(other.port));
    const createGet = (to: number) =>
      `GET http://127.0.0.1:${to}/ HTTP/1.1\r\nHost: 127.0.0.1:${to}\r\n\r\n`;
    const response = await exchange(port, createGet(agent.port) + createGet(other.port));
    expect(response).toBe(`${OK_HEAD}Content-Length: 2\r\n\r\n{}`);
    expect(agent.received).toHaveLength(1);
    expect(agent.received[0]?.match(/GET/g)).toHaveLength(1);
    expect(other.received).toEqual([]);
    await waitForEnds(records);
    expect(filterRecords(records, "open")).toHaveLength(1);
  });

  test("to an agent that cannot be reached is answered by the proxy", async () => {
    const target = await getFreePort();
    const { port, records } = await startTestProxy(`127.0.0.1:${target}`);
    const response = await exchange(
      port,
      `GET http://127.0.0.1:${target}/ HTTP/1.1\r\nHost: a\r\n\r\n`,
    );
    expect(response).toMatch(
      /^HTTP\/1\.1 502 Bad Gateway\r\n[\s\S]*can't reach 127\.0\.0\.1:\d+: .*ECONNREFUSED/,
    );
    await waitForEnds(records);
    expect(records.at(-1)).toMatchObject({ cause: "refused" });
  });
});

describe("what the proxy refuses", () => {
  test.each([
    ["another port", "GET http://127.0.0.1:1/ HTTP/1.1", 403],
    ["another host", "GET http://evil.example/ HTTP/1.1", 403],
    ["an agent as the user name", "GET http://127.0.0.1:AGENT@evil.example/ HTTP/1.1", 400],
    ["the agent's port elsewhere", "GET http://192.0.2.1:AGENT/ HTTP/1.1", 403],
    ["a name that begins with the agent's", "GET http://localhost.evil:AGENT/ HTTP/1.1", 403],
    ["metadata services", "GET http://169.254.169.254/ HTTP/1.1", 403],
    ["another scheme", "GET https://127.0.0.1:AGENT/ HTTP/1.1", 400],
    ["files", "GET file:///etc/passwd HTTP/1.1", 400],
    ["a path, whatever its host", "GET / HTTP/1.1\r\nHost: 127.0.0.1:AGENT", 400],
    ["a tunnel elsewhere", "CONNECT evil.example:443 HTTP/1.1", 403],
    ["a tunnel without a port", "CONNECT 127.0.0.1 HTTP/1.1", 400],
    ["a tunnel with a path", "CONNECT 127.0.0.1:AGENT/x HTTP/1.1", 400],
    ["a tunnel to the proxy itself", "CONNECT 127.0.0.1:PROXY HTTP/1.1", 403],
    ["HTTP/2", "PRI * HTTP/2.0", 400],
    ["bytes that are not HTTP", "\x16\x03\x01 hello", 400],
  ])("%s", async (_, head, status) => {
    const agent = await startRawAgent();
    const { port, records, notices } = await startTestProxy(String(agent.port));
    const named = head.replace("AGENT", String(agent.port)).replace("PROXY", String(port));
    const response = await exchange(port, `${named}\r\n\r\n`);
    expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(response).toContain("Connection: close");
    expect(response).toContain("Loupe tap");
    expect(agent.received).toEqual([]);
    expect(records).toMatchObject([{ r: "note", text: expect.stringContaining("Refused ") }]);
    expect(notices).toEqual([expect.stringContaining(String(status))]);
  });

  test("a caller that leaves before its request is complete is forgotten", async () => {
    const { port, tap, records } = await startTestProxy("9");
    const [leaving, staying] = [await connectTo(port), await connectTo(port)];
    const closed = once(leaving, "close");
    leaving.end("GET http://loc");
    await closed;
    staying.write("GET ");
    await tap.close();
    expect(records).toEqual([]);
  });

  test("the targets are checked by the guard", async () => {
    await expect(startTestProxy("169.254.169.254:80")).rejects.toThrow("cannot forward to");
    await expect(startTestProxy("localhost:1", "127.0.0.1:1")).resolves.toBeDefined();
  });
});

test("without targets, every port of this machine is an agent, by one name", async () => {
  const agent = await startRawAgent();
  const { port, records } = await startTestProxy();
  for (const host of ["127.0.0.1", "localhost", "LOCALHOST"]) {
    const request = `GET http://${host}:${agent.port}/ HTTP/1.1\r\nHost: a\r\n\r\n`;
    expect(await exchange(port, request)).toContain("{}");
  }
  await waitForEnds(records, 3);
  const targets = filterRecords(records, "open").map(({ hop }) => hop?.target);
  expect(new Set(targets)).toEqual(new Set([`localhost:${agent.port}`]));
  expect(await exchange(port, "GET http://192.0.2.1/ HTTP/1.1\r\n\r\n")).toMatch(/^HTTP\/1\.1 403/);
});

describe("a tunnel", () => {
  const openTunnel = async (port: number, target: number) => {
    const caller = await connectTo(port);
    caller.write(`CONNECT 127.0.0.1:${target} HTTP/1.1\r\nHost: 127.0.0.1:${target}\r\n\r\n`);
    const [greeting] = await once(caller, "data");
    expect(String(greeting)).toBe("HTTP/1.1 200 Connection established\r\n\r\n");
    return caller;
  };

  test("passes bytes as they are, and plain HTTP in it is recorded", async () => {
    const agent = await startRawAgent();
    const { port, records } = await startTestProxy(String(agent.port));
    const caller = await openTunnel(port, agent.port);
    const request = "GET /x HTTP/1.1\r\nHost: agent\r\n\r\n";
    caller.write(request);
    const [response] = await once(caller, "data");
    expect(String(response)).toBe(`${OK_HEAD}Content-Length: 2\r\n\r\n{}`);
    expect(agent.received).toEqual([request]);
    await waitForEnds(records);
    expect(filterRecords(records, "note")[0]?.text).toMatch(/^Connection 1 .* is a tunnel to /);
    const [open] = filterRecords(records, "open");
    expect(open).toMatchObject({ url: "http://agent/x", hop: { via: "forward" } });
    expect(open?.hop).not.toHaveProperty("received");
  });

  test("passes TLS unseen, and the record says so", async () => {
    const echo = await startSocketServer((socket) => socket.on("data", (b) => socket.write(b)));
    const { port, records } = await startTestProxy(`https://127.0.0.1:${echo}`);
    const caller = await openTunnel(port, echo);
    const hello = Buffer.from([0x16, 3, 1, 0, 5, 1, 2, 3, 4, 5]);
    caller.write(hello);
    expect((await once(caller, "data"))[0]).toEqual(hello);
    await waitFor(() => records.length >= 2);
    expect(records).toMatchObject([
      { r: "note", text: expect.stringContaining("CONNECT") },
      { r: "note", text: expect.stringContaining("uses TLS. Its bytes pass unread.") },
    ]);
  });

  test("with bytes behind its request passes them first", async () => {
    const agent = await startRawAgent();
    const { port } = await startTestProxy(String(agent.port));
    const request = "GET /x HTTP/1.1\r\nHost: agent\r\n\r\n";
    const caller = await connectTo(port);
    const received: Buffer[] = [];
    caller.on("data", (bytes: Buffer) => received.push(bytes));
    caller.write(`CONNECT 127.0.0.1:${agent.port} HTTP/1.1\r\n\r\n${request}`);
    await waitFor(() => Buffer.concat(received).toString().endsWith("{}"));
    expect(agent.received).toEqual([request]);
  });

  test("to an agent that cannot be reached is answered by the proxy", async () => {
    const target = await getFreePort();
    const { port } = await startTestProxy(String(target));
    const response = await exchange(port, `CONNECT 127.0.0.1:${target} HTTP/1.1\r\n\r\n`);
    expect(response).toMatch(/^HTTP\/1\.1 502 /);
  });
});

test("callers at the same time reach their own agents", async () => {
  const urls = await Promise.all(
    ["a", "b", "c"].map((name) => startHttpServer((_, response) => response.end(name))),
  );
  const { port, records } = await startTestProxy(...urls);
  const bodies = await Promise.all(
    [0, 1, 2, 0, 1, 2].map(async (i) => {
      const url = urls[i] ?? "";
      const head = `GET ${url}/ HTTP/1.1\r\nHost: ${new URL(url).host}\r\n\r\n`;
      return (await exchange(port, head)).split("\r\n\r\n")[1];
    }),
  );
  expect(bodies.map((body) => body?.replace(/[^abc]/g, ""))).toEqual([
    "a",
    "b",
    "c",
    "a",
    "b",
    "c",
  ]);
  await waitForEnds(records, 6);
});
