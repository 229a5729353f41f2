import { once } from "node:events";
import http2, { type ServerHttp2Stream } from "node:http2";
import type { AddressInfo, Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import type { ExchangeRequest } from "../../api/schemas/api-requests.ts";
import { encodeGrpcFrame } from "../../wire/grpc-framer.ts";
import type { HeadRecord, OpenRecord, WireRecord } from "../../wire/record.ts";
import {
  cleanups,
  createTestLimits,
  filterRecords,
  mark,
  performTestExchange,
  startHttpServer,
  startRawServer,
  stopServers,
} from "./exchange.testkit.ts";
import { performExchange } from "./exchange.ts";
import { CA, readPem, startTlsServer } from "./tls.testkit.ts";

afterEach(stopServers);

const ANSWER = { ":status": 200, "content-type": "application/grpc+proto" };
const MESSAGE = Buffer.from(encodeGrpcFrame(Buffer.from("first")));

const call = (url: string, more: Partial<ExchangeRequest> = {}) => ({
  url: `${url}/lf.a2a.v1.A2AService/SendStreamingMessage`,
  method: "POST",
  headers: [
    ["content-type", "application/grpc+proto"],
    ["te", "trailers"],
  ] as const,
  bodyB64: MESSAGE.toString("base64"),
  framing: "grpc" as const,
  ...more,
});

type Answering = (stream: ServerHttp2Stream, headers: http2.IncomingHttpHeaders) => void;

/** An HTTP/2 server, with TLS if it has a certificate. */
async function serves2(
  answer: Answering,
  secure?: { cert: string; key: string },
): Promise<{ url: string; sockets: Set<Socket> }> {
  const server = secure
    ? http2.createSecureServer(secure)
    : http2.createServer({ maxSendHeaderBlockLength: 1 << 20 });
  const sockets = new Set<Socket>();
  server.on(secure ? "secureConnection" : "connection", (socket: Socket) => sockets.add(socket));
  server.on("stream", (stream, headers) => {
    stream.on("error", () => undefined);
    answer(stream, headers);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanups.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `${secure ? "https" : "http"}://127.0.0.1:${port}`, sockets };
}

const trailing = (stream: ServerHttp2Stream, trailers: Record<string, string>) =>
  stream.on("wantTrailers", () => stream.sendTrailers(trailers));

describe("an exchange over HTTP/2", () => {
  test("records the request bytes, and the response with head and trailers", async () => {
    const received: unknown[] = [];
    const { url } = await serves2((stream, headers) => {
      stream.on("data", (bytes: Buffer) => received.push([headers, bytes]));
      stream.respond({ ...ANSWER, "x-two": ["a", "b"] }, { waitForTrailers: true });
      trailing(stream, { "grpc-status": "0" });
      stream.end(Buffer.concat([MESSAGE, MESSAGE]));
    });
    const { records, bytes, end } = await performTestExchange(call(url));
    expect(received).toEqual([
      [
        expect.objectContaining({
          ":path": "/lf.a2a.v1.A2AService/SendStreamingMessage",
          te: "trailers",
          "content-type": "application/grpc+proto",
          "grpc-accept-encoding": "identity",
        }),
        MESSAGE,
      ],
    ]);
    const [open] = filterRecords(records, "open");
    expect(open).toMatchObject({ bodyB64: MESSAGE.toString("base64"), framing: "grpc" });
    expect(open).not.toHaveProperty("body");
    expect(open?.headers).toContainEqual([":authority", new URL(url).host]);
    const [head] = filterRecords(records, "head");
    expect(head).toMatchObject({
      status: 200,
      httpVersion: "2.0",
      remote: { address: "127.0.0.1" },
    });
    expect(head?.headers).toEqual([
      ["content-type", "application/grpc+proto"],
      ["x-two", "a"],
      ["x-two", "b"],
      ["date", expect.any(String)],
    ]);
    expect(head?.timing).toMatchObject({
      connect: expect.any(Number),
      firstByte: expect.any(Number),
    });
    expect(bytes).toEqual(Buffer.concat([MESSAGE, MESSAGE]));
    expect(filterRecords(records, "data").every(({ b64, text }) => b64 && text === undefined)).toBe(
      true,
    );
    expect(end).toMatchObject({ cause: "complete", trailers: [["grpc-status", "0"]] });
  });

  test("a response with only trailers is recorded as a head", async () => {
    const { url } = await serves2((stream) => {
      stream.respond({ ...ANSWER, "grpc-status": "12" }, { endStream: true });
    });
    const { records, bytes, end } = await performTestExchange(call(url));
    expect(filterRecords(records, "head")[0]?.headers).toContainEqual(["grpc-status", "12"]);
    expect(bytes).toHaveLength(0);
    expect(end).toMatchObject({ cause: "complete" });
    expect(end).not.toHaveProperty("trailers");
  });

  test("a response without trailers is complete and has none", async () => {
    const { url } = await serves2((stream) => {
      stream.respond(ANSWER);
      stream.end(MESSAGE);
    });
    const { bytes, end } = await performTestExchange(call(url));
    expect(bytes).toEqual(MESSAGE);
    expect(end.cause).toBe("complete");
    expect(end).not.toHaveProperty("trailers");
  });

  test("cancels the stream when stopped", async () => {
    const stop = new AbortController();
    const resetCode = deferred<number | undefined>();
    const { url } = await serves2((stream) => {
      stream.respond(ANSWER);
      stream.write(MESSAGE);
      stream.on("close", () => resetCode.resolve(stream.rstCode));
    });
    const end = await performExchange(call(url), {
      x: "x1",
      sink: stoppedBy((record) => record.r === "data" && stop.abort()),
      policy: { wide: false, allow: [] },
      createMask: mark,
      limits: createTestLimits({ answerBytes: 1_000 }),
      signal: stop.signal,
    });
    expect(end).toMatchObject({ cause: "aborted", error: { by: "loupe" } });
    expect(await resetCode.promise).toBe(http2.constants.NGHTTP2_CANCEL);
  });

  test("ends after the idle timeout", async () => {
    const { url } = await serves2((stream) => stream.respond(ANSWER));
    const { end } = await performTestExchange(call(url, { idleTimeoutMs: 50 }));
    expect(end.cause).toBe("timeout");
  });

  test("ends at the response size limit", async () => {
    const { url } = await serves2((stream) => {
      stream.respond(ANSWER);
      stream.write(Buffer.alloc(5_000));
    });
    const { bytes, end } = await performTestExchange(call(url), {
      limits: createTestLimits({ answerBytes: 1_000 }),
    });
    expect(bytes).toHaveLength(1_000);
    expect(end.cause).toBe("limit");
  });
});

test("hundreds of headers are read; too many frames of headers exceed a limit", async () => {
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`x-${i}`, "y"]));
  const { url } = await serves2((stream) => {
    stream.respond({ ...ANSWER, ...many }, { endStream: true });
  });
  const { records, end } = await performTestExchange(call(url));
  expect(end.cause).toBe("complete");
  expect(filterRecords(records, "head")[0]?.headers.length).toBeGreaterThan(300);
  const tooMany = Object.fromEntries(
    Array.from({ length: 60 }, (_, i) => [`x-${i}`, "~".repeat(9000)]),
  );
  const long = await serves2((stream) => stream.respond({ ...ANSWER, ...tooMany }));
  expect((await performTestExchange(call(long.url))).end).toMatchObject({
    cause: "limit",
    error: { by: "loupe", message: expect.stringContaining("headers exceed the eight frames") },
  });
});

