import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DraftRegistry, getStreamingUpdate } from "./draft-registry.ts";
import {
  createAddPatch,
  createInsertPatch,
  createMessageStatus,
  createPatchStatus,
  createRootPatch,
  createTextPart,
  getDraftTexts,
  getIssueNames,
  replayPayloads,
  STREAMING_EXTENSION_URI,
} from "./streaming-messages.testkit.ts";

const states = (registry: DraftRegistry, n: number) =>
  registry.drafts.map((draft) => draft.stateAt(n));

describe("which draft a patch goes to", () => {
  test("the one named beside it, else the one patched last", () => {
    const { registry, noticed } = replayPayloads(
      createPatchStatus("a", createRootPatch("a", [createTextPart("A")])),
      createPatchStatus("b", createRootPatch("b", [createTextPart("B")])),
      createPatchStatus("a", createInsertPatch("/parts/0/text", 1, "a")),
      createPatchStatus(undefined, createInsertPatch("/parts/0/text", 2, "!")),
    );
    expect(registry.drafts.map((draft) => getDraftTexts(draft, 9))).toEqual([["Aa!"], ["B"]]);
    expect(noticed).toEqual([[], ["NoFinal"], [], []]);
  });

  test("by either of two ids, where the root has another than its patches", () => {
    const { registry, noticed } = replayPayloads(
      createPatchStatus("beside", createRootPatch("inside", [createTextPart("a")])),
      createPatchStatus("beside", createInsertPatch("/parts/0/text", 1, "b")),
      createMessageStatus("TASK_STATE_COMPLETED", "inside", [createTextPart("ab")]),
    );
    expect(registry.drafts).toHaveLength(1);
    expect(registry.drafts[0]?.finalMessage?.mismatch).toBeNull();
    expect(noticed).toEqual([["IdDiff"], [], []]);
  });

  test("a new one, where its message was never begun or is already settled", () => {
    const { registry, noticed } = replayPayloads(
      createPatchStatus("a", createInsertPatch("/parts/0/text", 9, "late")),
      createMessageStatus("TASK_STATE_WORKING", "a", [createTextPart("not so late")]),
      createPatchStatus("a", createInsertPatch("/parts/0/text", 4, "again")),
    );
    expect(registry.drafts.map(({ firstEvent }) => firstEvent)).toEqual([0, 2]);
    expect(noticed).toEqual([["NoRoot"], [], ["NoRoot"]]);
  });

  test("the same one, where its root comes again", () => {
    const { registry } = replayPayloads(
      createPatchStatus("a", createRootPatch("a", [createTextPart("first")])),
      createPatchStatus("a", createRootPatch("a", [createTextPart("second")])),
    );
    expect(registry.drafts).toHaveLength(1);
    expect([0, 1].map((n) => getDraftTexts(registry.drafts[0], n))).toEqual([
      ["first"],
      ["second"],
    ]);
  });

  test("one without a name, where nobody names it", () => {
    const { registry, noticed } = replayPayloads(
      createPatchStatus(undefined, createRootPatch(undefined, [createTextPart("a")])),
      createPatchStatus(undefined, createInsertPatch("/parts/0/text", 1, "b")),
      createPatchStatus(undefined, createRootPatch(undefined, [createTextPart("c")])),
    );
    expect(registry.drafts.map((draft) => getDraftTexts(draft, 9))).toEqual([["ab"], ["c"]]);
    expect(noticed).toEqual([["NoId"], [], ["NoId", "NoFinal"]]);
  });
});

describe("what stands under the extension's URI", () => {
  test("is found at any host, in either spelling, with or without a list", () => {
    const camel = { messageUpdate: createRootPatch("a", [createTextPart("x")]), messageId: "a" };
    const metadata = { "https://other.example/ext/ui/streaming/v1": camel };
    const registry = new DraftRegistry();
    expect(getIssueNames(registry.applyPatches(getStreamingUpdate(metadata), 0))).toEqual([
      "BareOp",
    ]);
    expect(getDraftTexts(registry.drafts[0], 0)).toEqual(["x"]);
    const spelled = { op: "replace", path: "", value: { messageId: "b", parts: [] } };
    registry.applyPatches({ message_update: [spelled] }, 1);
    expect(registry.drafts[1]?.messageId).toBe("b");
  });

  test("may be missing", () => {
    for (const metadata of [
      null,
      undefined,
      "text",
      [],
      {},
      { [`${STREAMING_EXTENSION_URI}1`]: {} },
    ]) {
      expect(getStreamingUpdate(metadata)).toBeUndefined();
    }
  });

  test("may be several operations at once", () => {
    const { registry } = replayPayloads(
      createPatchStatus(
        "a",
        createRootPatch("a", []),
        createAddPatch("/parts/-", createTextPart("x")),
        createInsertPatch("/parts/0/text", 1, "y"),
      ),
    );
    expect(getDraftTexts(registry.drafts[0], 0)).toEqual(["xy"]);
  });

  test("may be anything at all", () => {
    fc.assert(
      fc.property(fc.array(fc.anything(), { maxLength: 6 }), fc.anything(), (ops, anything) => {
        const registry = new DraftRegistry();
        registry.applyPatches(anything, 0);
        registry.applyPatches({ message_update: anything, message_id: ops }, 1);
        const notes = registry.applyPatches({ message_update: ops }, 2);
        if (ops.length > 0 && !ops.some(isOperation)) expect(notes).not.toBe(0);
        for (const draft of registry.drafts) draft.partsAt(2);
      }),
    );
  });
});

const isOperation = (it: unknown) => typeof it === "object" && it !== null && "op" in it;

