import { describe, expect, test } from "vitest";
import { VersionEvidence } from "./decode-flags.ts";
import {
  type Binding,
  detectVersion,
  parseVersion,
  type Version,
  type VersionInput,
} from "./versions.ts";

type Sign = keyof typeof VersionEvidence;

function judge(signs: readonly Sign[], more: Partial<VersionInput> = {}) {
  const bits = signs.reduce((sum, sign) => sum | VersionEvidence[sign], 0);
  const none = {
    method: null,
    header: null,
    url: "https://a.example/",
    card: null,
    mostlyKind: false,
  };
  return detectVersion({ has: (bit) => (bits & bit) !== 0, ...none, ...more });
}

describe("what an exchange showed decides its version and binding", () => {
  const rest = { url: "https://a.example/message:stream" };
  const rest03 = { url: "https://a.example/v1/message:stream" };
  test.each<[string, readonly Sign[], Partial<VersionInput>, Version, Binding]>([
    ["nothing", [], {}, "unknown", "unknown"],
    [
      "0.1, stream",
      ["Rpc", "KebabState", "Final", "IdAsTaskId", "PartType", "ArtifactIndex"],
      {},
      "0.1",
      "jsonrpc",
    ],
    [
      "0.3 REST, by its path and for want of a header",
      ["Wrapper", "ProtoState"],
      rest03,
      "0.3",
      "rest",
    ],
    ["1.0 under /v1", ["Wrapper", "ProtoState"], { ...rest03, card: "1.0" }, "1.0", "rest"],
    ["1.1, header alone", [], { ...rest, header: "1.1" }, "1.1", "rest"],
    ["0.1, method alone", [], { method: "tasks/sendSubscribe" }, "0.1", "jsonrpc"],
    ["0.1, task", ["Rpc", "KebabState", "Session"], { method: "tasks/get" }, "0.1", "jsonrpc"],
    [
      "0.2 or 0.3, stream",
      ["Rpc", "Kind", "KebabState", "PartKind", "Final", "ArtifactId"],
      {},
      "0.3",
      "jsonrpc",
    ],
    [
      "0.2, by its card",
      ["Rpc", "Kind", "KebabState"],
      { method: "message/stream", card: "0.2.5" },
      "0.2",
      "jsonrpc",
    ],
    [
      "0.3, by its card",
      ["Rpc", "Kind", "KebabState"],
      { method: "message/stream", card: "0.3.0" },
      "0.3",
      "jsonrpc",
    ],
    [
      "0.3, by its method",
      ["Rpc"],
      { method: "agent/getAuthenticatedExtendedCard" },
      "0.3",
      "jsonrpc",
    ],
    [
      "0.3 REST",
      ["Wrapper", "ProtoState", "ProtoRole", "Rest03", "BarePart", "Final"],
      rest03,
      "0.3",
      "rest",
    ],
    [
      "0.3 REST, elsewhere",
      ["Wrapper", "ProtoState", "ProtoRole", "Rest03", "BarePart"],
      {},
      "0.3",
      "rest",
    ],
    ["1.0, with two Ls", ["Rpc", "Wrapper", "ProtoState", "Rest03"], {}, "1.0", "jsonrpc"],
    ["0.3 REST, by its path", ["ProtoState"], rest03, "0.3", "rest"],
    [
      "0.3 REST, read literally",
      ["Wrapper", "KebabState", "RestLiteral", "PartKind"],
      rest,
      "0.3",
      "rest",
    ],
    [
      "0.3 REST, a literal message",
      ["Wrapper", "Kind", "PartKind", "RestLiteral"],
      {},
      "0.3",
      "rest",
    ],
    [
      "1.0, stream",
      ["Rpc", "Wrapper", "ProtoState", "BarePart", "ArtifactId"],
      {},
      "1.0",
      "jsonrpc",
    ],
    ["1.0, by header", [], { header: "1.0", ...rest }, "1.0", "rest"],
    ["1.0, by method", [], { method: "SendStreamingMessage" }, "1.0", "jsonrpc"],
    ["1.0, bare task", ["Rpc", "ProtoState"], {}, "1.0", "jsonrpc"],
    ["1.0, a log without requests", ["Wrapper", "ProtoState"], {}, "1.0", "rest"],
    [
      "1.0, REST get",
      ["ProtoState"],
      { url: "https://a.example/tasks/t1?historyLength=1" },
      "1.0",
      "rest",
    ],
    ["1.1", ["Rpc", "Wrapper", "ProtoState", "Generation"], {}, "1.1", "jsonrpc"],
    [
      "a generation in an old stream",
      ["Rpc", "Kind", "KebabState", "Generation"],
      {},
      "0.3",
      "jsonrpc",
    ],
    [
      "the tutorials' dialect",
      ["BlogType", "PartType", "ArtifactIndex", "KebabState"],
      { method: "tasks/sendSubscribe" },
      "blog",
      "jsonrpc",
    ],
    [
      "an old answer to a new question",
      ["Rpc", "Kind", "KebabState", "PartKind", "Final"],
      { method: "SendStreamingMessage" },
      "0.3",
      "jsonrpc",
    ],
    ["mixed, mostly wrappers", ["Rpc", "Wrapper", "Kind", "ProtoState"], {}, "1.0", "jsonrpc"],
    [
      "mixed, mostly kinds",
      ["Rpc", "Wrapper", "Kind", "KebabState"],
      { mostlyKind: true },
      "0.3",
      "jsonrpc",
    ],
  ])("%s", (_, signs, more, version, binding) => {
    expect(judge(signs, more)).toMatchObject({ version, binding });
  });
});

test("the reasons given are those for the verdict", () => {
  const { why } = judge(["Wrapper", "KebabState"], { method: "GetTask" });
  expect(why).toEqual(["method GetTask", "a wrapper key around the event"]);
  expect(judge([]).why).toEqual([]);
});

test.each<[string, Version | null]>([
  ["1.0", "1.0"],
  ["1.0.1", "1.0"],
  [" 0.3.0", "0.3"],
  ["0.2.6", "0.2"],
  ["0.1.0", "0.1"],
  ["1.1", "1.1"],
  ["2.0", null],
  ["0.30", null],
  ["blog", null],
  ["v1", null],
  ["", null],
])("a version written %j is %j", (text, version) => {
  expect(parseVersion(text)).toBe(version);
});
