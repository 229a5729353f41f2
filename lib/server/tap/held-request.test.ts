// What a caller has sent of a request when it hangs up reaches the agent, in every mode of a tap.

import { once } from "node:events";
import { afterEach, describe, expect, test } from "vitest";
import { createFrame, FRAME_FLAG, FRAME_TYPE } from "../../wire/http2-frames.ts";
import { HTTP2_PREFACE } from "../../wire/http2-reader.ts";
import { stopServers } from "../exchange/exchange.testkit.ts";
import { connectTo, readAll, startSocketServer, startTestTap, waitFor } from "./tap.testkit.ts";
import { parseTapRoute } from "./tap-route.ts";

afterEach(stopServers);

const LOOPBACK = { host: "127.0.0.1", port: 0 };

const BODY = '{"jsonrpc":"2.0","id":1,"method":"message/send"';
const JSON_HEAD = (host: string) =>
  `POST / HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 999\r\n\r\n`;

const SETTINGS = createFrame(FRAME_TYPE.settings, 0, 0, new Uint8Array()).raw;
const HEADERS = createFrame(FRAME_TYPE.headers, FRAME_FLAG.endHeaders, 1, Buffer.of(0x82, 0x84));
const HTTP2 = Buffer.concat([Buffer.from(HTTP2_PREFACE), SETTINGS, HEADERS.raw.subarray(0, 10)]);

describe.each(["takeover", "reverse"] as const)("in %s mode", (via) => {
  describe.each([false, true])("with --push: %s", (isPush) => {
    test.each<[string, (host: string) => string | Buffer]>([
      ["a part of a head", () => "GET /a HTTP/1.1\r\nX-A: 1\r\nAccept"],
      ["a part of a request line", () => "GE"],
      ["a part of a body", (host) => `${JSON_HEAD(host)}${BODY}`],
      ["a part of a frame of HTTP/2", () => HTTP2],
    ])("%s", async (_, create) => {
      const received: Buffer[] = [];
      let hasEnded = false;
      const agent = await startSocketServer((socket) => {
        socket.on("data", (bytes) => received.push(bytes));
        socket.on("end", () => {
          hasEnded = true;
          socket.end();
        });
      });
      const { target } = parseTapRoute(`1=127.0.0.1:${agent}`, via);
      const { port } = await startTestTap(1, {
        routes: [{ via, listen: LOOPBACK, target }],
        ...(isPush && { push: LOOPBACK }),
      });
      const caller = await connectTo(port);
      const bytes = Buffer.from(create(`127.0.0.1:${agent}`));
      const answer = readAll(caller);
      caller.write(bytes.subarray(0, 5));
      await new Promise((resolve) => setImmediate(resolve));
      caller.end(bytes.subarray(5));
      await waitFor(() => hasEnded);
      expect(Buffer.concat(received).toString("latin1")).toBe(bytes.toString("latin1"));
      expect((await answer).length).toBe(0);
    });
  });
});

test("what an agent has sent of a frame of HTTP/2 reaches the caller", async () => {
  const rest = Buffer.concat([SETTINGS, HEADERS.raw.subarray(0, 10)]);
  const agent = await startSocketServer((socket) => socket.once("data", () => socket.end(rest)));
  const route = parseTapRoute(`1=127.0.0.1:${agent}`, "reverse");
  const { port } = await startTestTap(1, { routes: [{ ...route, listen: LOOPBACK }] });
  const caller = await connectTo(port);
  const received = readAll(caller);
  caller.write(Buffer.concat([Buffer.from(HTTP2_PREFACE), SETTINGS]));
  expect((await received).toString("hex")).toBe(rest.toString("hex"));
});

test("what a caller has sent before it resets its connection reaches the agent", async () => {
  const head = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
  let received = "";
  const agent = await startSocketServer((socket) => {
    socket.once("data", () => socket.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"));
    socket.on("data", (bytes) => {
      received += bytes;
    });
  });
  const route = parseTapRoute(`1=127.0.0.1:${agent}`, "reverse");
  const { port } = await startTestTap(1, { routes: [{ ...route, listen: LOOPBACK }] });
  const caller = await connectTo(port);
  caller.write(`${head}GET /a`);
  await once(caller, "data");
  caller.resetAndDestroy();
  await waitFor(() => received.endsWith("GET /a"));
});
