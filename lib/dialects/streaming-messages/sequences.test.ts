/** Whole sequences, as servers of the streaming extension send them. */

import { describe, expect, test } from "vitest";
import { readFixtureBytes } from "../../../fixtures/read-fixture.ts";
import {
  createAddPatch,
  createInsertPatch,
  createMessageStatus,
  createPatchStatus,
  createRootPatch,
  createTextPart,
  getDraftTexts,
  replayPayloads,
} from "./streaming-messages.testkit.ts";

const TRAJECTORY = "https://a2a-extensions.adk.kagenti.dev/ui/trajectory/v1";
const IN_POINTER = TRAJECTORY.replaceAll("/", "~1");

describe("text alone", () => {
  const { registry, noticed } = replayPayloads(
    createPatchStatus("d1", createRootPatch("d1", [createTextPart("Hello")])),
    createPatchStatus("d1", createInsertPatch("/parts/0/text", 5, " big")),
    createPatchStatus("d1", createInsertPatch("/parts/0/text", 9, " world")),
    createMessageStatus("TASK_STATE_COMPLETED", "d1", [createTextPart("Hello big world")]),
  );
  const [draft] = registry.drafts;

  test("grows event by event", () => {
    const grown = [["Hello"], ["Hello big"], ["Hello big world"], ["Hello big world"]];
    expect(grown.map((_, n) => getDraftTexts(draft, n))).toEqual(grown);
    expect(noticed).toEqual([[], [], [], []]);
  });

  test("leads from each character to its event", () => {
    const events = [..."Hello big world"].map((_, i) => draft?.findCharacterEvent(0, i, 9));
    expect(events).toEqual([0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2]);
    expect(draft?.findCharacterEvent(0, 5, 0)).toBe(-1);
    expect(draft?.findCharacterEvent(1, 0, 9)).toBe(-1);
  });

  test("is settled by the message, which adds nothing", () => {
    expect(draft?.finalMessage).toMatchObject({ firstEvent: 3, streamedParts: 1, mismatch: null });
    expect([2, 3].map((n) => draft?.stateAt(n))).toEqual(["open", "settled"]);
    expect([2, 3].map((n) => draft?.finalMessageAt(n)?.firstEvent)).toEqual([undefined, 3]);
  });
});

describe("text, a file, text, and metadata twice", () => {
  const image = { url: "https://f.example/a.png", filename: "a.png", mediaType: "image/png" };
  const search = { title: "Search", content: "q=…", group_id: null };
  const read = { title: "Read", content: "…", group_id: null };
  const { registry, noticed } = replayPayloads(
    createPatchStatus("d2", createRootPatch("d2", [createTextPart("Plan:")])),
    createPatchStatus("d2", createAddPatch("/parts/-", image)),
    createPatchStatus("d2", createAddPatch("/parts/-", createTextPart("done"))),
    createPatchStatus("d2", createInsertPatch("/parts/2/text", 4, "!")),
    createPatchStatus("d2", createAddPatch("/metadata", { [TRAJECTORY]: [search] })),
    createPatchStatus("d2", createAddPatch(`/metadata/${IN_POINTER}/1`, read)),
    createMessageStatus("TASK_STATE_COMPLETED", "d2", [
      createTextPart("Plan:"),
      image,
      createTextPart("done!"),
    ]),
  );
  const [draft] = registry.drafts;

  test("has its parts in Loupe's model", () => {
    expect(draft?.partsAt(3)).toEqual([
      { kind: "text", text: "Plan:" },
      { kind: "file", name: "a.png", uri: image.url, mediaType: "image/png" },
      { kind: "text", text: "done!" },
    ]);
    expect([0, 1, 2, 3].map((n) => draft?.countAt(n))).toEqual([1, 2, 3, 3]);
    expect([0, 1, 2].map((i) => draft?.findEvent(["parts", String(i)], 9))).toEqual([0, 1, 2]);
    expect(draft?.finalMessage).toMatchObject({ streamedParts: 3, mismatch: null });
    expect(noticed.flat()).toEqual([]);
  });

  test("has the metadata of each event", () => {
    expect(draft?.metadataAt(3)).toBeNull();
    expect(draft?.metadataAt(4)).toEqual({ [TRAJECTORY]: [search] });
    expect(draft?.metadataAt(5)).toEqual({ [TRAJECTORY]: [search, read] });
    expect(draft?.findEvent(["metadata", TRAJECTORY, "0"], 9)).toBe(4);
    expect(draft?.findEvent(["metadata", TRAJECTORY, "1"], 9)).toBe(5);
    expect(draft?.findEvent(["metadata", TRAJECTORY, "1"], 4)).toBe(-1);
  });
});

