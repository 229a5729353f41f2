import fc from "fast-check";
import { expect, test } from "vitest";
import { createMaskFactory } from "./mask-factory.ts";
import { MemberMaskStream } from "./member-mask-stream.ts";
import { maskMembers } from "./member-secrets.ts";

const mask = createMaskFactory(Buffer.from("key"));

function maskInPieces(text: string, sizes: readonly number[]) {
  const secrets: string[] = [];
  const stream = new MemberMaskStream(mask, (found) => void secrets.push(...found));
  const bytes = Buffer.from(text);
  const passed: Buffer[] = [];
  let at = 0;
  for (const size of [...sizes, bytes.length]) {
    passed.push(stream.push(bytes.subarray(at, at + size)));
    at += size;
  }
  passed.push(stream.flush());
  return { text: Buffer.concat(passed).toString(), secrets };
}

const NAMES = ["password", "api_key", "client_secret", "url", "name", "tokens", "pageToken", "ü"];
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    fc.string({ unit: "binary" }),
    fc.constantFrom("Bearer abcdef", "https://a:b@c/?token=x&y=1", "‹masked 0a1b2c›", '"\\ü'),
    fc.integer(),
    fc.array(tie("any"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...NAMES), tie("any"), { maxKeys: 4 }),
  ),
})).any;

test("masks in pieces what is masked as a whole, and leaves JSON", () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom(...NAMES), value),
      fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 60 }),
      (content, sizes) => {
        const text = JSON.stringify(content);
        const whole = maskMembers(text, mask, true);
        expect(maskInPieces(text, sizes)).toEqual(whole);
        expect(Object.keys(JSON.parse(whole.text))).toEqual(Object.keys(JSON.parse(text)));
        // What is masked has no secrets any more.
        expect(maskMembers(whole.text, mask, true)).toEqual({ text: whole.text, secrets: [] });
      },
    ),
  );
});

test("passes on at once what is no secret, and holds only what may be one", () => {
  const stream = new MemberMaskStream(mask, () => undefined);
  const push = (text: string) => stream.push(Buffer.from(text)).toString();
  expect(push('{"name":"Wea')).toBe('{"name":"Wea');
  expect(push('ther","password":"abc')).toBe('ther","password":"');
  expect(push("def")).toBe("");
  expect(push('ghi","b')).toBe(`${mask("abcdefghi")}","b`);
});

test("of a secret that is too long, nothing is kept", () => {
  const secret = "s3".repeat(100_000);
  const text = `{"password":"${secret}","name":"Weather"}`;
  const masked = maskInPieces(text, Array(30).fill(10_000)).text;
  expect(JSON.parse(masked)).toEqual({
    password: expect.stringMatching(/^‹masked [0-9a-f]{6}›$/),
    name: "Weather",
  });
});

test("a URL that is too long passes as it is, and so does what is no JSON", () => {
  const long = `{"url":"https://a/${"b".repeat(100_000)}","name":"Weather"}`;
  expect(maskInPieces(long, Array(30).fill(10_000)).text).toBe(long);
  for (const text of ["<html>password: 1</html>", "", "]}{", '{"password":1']) {
    expect(maskInPieces(text, [1, 2]).text).toBe(text);
  }
});

test("a string that the end cuts off is masked too", () => {
  expect(maskInPieces('{"password":"abcdef', [15]).text).toBe(`{"password":"${mask("abcdef")}`);
});
