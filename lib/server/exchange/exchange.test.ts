import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import {
  filterDataRecords,
  filterRecords,
  mark,
  OK_HEAD,
  performTestExchange,
  startRawServer,
  stopServers,
} from "./exchange.testkit.ts";

afterEach(stopServers);

describe("records what was sent and received", () => {
  test("the request as sent, and head and trailers as received", async () => {
    let received = "";
    const url = await startRawServer((socket, request) => {
      received = request;
      socket.end(
        `HTTP/1.1 418 I'm a teapot\r\nX-Odd: a\r\nx-odd: b\r\nTransfer-Encoding: chunked\r\n\r\n` +
          "2\r\nhi\r\n0\r\nX-Sum: 1\r\n\r\n",
      );
    });
    const headers = [["X-Mine", "1"] as const, ["x-mine", "2"] as const];
    const { records, bytes, end } = await performTestExchange({
      method: "POST",
      url: `${url}/a?b=c`,
      headers,
      body: "é",
    });

    const [open] = filterRecords(records, "open");
    const sent = open?.headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
    expect(received).toBe(`POST /a?b=c HTTP/1.1\r\n${sent}\r\né`);
    expect(filterRecords(records, "head")[0]).toMatchObject({
      status: 418,
      statusText: "I'm a teapot",
      httpVersion: "1.1",
      headers: [
        ["X-Odd", "a"],
        ["x-odd", "b"],
        ["Transfer-Encoding", "chunked"],
      ],
      remote: { address: "127.0.0.1", port: Number(new URL(url).port) },
      timing: { connect: expect.any(Number), firstByte: expect.any(Number) },
    });
    expect(bytes.toString()).toBe("hi");
    expect(end).toMatchObject({ cause: "complete", trailers: [["X-Sum", "1"]] });
  });

  test("one record per read, base64 if a character is split, BOM kept", async () => {
    const parts = [
      Buffer.from("\ufeffdata: \u00e9"),
      Buffer.from([0xf0, 0x9f]),
      Buffer.from([0x8c, 0x8d]),
    ];
    const url = await startRawServer(async (socket) => {
      socket.write(`${OK_HEAD}\r\n`);
      for (const part of parts) {
        await new Promise((resolve) => setTimeout(resolve, 30));
        socket.write(part);
      }
      socket.end();
    });
    const { records, bytes } = await performTestExchange({ url });
    expect(bytes).toEqual(Buffer.concat(parts));
    expect(filterDataRecords(records).map(({ text, n }) => [text, n])).toEqual([
      ["\ufeffdata: \u00e9", 11],
      [undefined, 2],
      [undefined, 2],
    ]);
  });

  test("a response that is not HTTP", async () => {
    const url = await startRawServer((socket) => socket.end("SSH-2.0-OpenSSH_9.2\r\n"));
    const { bytes, end } = await performTestExchange({ url });
    expect(bytes.toString()).toBe("SSH-2.0-OpenSSH_9.2\r\n");
    expect(end).toMatchObject({ cause: "reset", error: { by: "agent", code: /^HPE_/ } });
  });

  test("notes for early hints and for bytes after the body", async () => {
    const url = await startRawServer((socket) =>
      socket.end(
        `HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n${OK_HEAD}content-length: 2\r\n\r\nhi and more`,
      ),
    );
    const { records, bytes, end } = await performTestExchange({ url });
    expect(end.cause).toBe("complete");
    expect(bytes.toString()).toBe("hi");
    expect(filterRecords(records, "note").map(({ text }) => text)).toEqual([
      "Received before the response: 103 Early Hints\nLink: </x>",
      "Received 9 bytes that are not HTTP after the complete response:  and more",
    ]);
  });
});

describe("encoded responses", () => {
  const text = "data: {}\n\n".repeat(50);
  test.each([
    ["gzip", gzipSync(text)],
    ["deflate", deflateSync(text)],
    ["deflate", deflateRawSync(text)],
    ["br", brotliCompressSync(text)],
  ])("%s is decoded, also when it is cut off", async (coding, encoded) => {
    const head = `${OK_HEAD}content-encoding: ${coding}\r\ncontent-length: ${encoded.length}\r\n\r\n`;
    const whole = await performTestExchange({
      url: await startRawServer((socket) =>
        socket.end(Buffer.concat([Buffer.from(head), encoded])),
      ),
    });
    expect(whole.bytes.toString()).toBe(text);
    expect(filterRecords(whole.records, "head")[0]).toMatchObject({ decoded: coding });
    expect(whole.end).toMatchObject({ cause: "complete", wireBytes: encoded.length });

    const part = encoded.subarray(0, -3);
    const cut = await performTestExchange({
      url: await startRawServer((socket) => socket.end(Buffer.concat([Buffer.from(head), part]))),
    });
    expect(cut.end).toMatchObject({
      cause: "reset",
      error: { by: "agent" },
      wireBytes: part.length,
    });
    expect(cut.bytes.length).toBeGreaterThan(0);
    expect(text.startsWith(cut.bytes.toString())).toBe(true);
  });

  test("bytes that do not match their encoding are kept as received", async () => {
    const url = await startRawServer((socket) =>
      socket.end(`${OK_HEAD}content-encoding: gzip\r\n\r\nplain`),
    );
    const { records, bytes, end } = await performTestExchange({ url });
    expect(bytes.toString()).toBe("plain");
    expect(filterRecords(records, "note")[0]?.text).toContain("content-encoding: gzip");
    expect(end.cause).toBe("complete");
  });

  test("an unknown encoding is not decoded", async () => {
    const url = await startRawServer((socket) =>
      socket.end(`${OK_HEAD}content-encoding: toString\r\n\r\nplain`),
    );
    const { records, bytes } = await performTestExchange({ url });
    expect(bytes.toString()).toBe("plain");
    expect(filterRecords(records, "head")[0]?.decoded).toBeUndefined();
  });
});

