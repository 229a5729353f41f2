import { describe, expect, test } from "vitest";
import { type Log, status, stream } from "../../fixtures/compose.ts";
import { add, patch, root, text, type, whole } from "../../fixtures/patches.ts";
import { getEventDeltas } from "./deltas.ts";
import { Interpretation } from "./interpretation.ts";

describe("what one event adds", () => {
  const said = (log: Log) => {
    const reading = new Interpretation(log.timeline).update();
    return Array.from({ length: log.timeline.events.length }, (_, n) =>
      getEventDeltas(reading, n).map((delta) =>
        delta.kind === "artifact"
          ? ["artifact", delta.artifact.artifactId]
          : [delta.kind, ...Object.values(delta).slice(1)],
      ),
    );
  };
  const hello = { kind: "text", text: "Hello" };

  test("in patches", () => {
    const log = stream(
      status("working"),
      patch("d1", root("d1", [text("Hello")], { metadata: { a: 1 } })),
      patch("d1", type(5, " big")),
      patch("d1", add("/parts/-", { url: "https://f.example/a" }), add("/parts/-", text("x"))),
      patch("d1", add("/metadata/urn:~1b/1", { title: "Read" })),
      whole("completed", "d1", [
        text("Hello big"),
        { url: "https://f.example/a" },
        text("x"),
        text("!"),
      ]),
    );
    expect(said(log)).toEqual([
      [["state", "working"]],
      [
        ["part", 0, { kind: "text", text: "Hello" }],
        ["metadata", { a: 1 }],
      ],
      [["text", 0, " big"]],
      [
        ["part", 1, { kind: "file", uri: "https://f.example/a" }],
        ["part", 2, { kind: "text", text: "x" }],
      ],
      [["metadata", { "urn:/b": [{ title: "Read" }] }]],
      [
        ["part", 3, { kind: "text", text: "!" }],
        ["state", "completed"],
      ],
    ]);
  });

  test("without them", () => {
    const log = stream(
      status("working"),
      { kind: "artifact-update", taskId: "t1", artifact: { artifactId: "a", parts: [] } },
      whole("completed", "m1", [text("Hello")], { metadata: { a: 1 } }),
    );
    expect(said(log)).toEqual([
      [["state", "working"]],
      [["artifact", "a"]],
      [
        ["part", 0, hello],
        ["metadata", { a: 1 }],
        ["state", "completed"],
      ],
    ]);
  });
});
