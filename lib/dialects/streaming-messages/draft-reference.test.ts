/** Drafts against the slow, obvious way: plain JSON, copied whole at each event. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { readParts } from "../../protocol/read-parts.ts";
import { Draft } from "./draft.ts";
import { createRootPatch, type PatchOperation } from "./streaming-messages.testkit.ts";

const some = <T>(...values: T[]) => fc.constantFrom(...values);

const words = some("", "a", "bcd", "👍", "e👍f", "\n");
const key = some("list", "words", "a/b~c", "__proto__", "constructor", "toString", "0");
const index = some("-", "0", "1", "2", "3", "9", "01", "4000000000", "length");
const part = fc.oneof(
  { weight: 4, arbitrary: words.map((text): unknown => ({ text })) },
  some<unknown>(
    { data: { list: [1, "two"], words: "three" } },
    { url: "https://files.example/f", filename: "f" },
    { text: "with more", metadata: { words: "n" } },
    7,
  ),
);
const value = fc.oneof(
  words,
  fc.dictionary(key, words, { maxKeys: 3 }),
  fc.array(fc.oneof(words, fc.dictionary(key, words, { maxKeys: 2 })), { maxLength: 3 }),
  some<unknown>(null, 5, true),
);

const escaped = (token: string) => token.replaceAll("~", "~0").replaceAll("/", "~1");
const path = (...tokens: string[]) => tokens.map((token) => `/${escaped(token)}`).join("");
const partPath = index.map((i) => path("parts", i));
const textPath = index.map((i) => path("parts", i, "text"));
const metadataPath = fc.oneof(
  fc.tuple(key).map(([a]) => path("metadata", a)),
  fc.tuple(key, fc.oneof(index, key)).map(([a, b]) => path("metadata", a, b)),
  fc.tuple(key, index, key).map(([a, b, c]) => path("metadata", a, b, c)),
  index.map((i) => path("parts", i, "data", "words")),
  index.map((i) => path("parts", i, "data", "list", "1")),
);
const anyPath = fc.oneof(partPath, textPath, metadataPath, some("/metadata", "/parts", "/other"));
const position = fc.oneof(fc.nat({ max: 6 }), some(undefined, null, 99, -1, 1.5, 1e308));

const op: fc.Arbitrary<PatchOperation> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ op: some("add"), path: partPath, value: part }) },
  {
    weight: 4,
    arbitrary: fc.record({ op: some("str_ins"), path: textPath, pos: position, value: words }),
  },
  fc.record({ op: some("str_ins"), path: metadataPath, pos: position, value: words }),
  { weight: 2, arbitrary: fc.record({ op: some("add"), path: metadataPath, value }) },
  fc.record({ op: some("add"), path: some("/metadata"), value }),
  fc.record({ op: some("replace"), path: anyPath, value: fc.oneof(part, value) }),
  fc.record({ op: some("remove"), path: anyPath }),
  fc.record({ op: some("move"), from: metadataPath, path: metadataPath }),
  fc.array(part, { maxLength: 3 }).map((parts) => createRootPatch("d", parts)),
);

const events = fc.array(fc.array(op, { maxLength: 3 }), { maxLength: 14, size: "max" });

type Json = { [key: string]: unknown } | unknown[];

const isContainer = (it: unknown): it is Json => typeof it === "object" && it !== null;
const own = (it: Json, token: string): unknown =>
  Object.hasOwn(it, token) && !(Array.isArray(it) && token === "length")
    ? Object.getOwnPropertyDescriptor(it, token)?.value
    : undefined;
const define = (it: Json, token: string, to: unknown) =>
  Object.defineProperty(it, token, {
    value: to,
    writable: true,
    enumerable: true,
    configurable: true,
  });
const tokensOf = (pointer: unknown) =>
  String(pointer)
    .split("/")
    .slice(1)
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
const at = (document: unknown, tokens: string[]): unknown =>
  tokens.reduce((it, token) => (isContainer(it) ? own(it, token) : undefined), document);

/** No two places share anything, unlike what the cloning of objects gives. */
const copied = (it: unknown): unknown =>
  it === undefined ? undefined : JSON.parse(JSON.stringify(it));

/** Changes a copied document as the operation says, or leaves it. */
function reference(document: Json, said: PatchOperation): Json {
  if (said.path === "") return copied(said.value) as Json;
  const tokens = tokensOf(said.path);
  if (said.op === "move") return moved(document, tokensOf(said.from), tokens);
  if (said.op === "str_ins") typed(document, tokens, said);
  else edited(document, tokens, said);
  return document;
}

function edited(document: Json, tokens: string[], { op, value }: PatchOperation): void {
  const to = copied(value);
  const [head = ""] = tokens;
  const isParts = to === undefined || to === null || Array.isArray(to);
  if (tokens.length === 1 && head === "parts" && !isParts) return;
  const last = tokens.at(-1) ?? "";
  if (op === "add" && tokens.length === 2 && /^(parts|metadata)$/.test(head)) {
    if ((own(document, head) ?? null) === null) define(document, head, head === "parts" ? [] : {});
  }
  const parent = at(document, tokens.slice(0, -1));
  if (!isContainer(parent)) return;
  const exists = own(parent, last) !== undefined;
  if (op !== "add" && !exists) return;
  if (Array.isArray(parent)) {
    const place = last === "-" ? parent.length : /^(0|[1-9]\d*)$/.test(last) ? Number(last) : -1;
    if (place >= 0) parent.splice(place, op === "add" ? 0 : 1, ...(op === "remove" ? [] : [to]));
  } else if (op === "remove") delete parent[last];
  else define(parent, last, to);
}

