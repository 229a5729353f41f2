import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findTokenTemplateInEvent, isUnescapedText, matchToken } from "./token-template.ts";

const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
const update = (artifact: object, more: object = {}) => ({ taskId: "t1", artifact, ...more });
const in1 = (artifact: object, more?: object) => ({
  jsonrpc: "2.0",
  id: 1,
  result: { artifactUpdate: update(artifact, more) },
});
const in03 = (artifact: object, more?: object) => ({
  jsonrpc: "2.0",
  id: 1,
  result: { kind: "artifact-update", ...update(artifact, more) },
});
const token = (text: string) => ({ artifactId: "a", parts: [{ text }] });

const word = fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom("", "text", "a", "t1"));
/** Members around the token, which may hold the same word. */
const around = fc.record({
  metadata: fc.jsonValue({ maxDepth: 2 }),
  append: fc.boolean(),
  text: word,
});

test("the value of a template's event changes only in its word", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(in1, in03, update),
      word,
      fc.array(word, { minLength: 1, maxLength: 4 }),
      around,
      (form, first, words, more) => {
        const said = form(token(first), more);
        const template = findTokenTemplateInEvent(event(said));
        if (!template) return;
        for (const next of words.filter(isUnescapedText)) {
          const text = template.before + next + template.after;
          expect(text).toBe(event(form(token(next), more)));
          expect(matchToken(text, template)).toBe(next);
        }
      },
    ),
  );
});

describe("a token", () => {
  test.each([
    ["of 1.0", in1(token("hello"))],
    ["of 0.3", in03(token("hello"))],
    ["bare", { artifactUpdate: update(token("hello")) }],
    ["whose word stands elsewhere first", in1({ name: "hello", ...token("hello") })],
    ["with its kind", in1({ artifactId: "a", parts: [{ kind: "text", text: "hello" }] })],
  ])("%s can match a template", (_, said) => {
    const template = findTokenTemplateInEvent(event(said));
    expect(template).not.toBeNull();
    expect(`${template?.before}hello${template?.after}`).toBe(event(said));
  });

  const whole = event(in1(token("hello")));
  test.each([
    ["that says nothing", event(in1(token("")))],
    ["in escapes", event(in1(token('"hello"')))],
    ["with a second part", event(in1({ parts: [{ text: "hello" }, { text: "x" }] }))],
    ["with metadata of its own", event(in1({ parts: [{ text: "hello", metadata: {} }] }))],
    ["that is called data", event(in1({ parts: [{ kind: "data", text: "hello" }] }))],
    ["in a message", event({ result: { message: { parts: [{ text: "hello" }] } } })],
    ["twice in one text", whole + whole],
    ["with a line end of another kind", whole.replaceAll("\n", "\r\n")],
    ["with a comment before it", `: ping\n\n${whole}`],
    ["with a name", `event: token\n${whole}`],
    ["over two lines", whole.replace(',"result"', ',\ndata: "result"')],
    ["that was cut", whole.slice(0, -1)],
    ["that is no JSON", whole.replace("}", "")],
    ["in a log of lines", whole.slice(6, -1)],
  ])("%s is not", (_, text) => {
    expect(findTokenTemplateInEvent(text)).toBeNull();
  });
});

test("of a member that is there twice the last one is meant, as by parsing", () => {
  const text = event(in1(token("hello"))).replace('"text"', '"text":"hello","text"');
  const template = findTokenTemplateInEvent(text);
  expect(template?.before.endsWith('"hello","text":"')).toBe(true);
});