test("a cycle may begin with metadata alone", () => {
  const { registry, noticed } = replayPayloads(
    createPatchStatus(
      "d3",
      createRootPatch("d3", [], { metadata: { [TRAJECTORY]: [{ title: "Think" }] } }),
    ),
    createPatchStatus("d3", createAddPatch("/parts/-", createTextPart("A"))),
    createPatchStatus("d3", createInsertPatch("/parts/0/text", 1, "B")),
  );
  const [draft] = registry.drafts;
  expect([0, 1, 2].map((n) => getDraftTexts(draft, n))).toEqual([[], ["A"], ["AB"]]);
  expect(draft?.metadataAt(0)).toEqual({ [TRAJECTORY]: [{ title: "Think" }] });
  expect(draft?.metadataAt(2)).toBe(draft?.metadataAt(1));
  expect(noticed.flat()).toEqual([]);
});

test("each message of a turn has a draft of its own", () => {
  const score = { data: { score: 42 } };
  const { registry, noticed } = replayPayloads(
    createPatchStatus("d4", createRootPatch("d4", [createTextPart("Hello")])),
    createPatchStatus("d4", createInsertPatch("/parts/0/text", 5, " world")),
    createPatchStatus("d4", createAddPatch("/parts/-", createTextPart("[sep]"))),
    createPatchStatus("d4", createAddPatch("/parts/-", score)),
    createMessageStatus("TASK_STATE_WORKING", "d4", [
      createTextPart("Hello world"),
      createTextPart("[sep]"),
      { data: { score: 42.0 } },
      createTextPart("checkpoint"),
    ]),
    { artifactUpdate: { taskId: "t1", artifact: { artifactId: "a", parts: [] }, lastChunk: true } },
    createPatchStatus("d5", createRootPatch("d5", [createTextPart("post-artifact")])),
    createMessageStatus("TASK_STATE_INPUT_REQUIRED", "d5", [
      createTextPart("post-artifact"),
      createTextPart("what next?"),
    ]),
    createPatchStatus("d6", createRootPatch("d6", [createTextPart("you said: hello again")])),
    createMessageStatus("TASK_STATE_COMPLETED", "d6", [createTextPart("you said: hello again")]),
  );
  expect(registry.drafts.map(({ messageId, firstEvent }) => [messageId, firstEvent])).toEqual([
    ["d4", 0],
    ["d5", 6],
    ["d6", 8],
  ]);
  expect(registry.drafts.map(({ finalMessage: settlement }) => settlement?.streamedParts)).toEqual([
    3, 1, 1,
  ]);
  expect(registry.drafts.map(({ finalMessage: settlement }) => settlement?.mismatch)).toEqual([
    null,
    null,
    null,
  ]);

  expect(noticed.flat()).toEqual([]);
});

describe("text beyond the first plane", () => {
  const emoji = (...positions: readonly [number, number]) =>
    replayPayloads(
      createPatchStatus("d7", createRootPatch("d7", [createTextPart("👍")])),
      createPatchStatus("d7", createInsertPatch("/parts/0/text", positions[0], " ok")),
      createPatchStatus("d7", createInsertPatch("/parts/0/text", positions[1], " 🎉")),
    );

  test("is counted in code points", () => {
    const { registry, noticed } = emoji(1, 4);
    expect(getDraftTexts(registry.drafts[0], 9)).toEqual(["👍 ok 🎉"]);
    expect(noticed).toEqual([[], [], []]);
  });

  test("is right too where a server counts UTF-16 units, and that is noted", () => {
    const { registry, noticed } = emoji(2, 5);
    expect(getDraftTexts(registry.drafts[0], 9)).toEqual(["👍 ok 🎉"]);
    expect(noticed).toEqual([[], ["Utf16"], ["Utf16"]]);
  });
});

test("without patches there is no draft, and a message settles none", () => {
  const { registry } = replayPayloads(
    { statusUpdate: { taskId: "t1", status: { state: "TASK_STATE_WORKING" } } },
    createMessageStatus("TASK_STATE_COMPLETED", "m1", [createTextPart("all at once")]),
  );
  expect(registry.drafts).toEqual([]);
});

test("a recorded stream becomes the message that ends it", () => {
  const frames = readFixtureBytes("shapes/streaming-extension.sse").toString().trim().split("\n\n");
  const { registry, noticed } = replayPayloads(
    ...frames.map((frame) => JSON.parse(frame.slice(6))),
  );
  const [draft] = registry.drafts;
  const morning = "Good morning,";
  expect([1, 2, 3, 4, 5].map((n) => draft?.getPartText(0, n))).toEqual([
    "Good",
    morning,
    `${morning} 🐓 village`,
    `${morning} 🐓 village!`,
    `${morning} 🐓 village!`,
  ]);
  expect(draft?.finalMessage).toMatchObject({ firstEvent: 5, streamedParts: 1, mismatch: null });
  expect(noticed.flat()).toEqual([]);
});
