import { deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  createArtifactUpdate,
  createLogReport,
  foldRecords,
  formatSseEvent,
  status,
} from "../../../fixtures/event-builders.ts";
import { openFixtureLog } from "../../../fixtures/read-fixture.ts";
import type { WireRecord } from "../../wire/record.ts";

const ASK = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "message/stream", params: {} });
const STREAM =
  formatSseEvent(createArtifactUpdate("a", "Grüße, 日本 🌍")) + formatSseEvent(status("completed"));

type Source = string | Uint8Array;
const bytesOf = (...parts: Source[]) => Buffer.concat(parts.map((part) => Buffer.from(part)));

const request = (body = ASK, more = "") =>
  `POST /a2a HTTP/1.1\r\nHost: agent.example\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${more}\r\n${body}`;
const head = (...headers: string[]) => `HTTP/1.1 200 OK\r\n${headers.join("\r\n")}\r\n\r\n`;
const chunk = (data: Source, extension = "") =>
  bytesOf(`${Buffer.from(data).length.toString(16)}${extension}\r\n`, data, "\r\n");

/** A summary of the records, with the reads of one response joined. */
function told(records: readonly WireRecord[]) {
  const lines: string[] = [];
  const bodies = new Map<string, string>();
  for (const record of records) {
    if (record.r === "data") {
      const text = record.text ?? Buffer.from(record.b64 ?? "", "base64").toString("latin1");
      bodies.set(record.x, (bodies.get(record.x) ?? "") + text);
    } else if (record.r === "open") lines.push(`${record.x} ${record.method} ${record.url}`.trim());
    else if (record.r === "head") lines.push(`${record.x} ${record.status}`);
    else if (record.r === "redirect") lines.push(`${record.x} to ${record.location}`);
    else if (record.r === "end") lines.push(`${record.x} ${record.cause}`);
    else if (record.r === "note") lines.push(`note ${record.text}`);
  }
  return { lines, bodies: [...bodies.values()] };
}

const opened = (...parts: Source[]) => {
  const { records, skipped } = openFixtureLog(bytesOf(...parts));
  return { ...told(records), records, skipped };
};
const answered = (...parts: Source[]) => opened(request(), ...parts);
const textOf = (records: readonly WireRecord[]) =>
  createLogReport(foldRecords(records)).tasks[0]?.artifacts[0]?.text;

describe("a chunked response", () => {
  test("has extensions and trailers", () => {
    const { lines, bodies, records, skipped } = answered(
      head("Transfer-Encoding: chunked"),
      chunk(STREAM.slice(0, 50), ";sign=1"),
      chunk(STREAM.slice(50), ' ; a="b;c"'),
      "0;last\r\nX-Sum: 7\r\n\r\n",
    );
    expect(lines).toEqual(["x1 POST //agent.example/a2a", "x1 200", "x1 complete"]);
    expect(bodies).toEqual([STREAM]);
    expect(records.at(-1)).toMatchObject({ trailers: [["X-Sum", "7"]] });
    expect(skipped).toEqual([]);
  });

  test("that a tool already decoded is read as is", () => {
    const { bodies, lines } = answered(head("Transfer-Encoding: chunked"), STREAM);
    expect(bodies).toEqual([STREAM]);
    expect(lines.at(-1)).toBe("x1 unknown");
  });

  test("with broken chunks yields the rest as is, and reports it", () => {
    const { bodies, lines, skipped } = answered(
      head("Transfer-Encoding: chunked"),
      chunk("data: {}\n\n"),
      STREAM,
    );
    expect(bodies).toEqual([`data: {}\n\n${STREAM}`]);
    expect(skipped).toMatchObject(
      [{ reason: /chunked encoding is broken/ }].map(() => ({ x: "x1" })),
    );
    expect(skipped[0]?.reason).toContain("chunked encoding is broken");
    expect(lines.at(-1)).toBe("x1 unknown");
  });

  test("cut off inside a chunk is reported as too short", () => {
    const whole = bytesOf(head("Transfer-Encoding: chunked"), chunk(STREAM));
    const { skipped, lines } = answered(whole.subarray(0, -20));
    expect(skipped[0]?.reason).toContain("shorter than its headers say");
    expect(lines.at(-1)).toBe("x1 unknown");
  });
});

