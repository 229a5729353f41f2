import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findStrings, findTextRanges } from "./string-ranges.ts";

const update = (text: string) =>
  JSON.stringify({
    jsonrpc: "2.0",
    id: "7",
    result: {
      artifactUpdate: {
        taskId: text,
        artifact: { artifactId: "a", name: text, parts: [{ text }] },
        append: true,
      },
    },
  });

describe("finding a text in its frame", () => {
  test.each([
    ["bare", (json: string) => json],
    ["an SSE event", (json: string) => `data: ${json}\n\n`],
    ["no blank after the colon", (json: string) => `id: 1\r\ndata:${json}\r\n\r\n`],
    ["a comment before it", (json: string) => `: ping\nevent: message\ndata: ${json}\n\n`],
  ])("%s", (_, frameOf) => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 1 }), (text) => {
        const frame = frameOf(update(text));
        const [span, ...others] = findTextRanges(frame, text);
        expect(others).toEqual([]);
        expect(JSON.parse(`"${frame.slice(span?.from, span?.to)}"`)).toBe(text);
        expect(frame.slice(0, span?.from).endsWith('"parts":[{"text":"')).toBe(true);
      }),
    );
  });

  test("JSON over several data lines", () => {
    const frame =
      'data: {"artifact":\ndata: {"parts":[\ndata: {"text":"one"},{"text":" two"}]}}\n\n';
    const spans = findTextRanges(frame, "one two");
    expect(spans.map(({ from, to }) => frame.slice(from, to))).toEqual(["one", " two"]);
  });

  test("an artifact is preferred over a message with the same text", () => {
    const frame = JSON.stringify({
      history: [{ parts: [{ text: "hi" }] }],
      artifacts: [{ parts: [{ text: "other" }] }, { parts: [{ text: "hi" }] }],
    });
    const [span] = findTextRanges(frame, "hi");
    expect(frame.slice(0, span?.from)).toContain("artifacts");
  });

  test("an empty text is found at its quotes; a missing one is not found", () => {
    const frame = update("");
    const [span] = findTextRanges(frame, "");
    expect(frame.slice(span?.from, span?.to)).toBe('""');
    expect(findTextRanges(frame, "else")).toEqual([]);
    expect(findTextRanges("<html>", "html")).toEqual([]);
  });

  test("finds each string in any JSON with its path, with any escapes", () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        const value: unknown = JSON.parse(json);
        for (const { path, from, to } of findStrings(json)) {
          const there = path.reduce<unknown>(
            (at, key) => (at as Record<string | number, unknown>)[key],
            value,
          );
          expect(JSON.parse(`"${json.slice(from, to)}"`)).toBe(there);
        }
      }),
    );
  });
});
