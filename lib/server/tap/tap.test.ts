import { once } from "node:events";
import http from "node:http";
import type { Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import {
  filterDataRecords,
  filterRecords,
  OK_HEAD,
  startHttpServer,
  stopServers,
} from "../exchange/exchange.testkit.ts";
import {
  connectTo,
  hash,
  readAll,
  startSocketServer,
  startTestTap,
  waitFor,
  waitForClose,
  waitForEnds,
} from "./tap.testkit.ts";
import { TapError } from "./tap.ts";
import { parseTapRoute } from "./tap-route.ts";

afterEach(stopServers);

const REQUEST = Buffer.from(
  'POST /a2a HTTP/1.1\r\nhOsT: agent.example:9999\r\nX-A: 1\r\nx-a: 2\r\nContent-Length: 11\r\n\r\n{"id":"ü"}',
);
const EVENT = 'data: {"jsonrpc":"2.0","id":1,"result":{"kind":"message"}}\n\n';
const STREAM = Buffer.from(
  `${OK_HEAD}Transfer-Encoding: chunked\r\n\r\n${EVENT.length.toString(16)};x=y\r\n${EVENT}\r\n0\r\nX-Sum: 7\r\n\r\n`,
);

/** An agent that sends these bytes after each request of this length, in pieces. */
function startScriptedAgent(response: Buffer, request = REQUEST, pieces = 1) {
  const received: Buffer[] = [];
  const port = startSocketServer((socket) => {
    let length = 0;
    socket.on("data", async (bytes: Buffer) => {
      received.push(bytes);
      length += bytes.length;
      for (; length >= request.length; length -= request.length) {
        const size = Math.ceil(response.length / pieces);
        for (let at = 0; at < response.length; at += size) {
          socket.write(response.subarray(at, at + size));
          await new Promise((resolve) => setImmediate(resolve));
        }
      }
    });
    socket.on("end", () => socket.end());
  });
  return { port, getReceived: () => Buffer.concat(received) };
}

async function sendInPieces(socket: Socket, bytes: Buffer, size: number): Promise<void> {
  for (let at = 0; at < bytes.length; at += size) {
    socket.write(bytes.subarray(at, at + size));
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe("bytes pass as they are", () => {
  test.each([1, 7, 64, 4096])("in pieces of %i bytes, in both directions", async (size) => {
    const agent = startScriptedAgent(STREAM, REQUEST, Math.ceil(STREAM.length / size));
    const { port, records } = await startTestTap(await agent.port);
    const caller = await connectTo(port);
    const received = readAll(caller);
    await sendInPieces(caller, REQUEST, size);
    await waitForEnds(records);
    caller.end();
    expect(hash(await received)).toBe(hash(STREAM));
    expect(hash(agent.getReceived())).toBe(hash(REQUEST));
    const [open] = filterRecords(records, "open");
    expect(open).toMatchObject({
      method: "POST",
      url: "http://agent.example:9999/a2a",
      headers: [
        ["hOsT", "agent.example:9999"],
        ["X-A", "1"],
        ["x-a", "2"],
        ["Content-Length", "11"],
      ],
      body: '{"id":"ü"}',
    });
    const body = filterDataRecords(records).map(({ text }) => text);
    expect(body.join("")).toBe(EVENT);
    expect(records.at(-1)).toMatchObject({ cause: "complete", trailers: [["X-Sum", "7"]] });
  });

  test("an interim response, its final one, and a body that is sent only after it", async () => {
    const head = "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n";
    const port = await startSocketServer((socket) => {
      socket.once("data", () => {
        socket.write("HTTP/1.1 100 Continue\r\n\r\n");
        socket.once("data", () => socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"));
      });
    });
    const { port: tapPort, records } = await startTestTap(port);
    const caller = await connectTo(tapPort);
    caller.write(head);
    const [interim] = await once(caller, "data");
    expect(String(interim)).toBe("HTTP/1.1 100 Continue\r\n\r\n");
    caller.write("body");
    const [final] = await once(caller, "data");
    expect(String(final)).toBe("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
    await waitForEnds(records);
    expect(records.map(({ r }) => r)).toEqual(["open", "note", "head", "data", "end"]);
  });

  test("an upgrade to another protocol", async () => {
    const port = await startSocketServer((socket) => {
      socket.once("data", () => {
        socket.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n\x81\x01a");
        socket.on("data", (bytes) => socket.write(bytes));
      });
    });
    const { port: tapPort, records } = await startTestTap(port);
    const caller = await connectTo(tapPort);
    caller.write("GET /ws HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\n\r\n");
    await waitForEnds(records);
    caller.write(Buffer.from([0x81, 0x02, 1, 2]));
    const received: Buffer[] = [];
    caller.on("data", (bytes: Buffer) => received.push(bytes));
    await waitFor(() => Buffer.concat(received).includes(Buffer.from([0x81, 0x02, 1, 2])));
    expect(filterRecords(records, "head")[0]?.status).toBe(101);
  });

  test("TLS and other protocols, with a note", async () => {
    const port = await startSocketServer((socket) => {
      socket.on("data", (bytes) => socket.write(bytes));
      socket.on("end", () => socket.end());
    });
    const { port: tapPort, records } = await startTestTap(port);
    const hello = Buffer.from([0x16, 3, 1, 0, 5, 1, 2, 3, 4, 5]);
    const caller = await connectTo(tapPort);
    const received = readAll(caller);
    caller.end(hello);
    expect(await received).toEqual(hello);
    expect(records).toMatchObject([{ r: "note", text: expect.stringContaining("uses TLS") }]);
  });
});

describe("exchanges of one connection", () => {
  test("are recorded one by one with keep-alive", async () => {
    const url = await startHttpServer((request, response) => {
      request.resume();
      response.end(`{"path":"${request.url}"}`);
    });
    const { port, records } = await startTestTap(url);
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    for (const path of ["/a", "/b", "/c"]) {
      const [response] = await once(http.get({ port, host: "127.0.0.1", path, agent }), "response");
      for await (const _ of response) void _;
    }
    await waitForEnds(records, 3);
    agent.destroy();
    const opens = filterRecords(records, "open");
    expect(opens.map(({ url: one }) => new URL(one).pathname)).toEqual(["/a", "/b", "/c"]);
    expect(new Set(opens.map(({ hop }) => hop?.connection)).size).toBe(1);
    expect(filterDataRecords(records).map(({ text }) => text)).toEqual([
      '{"path":"/a"}',
      '{"path":"/b"}',
      '{"path":"/c"}',
    ]);
  });

  test("are paired in order with pipelining", async () => {
    const first = "GET /1 HTTP/1.1\r\nHost: a\r\n\r\n";
    const second = "HEAD /2 HTTP/1.1\r\nHost: a\r\n\r\n";
    const third = "GET /3 HTTP/1.1\r\nHost: a\r\n\r\n";
    const answers =
      "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\none" +
      "HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n" +
      "HTTP/1.1 404 Not Found\r\nContent-Length: 5\r\n\r\nthree";
    const port = await startSocketServer((socket) => {
      socket.once("data", () => socket.end(answers));
    });
    const { port: tapPort, records } = await startTestTap(port);
    const caller = await connectTo(tapPort);
    const received = readAll(caller);
    caller.write(first + second + third);
    expect((await received).toString()).toBe(answers);
    await waitForEnds(records, 3);
    const ids = filterRecords(records, "open").map(({ x }) => x);
    expect(filterRecords(records, "head").map(({ x, status }) => [x, status])).toEqual([
      [ids[0], 200],
      [ids[1], 200],
      [ids[2], 404],
    ]);
    expect(filterDataRecords(records).map(({ x, text }) => [x, text])).toEqual([
      [ids[0], "one"],
      [ids[2], "three"],
    ]);
  });

  test("have one data record for one read, as the agent wrote it", async () => {
    const events = Array.from({ length: 20 }, (_, i) => `data: ${i}\n\n`);
    const port = await startSocketServer((socket) => {
      socket.once("data", async () => {
        socket.write(`${OK_HEAD}\r\n`);
        for (const event of events) {
          await waitFor(() => socket.writableLength === 0);
          socket.write(event);
          await waitFor(() => filterDataRecords(tap.records).at(-1)?.text === event);
        }
        socket.end();
      });
    });
    const tap = await startTestTap(port);
    const caller = await connectTo(tap.port);
    const received = readAll(caller);
    caller.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    expect((await received).toString()).toBe(`${OK_HEAD}\r\n${events.join("")}`);
    expect(filterDataRecords(tap.records).map(({ text }) => text)).toEqual(events);
    expect(tap.records.at(-1)).toMatchObject({ r: "end", cause: "complete" });
  });

  test("have decoded bodies and the encoded length", async () => {
    const zipped = gzipSync(EVENT.repeat(50));
    const response = Buffer.concat([
      Buffer.from(
        `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${zipped.length}\r\n\r\n`,
      ),
      zipped,
    ]);
    const agent = startScriptedAgent(response, REQUEST, 3);
    const { port, records } = await startTestTap(await agent.port);
    const caller = await connectTo(port);
    const received = readAll(caller);
    caller.write(REQUEST);
    await waitForEnds(records);
    caller.end();
    expect(hash(await received)).toBe(hash(response));
    const text = filterDataRecords(records).map((one) => one.text);
    expect(text.join("")).toBe(EVENT.repeat(50));
    expect(records.at(-1)).toMatchObject({ cause: "complete", wireBytes: zipped.length });
    const times = records.flatMap((one) => ("t" in one && one.t !== null ? [one.t] : []));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  test("mask credentials, and their echo over two reads", async () => {
    const secret = "tok-1234567890";
    const port = await startSocketServer((socket) => {
      socket.once("data", async () => {
        socket.write(`${OK_HEAD}\r\ndata: ${secret.slice(0, 5)}`);
        await new Promise((resolve) => setImmediate(resolve));
        socket.end(`${secret.slice(5)}\n\n`);
      });
    });
    const { port: tapPort, records } = await startTestTap(port);
    const caller = await connectTo(tapPort);
    const received = readAll(caller);
    caller.write(`GET / HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${secret}\r\n\r\n`);
    expect((await received).toString()).toContain(secret);
    await waitForEnds(records);
    expect(JSON.stringify(records)).not.toContain(secret);
    expect(JSON.stringify(records)).toContain("‹masked");
  });
});

describe("the hop", () => {
  test("has both addresses, the caller, and the time in the tap", async () => {
    const agent = startScriptedAgent(STREAM);
    const agentPort = await agent.port;
    const { port, records } = await startTestTap(`127.0.0.1:${agentPort}`);
    const caller = await connectTo(port);
    caller.write(REQUEST);
    await waitForEnds(records);
    const [open] = filterRecords(records, "open");
    expect(open?.hop).toMatchObject({
      via: "takeover",
      listen: `127.0.0.1:${port}`,
      target: `127.0.0.1:${agentPort}`,
      connection: 1,
      caller: { address: "127.0.0.1", port: caller.localPort },
    });
    const [head] = filterRecords(records, "head");
    expect(head?.remote).toEqual({ address: "127.0.0.1", port: agentPort });
    const [end] = filterRecords(records, "end");
    expect(end?.hop?.delay).toMatchObject({ request: { reads: 1 }, response: { reads: 1 } });
  });

  test.runIf(process.platform === "linux")("names the caller's program and its ports", async () => {
    const agent = startScriptedAgent(STREAM);
    const { port, records } = await startTestTap(await agent.port);
    const caller = await connectTo(port);
    caller.write(REQUEST);
    await waitForEnds(records);
    const program = filterRecords(records, "open")[0]?.hop?.caller.program;
    expect(program?.pid).toBe(process.pid);
    expect(program?.listens).toContain(port);
    expect(program?.listens).toContain(await agent.port);
  });
});

describe("a connection that ends early", () => {
  const startHangingAgent = async () => {
    const connected: Socket[] = [];
    const port = await startSocketServer((socket) => {
      connected.push(socket);
      socket.once("data", () => socket.write(`${OK_HEAD}Content-Length: 99\r\n\r\ndata: 1\n\n`));
    });
    return { port, connected };
  };

  test("by the caller's reset is reset at the agent", async () => {
    const { port, connected } = await startHangingAgent();
    const { port: tapPort, records } = await startTestTap(port);
    const caller = await connectTo(tapPort);
    caller.write(REQUEST);
    await once(caller, "data");
    const [agent] = connected;
    const closed = agent && waitForClose(agent);
    caller.resetAndDestroy();
    expect(await closed).toBe("ECONNRESET");
    await waitForEnds(records);
    expect(records.at(-1)).toMatchObject({ cause: "aborted", error: { by: "client" } });
  });

  test("by the caller's end reaches the agent as an end", async () => {
    const { port, connected } = await startHangingAgent();
    const { port: tapPort, records } = await startTestTap(port);
    const caller = await connectTo(tapPort);
    caller.write(REQUEST);
    await once(caller, "data");
    caller.end();
    const [agent] = connected;
    if (!agent) throw new Error("no connection");
    await once(agent, "end");
    // It may still answer: the connection is half open.
    agent.write("data: 2\n\n");
    const [bytes] = await once(caller, "data");
    expect(String(bytes)).toBe("data: 2\n\n");
    agent.end();
    await waitForEnds(records);
    expect(records.at(-1)).toMatchObject({ cause: "aborted", error: { by: "client" } });
  });

  test("by the agent's reset is reset at the caller", async () => {
    const { port, connected } = await startHangingAgent();
    const { port: tapPort, records } = await startTestTap(port);
    const caller = await connectTo(tapPort);
    const closed = waitForClose(caller);
    caller.write(REQUEST);
    await once(caller, "data");
    connected[0]?.resetAndDestroy();
    expect(await closed).toBe("ECONNRESET");
    await waitForEnds(records);
    expect(records.at(-1)).toMatchObject({
      cause: "reset",
      error: { by: "system", code: "ECONNRESET" },
    });
  });

  test("by the agent's end reaches the caller as an end", async () => {
    const { port, connected } = await startHangingAgent();
    const { port: tapPort, records } = await startTestTap(port);
    const caller = await connectTo(tapPort);
    caller.write(REQUEST);
    await once(caller, "data");
    connected[0]?.end();
    await once(caller, "end");
    await waitForEnds(records);
    expect(records.at(-1)).toMatchObject({ cause: "reset", error: { by: "agent" } });
  });

  test("because nothing listens at the target is reset, and the request recorded", async () => {
    const port = await startSocketServer(() => undefined);
    stopServers();
    const { port: tapPort, records } = await startTestTap(port);
    const caller = await connectTo(tapPort);
    const closed = waitForClose(caller);
    caller.write(REQUEST);
    expect(await closed).toBe("ECONNRESET");
    await waitForEnds(records);
    expect(filterRecords(records, "open")[0]).toMatchObject({ body: '{"id":"ü"}' });
    expect(records.at(-1)).toMatchObject({
      cause: "refused",
      error: { by: "system", code: "ECONNREFUSED" },
    });
  });

  test("because the tap stops is reset on both sides", async () => {
    const { port, connected } = await startHangingAgent();
    const { port: tapPort, records, tap } = await startTestTap(port);
    const caller = await connectTo(tapPort);
    caller.write(REQUEST);
    await once(caller, "data");
    const closed = [caller, ...connected].map(waitForClose);
    await tap.close();
    expect(await Promise.all(closed)).toEqual(["ECONNRESET", "ECONNRESET"]);
    expect(records.at(-1)).toMatchObject({ cause: "aborted", error: { by: "loupe" } });
  });

  test("before the response is HTTP is recorded as it came", async () => {
    const port = await startSocketServer((socket) => {
      socket.once("data", () => socket.end("SSH-2.0-nothing\r\n"));
    });
    const { port: tapPort, records } = await startTestTap(port);
    const caller = await connectTo(tapPort);
    caller.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    await waitForEnds(records);
    expect(filterDataRecords(records).map(({ text }) => text)).toEqual(["SSH-2.0-nothing\r\n"]);
    expect(records.at(-1)).toMatchObject({
      cause: "reset",
      error: { by: "agent", message: "The response is not HTTP." },
    });
  });
});

test("a caller that does not read slows the agent down instead of filling memory", async () => {
  const chunk = Buffer.alloc(1 << 16, "a");
  let sent = 0;
  const port = await startSocketServer((socket) => {
    socket.once("data", () => {
      socket.write(`${OK_HEAD}\r\n`);
      const write = () => {
        while (sent < 1 << 28) {
          sent += chunk.length;
          if (!socket.write(chunk)) return;
        }
      };
      socket.on("drain", write);
      write();
    });
  });
  const { port: tapPort, records } = await startTestTap(port, { limit: { value: 1000 } });
  const caller = await connectTo(tapPort);
  caller.pause();
  caller.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  let before = -1;
  while (sent !== before) {
    before = sent;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  expect(sent).toBeLessThan(1 << 26);
  caller.resetAndDestroy();
  await waitForEnds(records);
  expect(filterDataRecords(records).reduce((sum, { n = 0 }) => sum + n, 0)).toBe(1000);
});

describe("a tap calls nothing but its targets", () => {
  test.each([
    [
      "an absolute-form target",
      "GET http://other.example:81/x HTTP/1.1\r\nHost: other.example\r\n\r\n",
    ],
    ["another Host", "GET /x HTTP/1.1\r\nHost: other.example:81\r\n\r\n"],
    ["CONNECT", "CONNECT other.example:443 HTTP/1.1\r\nHost: other.example:443\r\n\r\n"],
    [
      "forwarding headers",
      "GET /x HTTP/1.1\r\nHost: a\r\nX-Forwarded-Host: other.example\r\nForwarded: host=other.example\r\n\r\n",
    ],
    [
      "a target with credentials",
      "GET http://u:p@127.0.0.1:1/ HTTP/1.1\r\nHost: 127.0.0.1:1\r\n\r\n",
    ],
  ])("%s reaches the agent as it is", async (_, text) => {
    const received: string[] = [];
    const port = await startSocketServer((socket) => {
      socket.once("data", (bytes) => {
        received.push(String(bytes));
        socket.end("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
      });
    });
    const { port: tapPort, records } = await startTestTap(port);
    const caller = await connectTo(tapPort);
    caller.write(text);
    await waitForEnds(records);
    expect(received).toEqual([text]);
    expect(filterRecords(records, "head")[0]?.remote?.port).toBe(port);
  });

  test("the target guard is asked, and refuses", async () => {
    await expect(startTestTap("169.254.169.254:80")).rejects.toThrow(TapError);
    await expect(
      startTestTap("127.0.0.1:9", { policy: { wide: true, allow: [] } }),
    ).rejects.toThrow(/loopback/);
  });
});

test("a port in use is reported, and nothing listens", async () => {
  const port = await startSocketServer(() => undefined);
  const route = parseTapRoute(`127.0.0.1:${port}=127.0.0.1:9`, "takeover");
  await expect(startTestTap(1, { routes: [route] })).rejects.toThrow(/in use/);
});