describe("a whole message", () => {
  const settled = (draft: unknown[], message: unknown[]) =>
    replayPayloads(
      createPatchStatus("a", createRootPatch("a", draft)),
      createMessageStatus("TASK_STATE_COMPLETED", "a", message),
    ).registry.drafts[0]?.finalMessage;
  const file = { url: "https://files.example/f", filename: "f" };

  test.each<[string, unknown[], unknown[], unknown]>([
    [
      "as streamed",
      [createTextPart("ab")],
      [createTextPart("ab")],
      { streamedParts: 1, mismatch: null },
    ],
    [
      "with more parts",
      [createTextPart("ab")],
      [createTextPart("ab"), file],
      { streamedParts: 1, mismatch: null },
    ],
    ["of nothing streamed", [], [createTextPart("ab")], { streamedParts: 0, mismatch: null }],
    [
      "without an empty text",
      [createTextPart(""), createTextPart("ab")],
      [createTextPart("ab")],
      { streamedParts: 1, mismatch: null },
    ],
    [
      "with an empty text",
      [createTextPart(""), createTextPart("a")],
      [createTextPart(""), createTextPart("a")],
      { streamedParts: 2 },
    ],
    [
      "with keys in another order",
      [{ data: { a: 1, b: [{}] } }],
      [{ data: { b: [{}], a: 1 } }],
      { streamedParts: 1, mismatch: null },
    ],
    [
      "with other text",
      [file, createTextPart("abc")],
      [file, createTextPart("abX")],
      { streamedParts: 2, mismatch: { draftPart: 1, part: 1, offset: 2 } },
    ],
    [
      "with longer text",
      [createTextPart("ab")],
      [createTextPart("abc")],
      { streamedParts: 1, mismatch: { draftPart: 0, part: 0, offset: 2 } },
    ],
    [
      "with another file",
      [file],
      [{ ...file, filename: "g" }],
      { streamedParts: 1, mismatch: { draftPart: 0, part: 0, offset: null } },
    ],
    [
      "with a longer list",
      [{ data: [1] }],
      [{ data: [1, 2] }],
      { streamedParts: 1, mismatch: { draftPart: 0, part: 0, offset: null } },
    ],
    [
      "with text of another type",
      [{ ...createTextPart("a"), mediaType: "text/plain" }],
      [{ ...createTextPart("a"), mediaType: "text/markdown" }],
      { streamedParts: 1, mismatch: { draftPart: 0, part: 0, offset: null } },
    ],
    [
      "with fewer parts",
      [createTextPart("a"), createTextPart("b")],
      [createTextPart("a")],
      { streamedParts: 1, mismatch: { draftPart: 1, part: 1, offset: 0 } },
    ],
  ])("%s", (_, draft, message, expected) => {
    expect(settled(draft, message)).toMatchObject(expected as object);
  });

  test("ends its draft: patches without an id begin another", () => {
    const { registry, noticed } = replayPayloads(
      createPatchStatus("a", createRootPatch("a", [createTextPart("x")])),
      createMessageStatus("TASK_STATE_WORKING", "a", [createTextPart("x")]),
      createPatchStatus(undefined, createAddPatch("/parts/-", createTextPart("y"))),
    );
    expect(registry.drafts.map((draft) => getDraftTexts(draft, 9))).toEqual([["x"], ["y"]]);
    expect(states(registry, 9)).toEqual(["settled", "open"]);
    expect(noticed[2]).toEqual(["NoRoot", "NoId"]);
  });

  test("of another id settles nothing", () => {
    const { registry } = replayPayloads(
      createPatchStatus("a", createRootPatch("a", [createTextPart("x")])),
      createMessageStatus("TASK_STATE_WORKING", "b", [createTextPart("x")]),
    );
    expect(states(registry, 9)).toEqual(["open"]);
  });

  test("nested without end is compared all the same", () => {
    const deep = () => JSON.parse(`${"[".repeat(10_000)}${"]".repeat(10_000)}`);
    expect(settled([{ data: deep() }], [{ data: deep() }])).toMatchObject({ mismatch: null });
  });
});

describe("a draft without its message", () => {
  test("is lost when the task fails", () => {
    const { registry } = replayPayloads(
      createPatchStatus("a", createRootPatch("a", [createTextPart("par")])),
      createPatchStatus("a", createInsertPatch("/parts/0/text", 3, "tial")),
      createMessageStatus("TASK_STATE_FAILED", "error", [createTextPart("broke")]),
    );
    expect([0, 1, 2].map((n) => states(registry, n))).toEqual([["open"], ["open"], ["lost"]]);
    expect(getDraftTexts(registry.drafts[0], 2)).toEqual(["partial"]);
  });

  test("is found again when patches or the message come after all", () => {
    const { registry } = replayPayloads(
      createPatchStatus("a", createRootPatch("a", [createTextPart("a")])),
      createPatchStatus("b", createRootPatch("b", [createTextPart("b")])),
      createPatchStatus("a", createInsertPatch("/parts/0/text", 1, "!")),
    );
    expect(registry.loseOpenDrafts(3).map(({ messageId }) => messageId)).toEqual(["a", "b"]);
    expect(registry.loseOpenDrafts(4)).toEqual([]);
    registry.applyPatches(
      { message_update: [createInsertPatch("/parts/0/text", 1, "!")], message_id: "b" },
      5,
    );
    expect([0, 1, 2, 3, 5].map((n) => states(registry, n))).toEqual([
      ["open", "open"],
      ["lost", "open"],
      ["open", "open"],
      ["lost", "lost"],
      ["lost", "open"],
    ]);
  });
});
