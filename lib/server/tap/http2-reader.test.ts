// HTTP/2 as Node's own client and server write it, read from the bytes on the wire.
import { once } from "node:events";
import http2 from "node:http2";
import net, { type AddressInfo } from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { HpackDecoder, HpackError } from "../../wire/hpack.ts";
import { Http2Reader } from "../../wire/http2-reader.ts";

type Found = readonly [what: string, stream: number, ...facts: unknown[]];

/** What a reader finds, with neighbouring pieces of data joined. */
function read(pieces: readonly Uint8Array[], hasPreface: boolean): Found[] {
  const found: Found[] = [];
  const reader = new Http2Reader(
    {
      onHeaders: (stream, headers, isLast) => found.push(["headers", stream, headers, isLast]),
      onData(stream, bytes) {
        const text = Buffer.from(bytes).toString("latin1");
        const last = found.at(-1);
        if (last?.[0] === "data" && last[1] === stream) {
          found[found.length - 1] = ["data", stream, `${last[2]}${text}`];
        } else found.push(["data", stream, text]);
      },
      onStreamEnd: (stream) => found.push(["end", stream]),
      onReset: (stream, code) => found.push(["reset", stream, code]),
      onGoaway: (code) => found.push(["goaway", 0, code]),
      onBroken: (reason) => found.push(["broken", 0, reason]),
    },
    { hasPreface },
  );
  for (const piece of pieces) reader.push(piece);
  return found;
}

function split(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const ends = [...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return ends.map((end, i) => bytes.slice(ends[i - 1] ?? 0, end));
}

const CALLS = fc.sample(
  fc.record({
    path: fc.stringMatching(/^\/[a-z/?=&%0-9]{0,40}$/),
    headers: fc.dictionary(
      fc.stringMatching(/^x-[a-z]{1,3}$/),
      fc.stringMatching(/^[!-~\x80-\xff]([ -~\x80-\xff]{0,60}[!-~])?$/),
      { maxKeys: 6 },
    ),
    body: fc.string({ maxLength: 3000 }),
    answer: fc.string({ maxLength: 40_000 }),
  }),
  { numRuns: 120, seed: 7 },
);

const wire = { request: Buffer.alloc(0), response: Buffer.alloc(0) };

/** Makes all calls over one connection, so that the tables of headers fill and overflow. */
beforeAll(async () => {
  const server = http2.createServer();
  server.on("stream", (stream, headers) => {
    const call = CALLS[Number(headers["x-call"])];
    stream.resume();
    stream.respond(
      { ":status": 200, ...call?.headers, "x-call": String(headers["x-call"]) },
      { waitForTrailers: true },
    );
    stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0" }));
    stream.end(call?.answer);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const pipe = net.createServer((caller) => {
    const agent = net.connect(port, "127.0.0.1");
    caller.on("data", (bytes) => {
      wire.request = Buffer.concat([wire.request, bytes]);
      agent.write(bytes);
    });
    agent.on("data", (bytes) => {
      wire.response = Buffer.concat([wire.response, bytes]);
      caller.write(bytes);
    });
    caller.on("end", () => agent.end());
    agent.on("end", () => caller.end());
  });
  pipe.listen(0, "127.0.0.1");
  await once(pipe, "listening");
  const session = http2.connect(`http://127.0.0.1:${(pipe.address() as AddressInfo).port}`);
  await Promise.all(
    CALLS.map(async ({ path, headers, body }, i) => {
      const stream = session.request({
        ":path": path,
        ":method": "POST",
        ...headers,
        "x-call": String(i),
      });
      stream.resume().end(body);
      await once(stream, "close");
    }),
  );
  session.close();
  await once(session, "close");
  pipe.close();
  server.close();
});
afterAll(() => {
  wire.request = Buffer.alloc(0);
});

/** The message of each call, by the number that it carries. */
function collectMessages(found: readonly Found[]) {
  const byStream = new Map<
    number,
    { headers: [string, string][]; text: string; isEnded: boolean }
  >();
  for (const [what, stream, value] of found) {
    const message = byStream.get(stream) ?? { headers: [], text: "", isEnded: false };
    byStream.set(stream, message);
    if (what === "headers") message.headers.push(...(value as [string, string][]));
    if (what === "data") message.text += String(value);
    if (what === "end") message.isEnded = true;
  }
  const all = [...byStream.values()].filter(({ headers }) => headers.length > 0);
  return new Map(all.map((one) => [Number(new Map(one.headers).get("x-call")), one]));
}

describe("what Node writes is read", () => {
  test("as requests", () => {
    const messages = collectMessages(read([wire.request], true));
    expect(messages.size).toBe(CALLS.length);
    for (const [i, { path, headers, body }] of CALLS.entries()) {
      const message = messages.get(i);
      expect(Object.fromEntries(message?.headers ?? [])).toMatchObject({
        ":path": path,
        ...headers,
      });
      expect(Buffer.from(message?.text ?? "", "latin1").toString()).toBe(
        Buffer.from(body).toString(),
      );
      expect(message?.isEnded).toBe(true);
    }
  });

  test("as responses with trailers", () => {
    const messages = collectMessages(read([wire.response], false));
    expect(messages.size).toBe(CALLS.length);
    for (const [i, { headers, answer }] of CALLS.entries()) {
      const message = messages.get(i);
      const fields = Object.fromEntries(message?.headers ?? []);
      expect(fields).toMatchObject({ ":status": "200", ...headers, "grpc-status": "0" });
      expect(Buffer.from(message?.text ?? "", "latin1").toString()).toBe(
        Buffer.from(answer).toString(),
      );
      expect(message?.isEnded).toBe(true);
    }
  });

  test("in the same way however the bytes are split", () => {
    const start = wire.response.subarray(0, 60_000);
    const whole = read([start], false);
    fc.assert(
      fc.property(fc.array(fc.nat(60_000), { maxLength: 40 }), (cuts) => {
        expect(read(split(start, cuts), false)).toEqual(whole);
      }),
      { numRuns: 30 },
    );
    const bytes = wire.request.subarray(0, 3_000);
    expect(
      read(
        Array.from(bytes, (byte) => Uint8Array.of(byte)),
        true,
      ),
    ).toEqual(read([bytes], true));
  });
});

test("any bytes are read or reported, and never throw anything but HpackError", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.array(fc.nat(200)), (bytes, cuts) => {
      expect(read(split(bytes, cuts), false)).toEqual(read([bytes], false));
      try {
        new HpackDecoder().decode(bytes);
      } catch (error) {
        expect(error).toBeInstanceOf(HpackError);
      }
    }),
    { numRuns: 2000 },
  );
});

describe("a padded frame", () => {
  const frame = (type: number, flags: number, stream: number, payload: readonly number[]) =>
    Uint8Array.from([0, 0, payload.length, type, flags, 0, 0, 0, stream, ...payload]);

  test("of data passes without its padding", () => {
    expect(read([frame(0, 0x9, 3, [2, 97, 98, 0, 0])], false)).toEqual([
      ["data", 3, "ab"],
      ["end", 3],
    ]);
  });

  test("of headers, with a priority, and continued", () => {
    // :method GET, then :path / in a continuation.
    const pieces = [frame(1, 0x29, 1, [1, 0, 0, 0, 0, 9, 0x82, 0]), frame(9, 0x4, 1, [0x84])];
    expect(read(pieces, false)).toEqual([
      [
        "headers",
        1,
        [
          [":method", "GET"],
          [":path", "/"],
        ],
        true,
      ],
      ["end", 1],
    ]);
  });
});