test("a secret is in no record, however the agent echoes it", async () => {
  const secret = "s3cret-value";
  const url = await startRawServer((socket, request) => {
    socket.write(
      `HTTP/1.1 200 ${secret}\r\nset-cookie: sid=${secret}\r\nx-echo: ${secret}\r\nx-api-key: other\r\n` +
        `transfer-encoding: chunked\r\n\r\n${request.length.toString(16)}\r\n${request}\r\n`,
    );
    setTimeout(() => socket.write("6\r\ns3cret\r\n"), 30);
    setTimeout(() => socket.end(`6\r\n-value\r\n0\r\nx-sum: ${secret}\r\n\r\n`), 80);
  });
  const { records, bytes } = await performTestExchange({
    method: "POST",
    url: `${url}/?api_key=${secret}&x=${secret}`,
    headers: [
      ["Authorization", `Bearer ${secret}`],
      ["Cookie", `sid=${secret}`],
      ["X-API-Key", secret],
    ],
    body: JSON.stringify({ credentials: secret }),
    secrets: [secret],
  });
  expect(JSON.stringify(records)).not.toContain(secret);
  expect(bytes.toString()).not.toContain(secret);
  expect(bytes.toString().endsWith(mark(secret))).toBe(true);
  expect(filterRecords(records, "open")[0]?.headers).toContainEqual([
    "Authorization",
    `Bearer ${mark(secret)}`,
  ]);
});

describe("keeps what the HTTP parser rejects", () => {
  const rest = "content-type: text/event-stream\r\n\r\ndata: {}\n\n";
  test.each([
    ["a head with a bare line feed", `HTTP/1.1 200 OK\nno colon\n${rest}`],
    ["a folded header", `HTTP/1.1 200 OK\r\na: b\r\n c\u0001\r\n${rest}`],
    ["a header with NUL", `HTTP/1.1 200 OK\r\na: \0\r\n${rest}`],
    ["the status 1000", `HTTP/1.1 1000 OK\r\n${rest}`],
    ["two lengths", `HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n${rest}`],
    [
      "a length and chunks",
      `HTTP/1.1 200 OK\r\ncontent-length: 1\r\nTransfer-Encoding: chunked\r\n${rest}`,
    ],
    ["another protocol", "SSH-2.0-OpenSSH_9.2\r\n"],
  ])("%s, read in pieces", async (_, answer) => {
    const half = Math.ceil(answer.length / 2);
    const url = await startRawServer((socket) => {
      socket.setNoDelay(true).write(answer.slice(0, half), "latin1");
      setTimeout(() => socket.end(answer.slice(half), "latin1"), 30);
    });
    const { records, bytes, end } = await performTestExchange({ url });
    expect(filterRecords(records, "head")).toEqual([]);
    expect(end).toMatchObject({ cause: "reset", error: { by: "agent", code: /^HPE_/ } });
    // The parser stops at the first byte that is not HTTP, which may be before the last chunk.
    expect(bytes.length).toBeGreaterThanOrEqual(half);
    expect(answer.startsWith(bytes.toString("latin1"))).toBe(true);
  });

  test("an incomplete head, with secrets masked even if split over two reads", async () => {
    const secret = "s3cr3t-value-77";
    const url = await startRawServer((socket) => {
      socket.setNoDelay(true).write("HTTP/1.1 200 OK\r\nx-echo: s3cr3t-");
      setTimeout(() => socket.end("value-77\r\nx-oth"), 30);
    });
    const { bytes, end } = await performTestExchange({ url, headers: [["x-api-key", secret]] });
    expect(end.error?.message).toContain("without a response");
    expect(bytes.toString()).toBe(`HTTP/1.1 200 OK\r\nx-echo: ${mark(secret)}\r\nx-oth`);
  });

  test("at most the size limit of a head", async () => {
    const url = await startRawServer(
      (socket) => void socket.write(`HTTP/1.1 200 ${"x".repeat(1 << 20)}`),
    );
    const { bytes } = await performTestExchange({ url });
    expect(bytes.length).toBeLessThanOrEqual(1 << 18);
    expect(bytes.length).toBeGreaterThan(1 << 16);
  });

  test("after a head, apart from the body, masked", async () => {
    const secret = "s3cr3t-value-77";
    const url = await startRawServer((socket) =>
      socket.end(
        `${OK_HEAD}transfer-encoding: chunked\r\n\r\n5\r\nhello\r\nzz ${secret}\0\u00e9\r\n`,
      ),
    );
    const { bytes, end } = await performTestExchange({ url, headers: [["x-api-key", secret]] });
    expect(bytes.toString()).toBe("hello");
    const text = `zz ${mark(secret)}\0\u00e9\r\n`;
    expect(end).toMatchObject({ cause: "reset", error: { by: "agent", code: /^HPE_/ } });
    expect(end.unparsed?.text).toBe(text);
  });

  test("binary bytes after the complete response", async () => {
    const answer = Buffer.from(`${OK_HEAD}content-length: 2\r\n\r\nhi`);
    const url = await startRawServer((socket) =>
      socket.end(Buffer.concat([answer, Buffer.from([0xff, 0xfe, 0x00])])),
    );
    const { bytes, end } = await performTestExchange({ url });
    expect(bytes.toString()).toBe("hi");
    expect(end.unparsed).toEqual({ b64: "//4A", n: 3 });
  });
});
