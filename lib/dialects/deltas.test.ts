import { describe, expect, test } from "vitest";
import { createStreamLog, type ReportLog, status } from "../../fixtures/event-builders.ts";
import {
  createPatchAdd,
  createPatchEvent,
  createPatchInsert,
  createPatchRoot,
  createPatchTextPart,
  createWholeMessage,
} from "../../fixtures/patches.ts";
import { getEventDeltas } from "./deltas.ts";
import { Interpretation } from "./interpretation.ts";

describe("deltas of one event", () => {
  const said = (log: ReportLog) => {
    const interpretation = new Interpretation(log.timeline).update();
    return Array.from({ length: log.timeline.events.length }, (_, n) =>
      getEventDeltas(interpretation, n).map((delta) =>
        delta.kind === "artifact"
          ? ["artifact", delta.artifact.artifactId]
          : [delta.kind, ...Object.values(delta).slice(1)],
      ),
    );
  };
  const hello = { kind: "text", text: "Hello" };

  test("with patches", () => {
    const log = createStreamLog(
      status("working"),
      createPatchEvent(
        "d1",
        createPatchRoot("d1", [createPatchTextPart("Hello")], { metadata: { a: 1 } }),
      ),
      createPatchEvent("d1", createPatchInsert(5, " big")),
      createPatchEvent(
        "d1",
        createPatchAdd("/parts/-", { url: "https://f.example/a" }),
        createPatchAdd("/parts/-", createPatchTextPart("x")),
      ),
      createPatchEvent("d1", createPatchAdd("/metadata/urn:~1b/1", { title: "Read" })),
      createWholeMessage("completed", "d1", [
        createPatchTextPart("Hello big"),
        { url: "https://f.example/a" },
        createPatchTextPart("x"),
        createPatchTextPart("!"),
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

  test("without patches", () => {
    const log = createStreamLog(
      status("working"),
      { kind: "artifact-update", taskId: "t1", artifact: { artifactId: "a", parts: [] } },
      createWholeMessage("completed", "m1", [createPatchTextPart("Hello")], { metadata: { a: 1 } }),
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
