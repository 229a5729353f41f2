/** Whole sequences, as servers of the streaming extension send them. */

import { describe, expect, test } from "vitest";
import { fixtureBytes } from "../../../fixtures/read.ts";
import { patches, put, root, text, texts, told, type, whole } from "./drafts.testkit.ts";

const TRAJECTORY = "https://a2a-extensions.adk.kagenti.dev/ui/trajectory/v1";
const IN_POINTER = TRAJECTORY.replaceAll("/", "~1");

describe("text alone", () => {
  const { book, noticed } = told(
    patches("d1", root("d1", [text("Hello")])),
    patches("d1", type("/parts/0/text", 5, " big")),
    patches("d1", type("/parts/0/text", 9, " world")),
    whole("TASK_STATE_COMPLETED", "d1", [text("Hello big world")]),
  );
  const [draft] = book.drafts;

  test("grows event by event", () => {
    const grown = [["Hello"], ["Hello big"], ["Hello big world"], ["Hello big world"]];
    expect(grown.map((_, n) => texts(draft, n))).toEqual(grown);
    expect(noticed).toEqual([[], [], [], []]);
  });

  test("leads from each character to its event", () => {
    const events = [..."Hello big world"].map((_, i) => draft?.eventOfCharacter(0, i, 9));
    expect(events).toEqual([0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2]);
    expect(draft?.eventOfCharacter(0, 5, 0)).toBe(-1);
    expect(draft?.eventOfCharacter(1, 0, 9)).toBe(-1);
  });

  test("is settled by the message, which adds nothing", () => {
    expect(draft?.settlement).toMatchObject({ birth: 3, streamed: 1, mismatch: null });
    expect([2, 3].map((n) => draft?.stateAt(n))).toEqual(["open", "settled"]);
    expect([2, 3].map((n) => draft?.settlementAt(n)?.birth)).toEqual([undefined, 3]);
  });
});

describe("text, a file, text, and metadata twice", () => {
  const image = { url: "https://f.example/a.png", filename: "a.png", mediaType: "image/png" };
  const search = { title: "Search", content: "q=…", group_id: null };
  const read = { title: "Read", content: "…", group_id: null };
  const { book, noticed } = told(
    patches("d2", root("d2", [text("Plan:")])),
    patches("d2", put("/parts/-", image)),
    patches("d2", put("/parts/-", text("done"))),
    patches("d2", type("/parts/2/text", 4, "!")),
    patches("d2", put("/metadata", { [TRAJECTORY]: [search] })),
    patches("d2", put(`/metadata/${IN_POINTER}/1`, read)),
    whole("TASK_STATE_COMPLETED", "d2", [text("Plan:"), image, text("done!")]),
  );
  const [draft] = book.drafts;

  test("has its parts in Loupe's model", () => {
    expect(draft?.partsAt(3)).toEqual([
      { kind: "text", text: "Plan:" },
      { kind: "file", name: "a.png", uri: image.url, mediaType: "image/png" },
      { kind: "text", text: "done!" },
    ]);
    expect([0, 1, 2, 3].map((n) => draft?.countAt(n))).toEqual([1, 2, 3, 3]);
    expect([0, 1, 2].map((i) => draft?.eventOf(["parts", String(i)], 9))).toEqual([0, 1, 2]);
    expect(draft?.settlement).toMatchObject({ streamed: 3, mismatch: null });
    expect(noticed.flat()).toEqual([]);
  });

  test("has the metadata of each event", () => {
    expect(draft?.metadataAt(3)).toBeNull();
    expect(draft?.metadataAt(4)).toEqual({ [TRAJECTORY]: [search] });
    expect(draft?.metadataAt(5)).toEqual({ [TRAJECTORY]: [search, read] });
    expect(draft?.eventOf(["metadata", TRAJECTORY, "0"], 9)).toBe(4);
    expect(draft?.eventOf(["metadata", TRAJECTORY, "1"], 9)).toBe(5);
    expect(draft?.eventOf(["metadata", TRAJECTORY, "1"], 4)).toBe(-1);
  });
});

