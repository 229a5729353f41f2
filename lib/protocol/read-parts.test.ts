import { describe, expect, test } from "vitest";
import { getBitNames } from "./decode.testkit.ts";
import { DecodeIssue, VersionEvidence } from "./decode-flags.ts";
import type { Part } from "./model.ts";
import { joinPartTexts, readParts } from "./read-parts.ts";

function read(value: unknown, rest03 = false) {
  const flags = { evidence: 0, decodeIssues: 0, rest03 };
  const parts = readParts(value, flags);
  return {
    parts,
    evidence: getBitNames(flags.evidence, VersionEvidence),
    decodeIssues: getBitNames(flags.decodeIssues, DecodeIssue),
  };
}

const file = { name: "n", mimeType: "image/png" };
const asFile = { kind: "file", name: "n", mediaType: "image/png" } as const;

describe("a part of every version", () => {
  test.each<[string, unknown, Part, string]>([
    ["text by kind", { kind: "text", text: "x" }, { kind: "text", text: "x" }, "PartKind"],
    ["text by type", { type: "text", text: "x" }, { kind: "text", text: "x" }, "PartType"],
    ["text by member", { text: "x" }, { kind: "text", text: "x" }, "BarePart"],
    ["empty text", { text: "" }, { kind: "text", text: "" }, "BarePart"],
    [
      "text with a media type",
      { text: "x", mediaType: "text/markdown" },
      { kind: "text", text: "x", mediaType: "text/markdown" },
      "BarePart",
    ],
    [
      "text with metadata",
      { kind: "text", text: "x", metadata: { a: 1 } },
      { kind: "text", text: "x", metadata: { a: 1 } },
      "PartKind",
    ],
    ["text as content", { kind: "text", content: "x" }, { kind: "text", text: "x" }, "PartKind"],
    [
      "data by kind",
      { kind: "data", data: { a: 1 } },
      { kind: "data", data: { a: 1 } },
      "PartKind",
    ],
    ["data by type", { type: "data", data: {} }, { kind: "data", data: {} }, "PartType"],
    [
      "data by media type",
      { type: "application/json", data: [1] },
      { kind: "data", data: [1], mediaType: "application/json" },
      "PartType",
    ],
    ["data that is null", { data: null }, { kind: "data", data: null }, "BarePart"],
    ["data that is a number", { data: 0 }, { kind: "data", data: 0 }, "BarePart"],
    [
      "a file of bytes",
      { kind: "file", file: { ...file, bytes: "aGk=" } },
      { ...asFile, bytes: "aGk=" },
      "PartKind",
    ],
    [
      "a file of 0.1",
      { type: "file", file: { ...file, uri: "u" } },
      { ...asFile, uri: "u" },
      "PartType",
    ],
    [
      "a raw file",
      { raw: "aGk=", filename: "n", mediaType: "image/png" },
      { ...asFile, bytes: "aGk=" },
      "BarePart",
    ],
    [
      "a file by url",
      { url: "u", filename: "n", mediaType: "image/png" },
      { ...asFile, uri: "u" },
      "BarePart",
    ],
    [
      "a file of 0.3 REST",
      { file: { ...file, fileWithUri: "u" } },
      { ...asFile, uri: "u" },
      "Rest03",
    ],
    [
      "a file by media type",
      { type: "image/png", url: "u", name: "n" },
      { ...asFile, uri: "u" },
      "PartType",
    ],
  ])("%s", (_, value, part, evidence) => {
    const found = read([value]);
    expect(found).toMatchObject({ parts: [part], decodeIssues: [] });
    expect(found.parts[0]).toEqual(part);
    expect(found.evidence).toContain(evidence);
  });
});

describe("what is odd is kept, and noted", () => {
  test.each<[string, unknown, Part]>([
    ["a string", "x", { kind: "other", raw: "x" }],
    ["null", null, { kind: "other", raw: null }],
    ["an empty part", {}, { kind: "other", raw: {} }],
    [
      "an unknown kind",
      { kind: "video", src: 1 },
      { kind: "other", raw: { kind: "video", src: 1 } },
    ],
    ["an unknown kind with text", { kind: "markdown", text: "x" }, { kind: "text", text: "x" }],
    [
      "text that is none",
      { kind: "text", text: 1 },
      { kind: "other", raw: { kind: "text", text: 1 } },
    ],
    ["data without data", { kind: "data" }, { kind: "other", raw: { kind: "data" } }],
    ["a file without content", { kind: "file", file: { name: "n" } }, { kind: "file", name: "n" }],
    [
      "a file with two contents",
      { kind: "file", file: { bytes: "b", uri: "u" } },
      { kind: "file", bytes: "b", uri: "u" },
    ],
    ["two members", { text: "x", data: 1 }, { kind: "text", text: "x" }],
  ])("%s", (_, value, part) => {
    expect(read([value])).toMatchObject({ parts: [part], decodeIssues: ["OddPart"] });
  });

  test.each([
    [undefined, [], []],
    [null, [], []],
    ["x", [{ kind: "text", text: "x" }], ["WrongType"]],
    [{ text: "x" }, [], ["WrongType"]],
  ])("parts that are no list: %j", (value, parts, decodeIssues) => {
    expect(read(value)).toMatchObject({ parts, decodeIssues });
  });
});

test("data in data is the agent's own, unless the exchange is known to speak 0.3 REST", () => {
  const nested = [{ data: { data: { a: 1 } } }];
  expect(read(nested).parts).toEqual([{ kind: "data", data: { data: { a: 1 } } }]);
  expect(read(nested, true).parts).toEqual([{ kind: "data", data: { a: 1 } }]);
  const two = [{ data: { data: 1, more: 2 } }];
  expect(read(two, true).parts).toEqual([{ kind: "data", data: { data: 1, more: 2 } }]);
});

test("text is joined as it is read, without anything between", () => {
  expect(
    joinPartTexts(read([{ text: "a" }, { data: 1 }, { text: "" }, { text: "b\n" }]).parts),
  ).toBe("ab\n");
  expect(joinPartTexts([])).toBe("");
});