describe("an agent that ends early", () => {
  test("by resetting the stream is reported with the error code", async () => {
    // Frame by frame: settings, a head with only status 200, one byte, and the reset.
    const frames =
      "00000004000000000000000101040000000188000001000000000001610000040300000000010000000b";
    const url = await startRawServer((socket) => void socket.write(Buffer.from(frames, "hex")));
    const { bytes, end } = await performTestExchange(call(url));
    expect(bytes.toString()).toBe("a");
    expect(end).toMatchObject({
      cause: "reset",
      error: { by: "agent", message: "The agent reset the stream (ENHANCE_YOUR_CALM)." },
    });
  });

  test("by closing the connection is reported, during or before the response", async () => {
    const cut = await serves2((stream) => {
      stream.respond(ANSWER);
      stream.write(MESSAGE, () => {
        for (const socket of cut.sockets) socket.end();
      });
    });
    const { bytes, end } = await performTestExchange(call(cut.url));
    expect(bytes).toEqual(MESSAGE);
    expect(end).toMatchObject({
      cause: "reset",
      error: { message: "The agent closed the connection before the response was complete." },
    });
    const mute = await serves2(() => {
      for (const socket of mute.sockets) socket.end();
    });
    const silent = await performTestExchange(call(mute.url));
    expect(silent.end.error?.message).toBe("The agent closed the connection without a response.");
  });
});

