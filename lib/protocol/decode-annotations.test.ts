import { describe, expect, test } from "vitest";
import { decodeValue } from "./decode.ts";
import { findDecodeAnnotations } from "./decode-annotations.ts";
import { DecodeIssue } from "./decode-flags.ts";

const context = { requestId: undefined, operation: null, httpStatus: null, rest03: false };

/** The marks of a value, by the bits that the decoder really notes for it. */
function marks(value: unknown): string[] {
  const bits = { evidence: 0, decodeIssues: 0 };
  for (const { evidence, decodeIssues } of decodeValue(value, context, 0)) {
    bits.evidence |= evidence;
    bits.decodeIssues |= decodeIssues;
  }
  return findDecodeAnnotations(value, bits).map(
    ({ path, kind, note }) => `${kind} ${path.join(".")}: ${note}`,
  );
}

test.each(Object.entries(DecodeIssue))("%s is always marked somewhere", (_, bit) => {
  const [mark, ...others] = findDecodeAnnotations({}, { evidence: 0, decodeIssues: bit });
  expect(mark).toMatchObject({ path: [], note: expect.stringMatching(/\S/) });
  expect(others).toEqual([]);
});

describe("normalized values are annotated in place", () => {
  const part = { kind: "text", text: "x" };
  test.each<[string, unknown, string]>([
    [
      "a state",
      { statusUpdate: { status: { state: "COMPLETED" } } },
      "mapped statusUpdate.status.state: ",
    ],
    [
      "a word of another system",
      { taskId: "t", status: { state: "done" } },
      "irregular status.state: This is not a state of A2A (a guess: completed).",
    ],
    ["an unknown state", { taskId: "t", status: { state: "x" } }, "irregular status.state: "],
    [
      "a number",
      { taskId: "t", status: { state: 2 } },
      "mapped status.state: A number: read as working.",
    ],
    [
      "a bare status",
      { taskId: "t", status: "working", final: true },
      "mapped status: A bare string",
    ],
    [
      "snake_case",
      { artifact_update: { artifact: { artifact_id: "a" } } },
      "mapped artifact_update: snake_case: read as artifactUpdate.",
    ],
    [
      "a role",
      { messageId: "m", role: "bot", parts: [part] },
      "irregular role: No version has this role: read as agent.",
    ],
    [
      "no role",
      { kind: "message", messageId: "m", parts: [part] },
      "irregular parts: The message has no role",
    ],
    [
      "flags inside",
      { kind: "artifact-update", artifact: { artifactId: "a", append: true, parts: [] } },
      "irregular artifact.append: Inside the artifact",
    ],
    [
      "a flag",
      { artifact: { artifactId: "a", parts: [] }, append: "true" },
      "mapped append: Not a boolean: read as true.",
    ],
    [
      "a part",
      { artifact: { artifactId: "a", parts: [part, 5] } },
      "irregular artifact.parts.1: Not a part, although",
    ],
    [
      "two contents",
      { artifact: { artifactId: "a", parts: [{ text: "x", data: {} }] } },
      "irregular artifact.parts.0: A part with several",
    ],
    [
      "an id",
      { artifact: { artifactId: 5, parts: [] } },
      'irregular artifact.artifactId: Not a string: read as "5".',
    ],
    [
      "two payloads",
      { task: { id: "t" }, message: { role: "agent", parts: [] } },
      "irregular task: One of several payloads",
    ],
    [
      "both answers",
      { jsonrpc: "2.0", id: 1, result: null, error: { code: 1 } },
      "irregular error: Both result and error",
    ],
    [
      "an envelope inside",
      { jsonrpc: "2.0", result: { jsonrpc: "2.0", result: null } },
      "irregular result: An envelope inside an envelope",
    ],
    [
      "a collector",
      { level: "info", payload: { kind: "task", id: "t" } },
      "inferred payload: Read as the event",
    ],
    ["shorthand", { name: "a", text: "x" }, "irregular text: Shorthand"],
    [
      "type",
      { artifact: { artifactId: "a", parts: [{ type: "text", text: "x" }] } },
      "mapped artifact.parts.0.type: type: read as the later kind.",
    ],
    [
      "a session",
      { id: "t", sessionId: "s", status: { state: "working" } },
      "mapped sessionId: The 0.1 name",
    ],
    ["a batch", [{ kind: "task", id: "t" }], "irregular : A batch"],
  ])("%s", (_, value, mark) => {
    expect(marks(value)).toContainEqual(expect.stringContaining(mark));
  });

  test("a regular frame has no marks, and what is the agent's own is not looked at", () => {
    const value = {
      kind: "artifact-update",
      taskId: "t",
      artifact: { artifactId: "a", parts: [{ kind: "data", data: { state: "x", role: "y" } }] },
      append: "true",
    };
    expect(marks({ ...value, append: true })).toEqual([]);
    expect(marks(value)).toHaveLength(1);
  });
});