function typed(document: Json, tokens: string[], { pos, value }: PatchOperation): void {
  let to = tokens;
  const parts = own(document, "parts");
  if (tokens[0] === "parts" && tokens[2] === "text" && at(document, tokens) === "") {
    const end = Array.isArray(parts) ? parts.length - 1 : -1;
    const last = at(document, ["parts", String(end), "text"]);
    const fits = typeof last === "string" && (pos === last.length || pos === [...last].length);
    if (end > Number(tokens[1]) && last !== "" && fits) to = ["parts", String(end), "text"];
  }
  const parent = at(document, to.slice(0, -1));
  const text = at(document, to);
  if (!isContainer(parent) || typeof text !== "string") return;
  const points = [...text];
  const place = typeof pos === "number" ? Math.trunc(pos) : points.length;
  const inside = place >= 0 && place < points.length ? place : points.length;
  define(parent, to.at(-1) ?? "", points.toSpliced(inside, 0, String(value)).join(""));
}

function moved(document: Json, from: string[], to: string[]): Json {
  const value = at(document, from);
  const isInside = from.every((token, i) => token === to[i]);
  if (value === undefined || isInside || !isContainer(at(document, to.slice(0, -1)))) {
    return document;
  }
  edited(document, from, { op: "remove" });
  edited(document, to, { op: "add", value });
  return document;
}

/** JSON in which the order of keys does not matter, and no key is special. */
function canonical(it: unknown): string {
  return (
    JSON.stringify(it, (_, value) =>
      isContainer(value) && !Array.isArray(value)
        ? { ofKeys: Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)) }
        : value,
    ) ?? "nothing"
  );
}

const decoded = (document: Json) =>
  readParts(own(document, "parts"), { evidence: 0, decodeIssues: 0, rest03: false });

function check(draft: Draft, document: Json, n: number): void {
  const parts = decoded(document);
  expect(canonical(draft.partsAt(n))).toBe(canonical(parts));
  expect(draft.countAt(n)).toBe(parts.length);
  expect(canonical(draft.metadataAt(n))).toBe(canonical(own(document, "metadata") ?? null));
  for (const [i, part] of parts.entries()) {
    const text = part.kind === "text" ? part.text : null;
    expect(draft.getPartText(i, n)).toBe(text);
    if (text === null) continue;
    expect(draft.getPartTextLength(i, n)).toBe(text.length);
    const brought = [...text].map((_, place) => draft.findCharacterEvent(i, place, n));
    expect(brought.every((event) => event >= 0 && event <= n)).toBe(true);
  }
}

test("a draft reads as plain copied JSON does, at every event", () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 3 }), events, (parts, told) => {
      const draft = new Draft("d", 0);
      const said = [[createRootPatch("d", parts)], ...told];
      const documents: Json[] = [];
      let document: Json = {};
      for (const [event, ops] of said.entries()) {
        document = copied(document) as Json;
        for (const each of ops) {
          draft.apply(each, event);
          document = reference(document, each);
        }
        documents.push(document);
        check(draft, document, event);
      }
      for (const [n, then] of documents.entries()) check(draft, then, n);
    }),
    { numRuns: 400 },
  );
});

test("the text of all parts is told in chunks, each of one event", () => {
  fc.assert(
    fc.property(events, (told) => {
      const draft = new Draft("d", 0);
      for (const [event, ops] of told.entries()) for (const op of ops) draft.apply(op, event);
      for (let n = 0; n < told.length; n++) expectChunks(draft, n);
    }),
    { numRuns: 500 },
  );
});

function expectChunks(draft: Draft, n: number): void {
  const parts = Array.from({ length: draft.countAt(n) }, (_, part) => part);
  const characters = parts.flatMap((part) =>
    [...(draft.getPartText(part, n)?.split("") ?? [])].map((character, position) => ({
      character,
      event: draft.findCharacterEvent(part, position, n),
    })),
  );
  const text = draft.text.at(n);
  const whole = characters.map(({ character }) => character).join("");
  expect(text?.textAt(n) ?? "").toBe(whole);
  expect(text?.textLengthAt(n) ?? 0).toBe(whole.length);
  expect(text?.textPreviewAt(n, 3) ?? "").toBe(whole.slice(0, 3));
  const events = characters.map((_, position) => {
    const chunk = text?.chunkOfCharacter(position) ?? -1;
    return text?.chunkAt(chunk).event;
  });
  expect(events).toEqual(characters.map(({ event }) => event));
  const chunks = Array.from({ length: text?.chunksAt(n) ?? 0 }, (_, i) => text?.chunkAt(i));
  const from = [0, ...chunks.map((chunk) => chunk?.to)];
  expect(chunks.map((chunk) => chunk?.from)).toEqual(from.slice(0, -1));
  expect(from.at(-1)).toBe(whole.length);
}