describe("an encoded response", () => {
  test.each([
    ["gzip", gzipSync(STREAM)],
    ["x-gzip", gzipSync(STREAM)],
    ["deflate", deflateSync(STREAM)],
    ["deflate", deflateRawSync(STREAM)],
  ])("in %s is decoded, chunked or not", (coding, body) => {
    const length = answered(
      head(`Content-Encoding: ${coding}`, `Content-Length: ${body.length}`),
      body,
    );
    const chunks = answered(
      head(`Content-Encoding: ${coding}`, "Transfer-Encoding: chunked"),
      ...Array.from(body, (byte) => chunk(Uint8Array.of(byte))),
      "0\r\n\r\n",
    );
    for (const { bodies, records, lines } of [length, chunks]) {
      expect(bodies).toEqual([STREAM]);
      expect(lines.at(-1)).toBe("x1 complete");
      expect(records.find(({ r }) => r === "head")).toMatchObject({ decoded: coding });
      expect(records.at(-1)).toMatchObject({ wireBytes: body.length });
    }
  });

  test("that a tool decoded is longer than its headers say, and complete", () => {
    const { bodies, records } = answered(
      head("Content-Encoding: br", "Content-Length: 12"),
      STREAM,
    );
    expect(bodies).toEqual([STREAM]);
    expect(records.find(({ r }) => r === "head")).toMatchObject({ decoded: "br" });
  });

  test("in an unsupported encoding is kept as received, with a note", () => {
    const body = Uint8Array.of(0x1b, 0x80, 0, 0xf8, 0xff, 7);
    const { bodies, lines } = answered(head("Content-Encoding: br", "Content-Length: 6"), body);
    expect(bodies).toEqual([Buffer.from(body).toString("latin1")]);
    expect(lines.find((line) => line.startsWith("note"))).toContain("content encoding br");
  });

  test("that is damaged yields what precedes the damage, and reports it", () => {
    const body = gzipSync(STREAM);
    const cut = answered(head("Content-Encoding: gzip"), body.subarray(0, -12));
    expect(STREAM.startsWith(cut.bodies[0] ?? "?")).toBe(true);
    expect(cut.skipped[0]?.reason).toContain("cut off");
    const lie = answered(head("Content-Encoding: gzip"), bytesOf(body.subarray(0, 10), "\xff\xff"));
    expect(lie.skipped[0]?.reason).toContain("damaged");
  });
});

describe("several exchanges", () => {
  const json = '{"jsonrpc":"2.0","id":1,"result":{}}';

  test("on one connection, pipelined or in turns", () => {
    const answer = `${head(`Content-Length: ${json.length}`)}${json}`;
    const lines = (source: string) => opened(source).lines.filter((line) => !line.includes("200"));
    const both = ["x1 POST //agent.example/a2a", "x2 POST //agent.example/a2a"];
    expect(lines(request() + request() + answer + answer)).toEqual([
      ...both,
      "x1 complete",
      "x2 complete",
    ]);
    expect(lines(request() + answer + request() + answer)).toEqual([
      both[0],
      "x1 complete",
      both[1],
      "x2 complete",
    ]);
  });

  test("without requests", () => {
    const { lines, bodies } = opened(
      head("Content-Type: text/event-stream"),
      STREAM,
      head("A: b"),
      json,
    );
    expect(lines).toEqual(["x1", "x1 200", "x1 unknown", "x2", "x2 200", "x2 unknown"]);
    expect(bodies).toEqual([STREAM, json]);
  });

  test("edited by hand: LF line ends, a longer or shorter body", () => {
    const plain = (text: string) => text.replaceAll("\r\n", "\n");
    const longer = `${JSON.stringify(JSON.parse(json), null, 2)}\n`;
    const { lines, bodies, records } = opened(
      plain(request(ASK).replace(/Length: \d+/, "Length: 999")),
      plain(`\n${head("Content-Length: 5")}`),
      longer,
      plain(`\n${request()}`),
      plain(head(`Content-Length: ${STREAM.length * 9}`)),
      STREAM,
    );
    expect(bodies.map((body) => body.trim())).toEqual([longer.trim(), STREAM.trim()]);
    expect(lines).toContain("note The response is longer than its headers say.");
    expect(records.flatMap((record) => (record.r === "open" ? [record.body?.trim()] : []))).toEqual(
      [ASK, ASK],
    );
    expect(textOf(records)).toBe("Grüße, 日本 🌍");
  });

  test("a redirect that was followed is one exchange", () => {
    const moved =
      "HTTP/1.1 307 Temporary Redirect\r\nLocation: /a2a/\r\nContent-Length: 4\r\n\r\ngone";
    const { lines, bodies } = opened(moved, head("Content-Type: text/event-stream"), STREAM);
    expect(lines).toEqual(["x1", "x1 to /a2a/", "x1 200", "x1 unknown"]);
    expect(bodies).toEqual([STREAM]);
    expect(opened(moved).lines).toEqual(["x1", "x1 307", "x1 complete"]);
  });

  test("interim responses are noted, and responses without a body have none", () => {
    const before = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 Connection established\r\n\r\n";
    expect(answered(before, head("Content-Length: 2"), "{}").lines).toEqual([
      "x1 POST //agent.example/a2a",
      "note HTTP 100 Continue came before the response",
      "note HTTP 200 Connection established came before the response",
      "x1 200",
      "x1 complete",
    ]);
    const probe = `HEAD /a HTTP/1.1\r\n\r\n${head("Content-Length: 99")}`;
    const none = "HTTP/1.1 204 No Content\r\nContent-Length: 9\r\n\r\n";
    expect(opened(probe, request(), none).lines).toEqual([
      "x1 HEAD /a",
      "x1 200",
      "x1 complete",
      "x2 POST //agent.example/a2a",
      "x2 204",
      "x2 complete",
    ]);
  });

  test("text between them is reported with its offset", () => {
    const before = `$ cat log\n${request()}${head("Transfer-Encoding: chunked")}0\r\n\r\n`;
    const { skipped, lines } = opened(before, "$ exit\n");
    expect(lines.at(-1)).toBe("x1 complete");
    expect(skipped).toEqual([
      { at: 0, reason: "text outside HTTP messages", text: "$ cat log" },
      { at: before.length, reason: "text outside HTTP messages", text: "$ exit" },
    ]);
  });
});

