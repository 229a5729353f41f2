import { describe, expect, test } from "vitest";
import { readCard } from "./card/card.ts";
import { encodeCall } from "./encode/encode.ts";
import {
  getDefaultExtensions,
  getExtensionAgreements,
  isStreamingExtension,
  parseExtensionHeaders,
} from "./extensions.ts";
import type { Version } from "./versions.ts";

const STREAMING = "https://a2a-extensions.adk.kagenti.dev/ui/streaming/v1";
const PAY = "https://pay.example/v1";

const offered = (extensions: unknown) => readCard({ capabilities: { extensions } })?.extensions;

describe("what a card offers", () => {
  test("each URI once, with what it says of it", () => {
    expect(
      offered([
        { uri: STREAMING, description: "Patches" },
        { uri: PAY, required: true },
        { uri: STREAMING, required: true },
      ]),
    ).toEqual([
      { uri: STREAMING, description: "Patches", required: false },
      { uri: PAY, description: "", required: true },
    ]);
  });

  test.each([undefined, null, "x", 5, [null, {}, { uri: 5 }, { uri: "" }]])("%j is none", (it) => {
    expect(offered(it)).toEqual([]);
  });

  test.each(["a,b", "a b", "a\r\nX-Evil: 1", "ä"])("%j could not stand in the header", (uri) => {
    expect(offered([{ uri }])).toEqual([]);
  });

  test("what is required and what Loupe reads is asked for by default", () => {
    const all = offered([{ uri: "urn:x" }, { uri: STREAMING }, { uri: PAY, required: true }]) ?? [];
    expect(getDefaultExtensions(all)).toEqual([STREAMING, PAY]);
    expect(isStreamingExtension("https://agentstack.example/ui/streaming/v1")).toBe(true);
    expect(isStreamingExtension(`${STREAMING}.1`)).toBe(false);
  });
});

describe("what a request asks for", () => {
  const headers = (version: Version, extensions?: string[]) =>
    encodeCall(
      { operation: "get", taskId: "t" },
      {
        url: "http://agent.test/",
        binding: "jsonrpc",
        id: "1",
        freshId: "2",
        version,
        ...(extensions && { extensions }),
      },
    ).headers;

  test.each([
    ["1.0", "A2A-Extensions"],
    ["0.3", "X-A2A-Extensions"],
    ["0.2", "X-A2A-Extensions"],
    ["0.1", "X-A2A-Extensions"],
  ] as const)("%s lists them in %s", (version, name) => {
    expect(headers(version, [STREAMING, PAY])).toContainEqual([name, `${STREAMING},${PAY}`]);
    expect(headers(version, [])).toEqual(headers(version));
    expect(parseExtensionHeaders(headers(version))).toBeNull();
  });

  test("is read from either header, in any case, several times", () => {
    expect(
      parseExtensionHeaders([
        ["x-a2a-EXTENSIONS", `${PAY} , ,urn:x`],
        ["accept", "*/*"],
        ["A2A-Extensions", STREAMING],
      ]),
    ).toEqual([PAY, "urn:x", STREAMING]);
    expect(parseExtensionHeaders([["A2A-Extensions", ""]])).toEqual([]);
  });
});

test("what became of each is told by the answer's own list", () => {
  const request = [["A2A-Extensions", `${STREAMING},${PAY}`]] as const;
  expect(getExtensionAgreements(request, null).map(({ agreement }) => agreement)).toEqual([
    "waiting",
    "waiting",
  ]);
  expect(getExtensionAgreements(request, [["a2a-extensions", `${STREAMING}, urn:x`]])).toEqual([
    { uri: STREAMING, agreement: "activated" },
    { uri: PAY, agreement: "silent" },
    { uri: "urn:x", agreement: "unasked" },
  ]);
  expect(getExtensionAgreements([], [])).toEqual([]);
});