describe("a server without HTTP/2", () => {
  test.each([
    ["HTTP/1.1", () => startHttpServer((_, response) => void response.end("hi"))],
    ["another protocol", () => startRawServer((socket) => void socket.end("SSH-2.0 hello\\r\\n"))],
    ["nothing", () => startRawServer((socket) => void socket.end())],
  ])("is reported: %s", async (_, start) => {
    const { end, records } = await performTestExchange(call(await start()));
    expect(end).toMatchObject({ cause: "reset", error: { by: "agent" } });
    expect(end.error?.message).toMatch(/^The server does not speak HTTP\/2\. gRPC needs HTTP\/2/);
    expect(filterRecords(records, "head")).toEqual([]);
  });

  test("is reported if TLS chose another protocol", async () => {
    const { end } = await performTestExchange(
      call(await startTlsServer("agent"), { tls: { ca: CA } }),
    );
    expect(end.error?.message).toMatch(/^The agent does not speak HTTP\/2 over TLS/);
  });

  test("is not blamed if the connection is refused", async () => {
    const { end } = await performTestExchange(call("http://127.0.0.1:1"));
    expect(end).toMatchObject({ cause: "refused", error: { by: "system", code: "ECONNREFUSED" } });
  });
});

describe("TLS", () => {
  const secure = () => {
    const { cert, key } = { cert: readPem("agent.pem"), key: readPem("agent.key") };
    const answer: Answering = (stream) => {
      stream.respond(ANSWER, { waitForTrailers: true });
      trailing(stream, { "grpc-status": "0" });
      stream.end(MESSAGE);
    };
    return serves2(answer, { cert, key });
  };

  test("trusts the given authorities", async () => {
    const { url } = await secure();
    const { bytes, end, records } = await performTestExchange(call(url, { tls: { ca: CA } }));
    expect([bytes, end.cause]).toEqual([MESSAGE, "complete"]);
    expect(filterRecords(records, "head")[0]?.timing?.tls).toBeGreaterThan(0);
  });

  test("refuses an unknown certificate, or adds a note if it is accepted", async () => {
    const { url } = await secure();
    const refused = await performTestExchange(call(url));
    expect(refused.end).toMatchObject({ cause: "tls", error: { by: "loupe" } });
    const accepted = await performTestExchange(call(url, { tls: { acceptUntrusted: true } }));
    expect(accepted.end.cause).toBe("complete");
    expect(filterRecords(accepted.records, "note")[0]?.text).toMatch(
      /^UNTRUSTED CERTIFICATE ACCEPTED/,
    );
  });
});

describe("secrets", () => {
  const secret = "a-token-of-some-length-for-the-inbox";
  const echoing = () =>
    serves2((stream) => {
      stream.respond({ ...ANSWER, "x-echo": `was ${secret}` }, { waitForTrailers: true });
      trailing(stream, {
        "grpc-status": "5",
        "grpc-status-details-bin": Buffer.from(`\\u0008\\u0005${secret}`).toString("base64"),
      });
      const message = encodeGrpcFrame(Buffer.from(`you said ${secret}!`));
      stream.write(message.subarray(0, 20));
      stream.end(message.subarray(20));
    });

  test("are in no record, and every length stays correct", async () => {
    const { url } = await echoing();
    const body = Buffer.from(encodeGrpcFrame(Buffer.from(`token ${secret} and short pw`)));
    const { records, bytes } = await performTestExchange(
      call(url, {
        bodyB64: body.toString("base64"),
        headers: [["authorization", "Bearer a-credential-of-mine"]],
        secrets: [secret, "pw"],
      }),
    );
    expect(everything(records)).not.toMatch(/inbox|a-credential|short pw/);
    const { bodyB64 = "", headers } = filterRecords(records, "open")[0] as OpenRecord;
    const sent = Buffer.from(bodyB64, "base64");
    expect(sent).toHaveLength(body.length);
    expect(sent.toString()).toMatch(/token ‹masked [0-9a-f]{6}›\*+ and short \*\*$/);
    expect(headers).toContainEqual(["authorization", expect.stringMatching(/^Bearer ‹masked/)]);
    expect(bytes).toHaveLength(encodeGrpcFrame(Buffer.from(`you said ${secret}!`)).length);
    expect(bytes.toString()).toMatch(/you said ‹masked [0-9a-f]{6}›\*+!$/);
    const head = filterRecords(records, "head")[0] as HeadRecord;
    expect(head.headers).toContainEqual(["x-echo", expect.stringMatching(/^was ‹masked/)]);
  });
});

/** All records as text, with base64 decoded. */
function everything(records: readonly WireRecord[]): string {
  return JSON.stringify(records, (_, value) =>
    typeof value === "string" && /^[\w+/]{16,}=*$/.test(value)
      ? `${value} ${Buffer.from(value, "base64").toString("latin1")}`
      : value,
  );
}

function stoppedBy(onRecord: (record: WireRecord) => void) {
  return {
    append: onRecord,
    now: () => 0,
    pendingBytes: 0,
    waitUntilWritten: async () => undefined,
  };
}

function deferred<T>() {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