describe("curl's messages about the end", () => {
  const verbose = (info: string, body = STREAM) =>
    opened(
      "*   Trying 127.0.0.1:80...\n* Connected to agent.example (127.0.0.1) port 80 (#0)\n",
      "> POST /a2a HTTP/1.1\r\n> Host: agent.example\r\n> \r\n",
      "< HTTP/1.1 200 OK\r\n< Content-Type: text/event-stream\r\n< \r\n",
      `${body}${info}\n`,
    );

  test.each([
    ["* Connection #0 to host agent.example left intact", "complete"],
    ["* transfer closed with outstanding read data remaining\n* Closing connection 0", "reset"],
    ["curl: (18) transfer closed with outstanding read data remaining", "reset"],
    ["* Operation timed out after 3000 milliseconds with 12 bytes received", "timeout"],
    ["* nothing to the point", "unknown"],
  ])("%s", (info, cause) => {
    // Behind a body without a line end, only what curl is known to say is known as curl's.
    for (const body of cause === "unknown" ? [STREAM] : [STREAM, STREAM.trimEnd()]) {
      const { lines, records, bodies } = verbose(info, body);
      expect(lines.at(-1)).toBe(`x1 ${cause}`);
      expect(bodies[0]?.trim()).toBe(STREAM.trim());
      expect(textOf(records)).toBe("Grüße, 日本 🌍");
      expect(records.find(({ r }) => r === "head")).toMatchObject({ remote: { port: 80 } });
    }
  });

  test.each([
    [
      "* Could not resolve host: nowhere.invalid\ncurl: (6) Could not resolve host: nowhere.invalid",
      "dns",
    ],
    [
      "*   Trying 127.0.0.1:1...\n* connect to 127.0.0.1 port 1 failed: Connection refused\n* Failed to connect to 127.0.0.1 port 1",
      "refused",
    ],
  ])("of a failed connection: %s", (text, cause) => {
    expect(opened(`${text}\n`).lines).toEqual(["x1", `x1 ${cause}`]);
  });

  test("TLS and the port determine the scheme", () => {
    const secure = opened(
      "* Connected to agent.example (10.0.0.1) port 443\n* SSL connection using TLSv1.3\n",
      "> GET /a HTTP/2\r\n> Host: agent.example\r\n> \r\n< HTTP/2 200 \r\n< \r\n{}",
    );
    expect(secure.lines[0]).toBe("x1 GET https://agent.example/a");
  });
});

test("any bytes after a head are read or reported, however they are split", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "\r\n",
      "\n",
      "0",
      "a",
      ";",
      "HTTP/1.1 200 OK",
      "Content-Length: 3",
      "Transfer-Encoding: chunked",
      "Content-Encoding: gzip",
      ASK,
      STREAM,
      "GET / HTTP/1.1",
      "* Closing",
      "< ",
      "> ",
    ),
    fc.uint8Array({ maxLength: 8 }),
    fc.constant(gzipSync(STREAM)),
  );
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 14 }),
      fc.integer({ min: 1, max: 50 }),
      (parts, length) => {
        const source = bytesOf(head("A: b"), ...parts);
        const { records, skipped } = openFixtureLog(source);
        const pieces = openFixtureLog(source, length);
        expect(told(pieces.records)).toEqual(told(records));
        expect(pieces.skipped).toEqual(skipped);
      },
    ),
    { numRuns: 500 },
  );
});
