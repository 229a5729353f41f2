import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { HttpHead } from "./http-head.ts";
import { type BodyRule, Http1Reader } from "./http1-reader.ts";

type Found = readonly [what: string, ...facts: unknown[]];

/** What a reader finds, with neighbouring pieces joined. */
function read(kind: HttpHead["kind"], pieces: readonly Uint8Array[], rule: BodyRule): Found[] {
  const found: Found[] = [];
  const addBytes = (what: string, bytes: Uint8Array) => {
    const last = found.at(-1);
    const text = Buffer.from(bytes).toString("latin1");
    if (last?.[0] === what) found[found.length - 1] = [what, `${last[1]}${text}`];
    else found.push([what, text]);
  };
  const reader = new Http1Reader(
    kind,
    {
      onHead: (head) =>
        found.push(["head", structuredClone({ ...head, headers: [] }), head.headers]),
      onBody: (bytes) => addBytes("body", bytes),
      onEnd: (trailers) => found.push(["end", [...trailers]]),
      onOther: (bytes) => addBytes("other", bytes),
    },
    () => rule,
  );
  for (const piece of pieces) reader.push(piece);
  found.push(["state", reader.state]);
  reader.close();
  return found;
}

const whole = (
  text: string | Uint8Array,
  kind: HttpHead["kind"] = "response",
  rule: BodyRule = "until-close",
) => read(kind, [Buffer.from(text)], rule);

function split(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const ends = [...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return ends.map((end, i) => bytes.slice(ends[i - 1] ?? 0, end));
}

describe("a response", () => {
  test("with chunks, extensions and trailers", () => {
    const text =
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n3;a=b\r\nabc\r\n0\r\nX: 1\r\n\r\n";
    expect(whole(text).slice(1)).toEqual([
      ["body", "abc"],
      ["end", [["X", "1"]]],
      ["state", "between"],
    ]);
  });

  test("that lasts until the connection closes", () => {
    expect(whole("HTTP/1.0 200 OK\r\n\r\nabc").slice(1)).toEqual([
      ["body", "abc"],
      ["state", "body"],
      ["end", []],
    ]);
  });

  test("of a length, with lines in its body that look like a message", () => {
    const body = "x\r\nHTTP/1.1 500 No\r\n\r\nGET / HTTP/1.1\r\n\r\n";
    const text = `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    expect(whole(text).slice(1)).toEqual([
      ["body", body],
      ["end", []],
      ["state", "between"],
    ]);
  });

  test("that is cut off is not ended", () => {
    expect(whole("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc").slice(1)).toEqual([
      ["body", "abc"],
      ["state", "body"],
    ]);
  });

  test("that is not HTTP is passed on", () => {
    expect(whole("220 smtp.example\r\nmore")).toEqual([
      ["other", "220 smtp.example\r\nmore"],
      ["state", "not-http"],
    ]);
  });

  test("whose head never ends is not kept in memory", () => {
    const bytes = Buffer.from(`HTTP/1.1 200 OK\r\nA: ${"a".repeat(1 << 19)}`);
    expect(whole(bytes).map(([what]) => what)).toEqual(["other", "state"]);
  });
});

describe("a request", () => {
  test("without a length has no body, and the next one follows", () => {
    const found = whole(
      "POST /a HTTP/1.1\r\n\r\n\r\nGET /b HTTP/1.1\r\nA: 1\r\n\r\n",
      "request",
      "body",
    );
    expect(found.map(([what]) => what)).toEqual(["head", "end", "head", "end", "state"]);
  });

  test("with a line that is no header keeps it", () => {
    const [head] = whole("GET / HTTP/1.1\r\nno header\r\n\r\n", "request", "body");
    expect(head?.[2]).toEqual([["no header", ""]]);
  });
});

test("what is read does not depend on how the bytes were split, and every byte is read", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "\r\n",
      "\n",
      "HTTP/1.1 200 OK\r\n",
      "HTTP/1.1 204 No Content\r\n",
      "GET / HTTP/1.1\r\n",
      "POST /a?b HTTP/1.1\r\n",
      "Content-Length: 3\r\n",
      "Content-Length: 0\r\n",
      "Transfer-Encoding: chunked\r\n",
      "Host: a\r\n",
      " folded\r\n",
      "3\r\nabc\r\n",
      "0\r\n\r\n",
      "zz\r\n",
    ),
    fc.string({ maxLength: 6 }),
  );
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 16 }),
      fc.array(fc.nat(400), { maxLength: 8 }),
      fc.constantFrom<BodyRule>("none", "body", "until-close", "not-http"),
      fc.constantFrom<HttpHead["kind"]>("request", "response"),
      (parts, cuts, rule, kind) => {
        const bytes = Buffer.from(parts.join(""));
        expect(read(kind, split(bytes, cuts), rule)).toEqual(read(kind, [bytes], rule));
      },
    ),
    { numRuns: 1000 },
  );
});