test("a cycle may begin with metadata alone", () => {
  const { book, noticed } = told(
    patches("d3", root("d3", [], { metadata: { [TRAJECTORY]: [{ title: "Think" }] } })),
    patches("d3", put("/parts/-", text("A"))),
    patches("d3", type("/parts/0/text", 1, "B")),
  );
  const [draft] = book.drafts;
  expect([0, 1, 2].map((n) => texts(draft, n))).toEqual([[], ["A"], ["AB"]]);
  expect(draft?.metadataAt(0)).toEqual({ [TRAJECTORY]: [{ title: "Think" }] });
  expect(draft?.metadataAt(2)).toBe(draft?.metadataAt(1));
  expect(noticed.flat()).toEqual([]);
});

test("each message of a turn has a draft of its own", () => {
  const score = { data: { score: 42 } };
  const { book, noticed } = told(
    patches("d4", root("d4", [text("Hello")])),
    patches("d4", type("/parts/0/text", 5, " world")),
    patches("d4", put("/parts/-", text("[sep]"))),
    patches("d4", put("/parts/-", score)),
    whole("TASK_STATE_WORKING", "d4", [
      text("Hello world"),
      text("[sep]"),
      { data: { score: 42.0 } },
      text("checkpoint"),
    ]),
    { artifactUpdate: { taskId: "t1", artifact: { artifactId: "a", parts: [] }, lastChunk: true } },
    patches("d5", root("d5", [text("post-artifact")])),
    whole("TASK_STATE_INPUT_REQUIRED", "d5", [text("post-artifact"), text("what next?")]),
    patches("d6", root("d6", [text("you said: hello again")])),
    whole("TASK_STATE_COMPLETED", "d6", [text("you said: hello again")]),
  );
  expect(book.drafts.map(({ messageId, birth }) => [messageId, birth])).toEqual([
    ["d4", 0],
    ["d5", 6],
    ["d6", 8],
  ]);
  expect(book.drafts.map(({ settlement }) => settlement?.streamed)).toEqual([3, 1, 1]);
  expect(book.drafts.map(({ settlement }) => settlement?.mismatch)).toEqual([null, null, null]);
  expect([5, 6, 7].map((n) => book.draftsAt(n).length)).toEqual([1, 2, 2]);
  expect(noticed.flat()).toEqual([]);
});

describe("text beyond the first plane", () => {
  const emoji = (...positions: readonly [number, number]) =>
    told(
      patches("d7", root("d7", [text("👍")])),
      patches("d7", type("/parts/0/text", positions[0], " ok")),
      patches("d7", type("/parts/0/text", positions[1], " 🎉")),
    );

  test("is counted in code points", () => {
    const { book, noticed } = emoji(1, 4);
    expect(texts(book.drafts[0], 9)).toEqual(["👍 ok 🎉"]);
    expect(noticed).toEqual([[], [], []]);
  });

  test("is right too where a server counts UTF-16 units, and that is noted", () => {
    const { book, noticed } = emoji(2, 5);
    expect(texts(book.drafts[0], 9)).toEqual(["👍 ok 🎉"]);
    expect(noticed).toEqual([[], ["Utf16"], ["Utf16"]]);
  });
});

test("without patches there is no draft, and a message settles none", () => {
  const { book } = told(
    { statusUpdate: { taskId: "t1", status: { state: "TASK_STATE_WORKING" } } },
    whole("TASK_STATE_COMPLETED", "m1", [text("all at once")]),
  );
  expect(book.drafts).toEqual([]);
});

test("a recorded stream becomes the message that ends it", () => {
  const frames = fixtureBytes("shapes/streaming-extension.sse").toString().trim().split("\n\n");
  const { book, noticed } = told(...frames.map((frame) => JSON.parse(frame.slice(6))));
  const [draft] = book.drafts;
  const morning = "Good morning,";
  expect([1, 2, 3, 4, 5].map((n) => draft?.textOf(0, n))).toEqual([
    "Good",
    morning,
    `${morning} 🐓 village`,
    `${morning} 🐓 village!`,
    `${morning} 🐓 village!`,
  ]);
  expect(draft?.settlement).toMatchObject({ birth: 5, streamed: 1, mismatch: null });
  expect(noticed.flat()).toEqual([]);
});
