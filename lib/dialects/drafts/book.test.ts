import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DraftBook, streamingIn } from "./book.ts";
import {
  names,
  patches,
  put,
  root,
  text,
  texts,
  told,
  type,
  URI,
  whole,
} from "./drafts.testkit.ts";

const states = (book: DraftBook, n: number) => book.drafts.map((draft) => draft.stateAt(n));

describe("which draft a patch goes to", () => {
  test("the one named beside it, else the one patched last", () => {
    const { book, noticed } = told(
      patches("a", root("a", [text("A")])),
      patches("b", root("b", [text("B")])),
      patches("a", type("/parts/0/text", 1, "a")),
      patches(undefined, type("/parts/0/text", 2, "!")),
    );
    expect(book.drafts.map((draft) => texts(draft, 9))).toEqual([["Aa!"], ["B"]]);
    expect(noticed).toEqual([[], ["NoFinal"], [], []]);
  });

  test("by either of two ids, where the root has another than its patches", () => {
    const { book, noticed } = told(
      patches("beside", root("inside", [text("a")])),
      patches("beside", type("/parts/0/text", 1, "b")),
      whole("TASK_STATE_COMPLETED", "inside", [text("ab")]),
    );
    expect(book.drafts).toHaveLength(1);
    expect(book.drafts[0]?.settlement?.mismatch).toBeNull();
    expect(noticed).toEqual([["IdDiff"], [], []]);
  });

  test("a new one, where its message was never begun or is already settled", () => {
    const { book, noticed } = told(
      patches("a", type("/parts/0/text", 9, "late")),
      whole("TASK_STATE_WORKING", "a", [text("not so late")]),
      patches("a", type("/parts/0/text", 4, "again")),
    );
    expect(book.drafts.map(({ birth }) => birth)).toEqual([0, 2]);
    expect(noticed).toEqual([["NoRoot"], [], ["NoRoot"]]);
  });

  test("the same one, where its root comes again", () => {
    const { book } = told(
      patches("a", root("a", [text("first")])),
      patches("a", root("a", [text("second")])),
    );
    expect(book.drafts).toHaveLength(1);
    expect([0, 1].map((n) => texts(book.drafts[0], n))).toEqual([["first"], ["second"]]);
  });

  test("one without a name, where nobody names it", () => {
    const { book, noticed } = told(
      patches(undefined, root(undefined, [text("a")])),
      patches(undefined, type("/parts/0/text", 1, "b")),
      patches(undefined, root(undefined, [text("c")])),
    );
    expect(book.drafts.map((draft) => texts(draft, 9))).toEqual([["ab"], ["c"]]);
    expect(noticed).toEqual([["NoId"], [], ["NoId", "NoFinal"]]);
  });
});

describe("what stands under the extension's URI", () => {
  test("is found at any host, in either spelling, with or without a list", () => {
    const camel = { messageUpdate: root("a", [text("x")]), messageId: "a" };
    const metadata = { "https://other.example/ext/ui/streaming/v1": camel };
    const book = new DraftBook();
    expect(names(book.patch(streamingIn(metadata), 0))).toEqual(["BareOp"]);
    expect(texts(book.drafts[0], 0)).toEqual(["x"]);
    const spelled = { op: "replace", path: "", value: { messageId: "b", parts: [] } };
    book.patch({ message_update: [spelled] }, 1);
    expect(book.drafts[1]?.messageId).toBe("b");
  });

  test("may be missing", () => {
    for (const metadata of [null, undefined, "text", [], {}, { [`${URI}1`]: {} }]) {
      expect(streamingIn(metadata)).toBeUndefined();
    }
  });

  test("may be several operations at once", () => {
    const { book } = told(
      patches("a", root("a", []), put("/parts/-", text("x")), type("/parts/0/text", 1, "y")),
    );
    expect(texts(book.drafts[0], 0)).toEqual(["xy"]);
  });

  test("may be anything at all", () => {
    fc.assert(
      fc.property(fc.array(fc.anything(), { maxLength: 6 }), fc.anything(), (ops, anything) => {
        const book = new DraftBook();
        book.patch(anything, 0);
        book.patch({ message_update: anything, message_id: ops }, 1);
        const notes = book.patch({ message_update: ops }, 2);
        if (ops.length > 0 && !ops.some(isOperation)) expect(notes).not.toBe(0);
        for (const draft of book.draftsAt(2)) draft.partsAt(2);
      }),
    );
  });
});

const isOperation = (it: unknown) => typeof it === "object" && it !== null && "op" in it;

describe("a whole message", () => {
  const settled = (draft: unknown[], message: unknown[]) =>
    told(patches("a", root("a", draft)), whole("TASK_STATE_COMPLETED", "a", message)).book.drafts[0]
      ?.settlement;
  const file = { url: "https://files.example/f", filename: "f" };

  test.each<[string, unknown[], unknown[], unknown]>([
    ["as streamed", [text("ab")], [text("ab")], { streamed: 1, mismatch: null }],
    ["with more parts", [text("ab")], [text("ab"), file], { streamed: 1, mismatch: null }],
    ["of nothing streamed", [], [text("ab")], { streamed: 0, mismatch: null }],
    [
      "without an empty text",
      [text(""), text("ab")],
      [text("ab")],
      { streamed: 1, mismatch: null },
    ],
    ["with an empty text", [text(""), text("a")], [text(""), text("a")], { streamed: 2 }],
    [
      "with keys in another order",
      [{ data: { a: 1, b: [{}] } }],
      [{ data: { b: [{}], a: 1 } }],
      { streamed: 1, mismatch: null },
    ],
    [
      "with other text",
      [file, text("abc")],
      [file, text("abX")],
      { streamed: 2, mismatch: { draftPart: 1, part: 1, offset: 2 } },
    ],
    [
      "with longer text",
      [text("ab")],
      [text("abc")],
      { streamed: 1, mismatch: { draftPart: 0, part: 0, offset: 2 } },
    ],
    [
      "with another file",
      [file],
      [{ ...file, filename: "g" }],
      { streamed: 1, mismatch: { draftPart: 0, part: 0, offset: null } },
    ],
    [
      "with a longer list",
      [{ data: [1] }],
      [{ data: [1, 2] }],
      { streamed: 1, mismatch: { draftPart: 0, part: 0, offset: null } },
    ],
    [
      "with text of another type",
      [{ ...text("a"), mediaType: "text/plain" }],
      [{ ...text("a"), mediaType: "text/markdown" }],
      { streamed: 1, mismatch: { draftPart: 0, part: 0, offset: null } },
    ],
    [
      "with fewer parts",
      [text("a"), text("b")],
      [text("a")],
      { streamed: 1, mismatch: { draftPart: 1, part: 1, offset: 0 } },
    ],
  ])("%s", (_, draft, message, expected) => {
    expect(settled(draft, message)).toMatchObject(expected as object);
  });

  test("ends its draft: patches without an id begin another", () => {
    const { book, noticed } = told(
      patches("a", root("a", [text("x")])),
      whole("TASK_STATE_WORKING", "a", [text("x")]),
      patches(undefined, put("/parts/-", text("y"))),
    );
    expect(book.drafts.map((draft) => texts(draft, 9))).toEqual([["x"], ["y"]]);
    expect(states(book, 9)).toEqual(["settled", "open"]);
    expect(noticed[2]).toEqual(["NoRoot", "NoId"]);
  });

  test("of another id settles nothing", () => {
    const { book } = told(
      patches("a", root("a", [text("x")])),
      whole("TASK_STATE_WORKING", "b", [text("x")]),
    );
    expect(states(book, 9)).toEqual(["open"]);
  });

  test("nested without end is compared all the same", () => {
    const deep = () => JSON.parse(`${"[".repeat(10_000)}${"]".repeat(10_000)}`);
    expect(settled([{ data: deep() }], [{ data: deep() }])).toMatchObject({ mismatch: null });
  });
});

describe("a draft without its message", () => {
  test("is lost when the task fails", () => {
    const { book } = told(
      patches("a", root("a", [text("par")])),
      patches("a", type("/parts/0/text", 3, "tial")),
      whole("TASK_STATE_FAILED", "error", [text("broke")]),
    );
    expect([0, 1, 2].map((n) => states(book, n))).toEqual([["open"], ["open"], ["lost"]]);
    expect(texts(book.drafts[0], 2)).toEqual(["partial"]);
  });

  test("is found again when patches or the message come after all", () => {
    const { book } = told(
      patches("a", root("a", [text("a")])),
      patches("b", root("b", [text("b")])),
      patches("a", type("/parts/0/text", 1, "!")),
    );
    expect(book.end(3).map(({ messageId }) => messageId)).toEqual(["a", "b"]);
    expect(book.end(4)).toEqual([]);
    book.patch({ message_update: [type("/parts/0/text", 1, "!")], message_id: "b" }, 5);
    expect([0, 1, 2, 3, 5].map((n) => states(book, n))).toEqual([
      ["open", "open"],
      ["lost", "open"],
      ["open", "open"],
      ["lost", "lost"],
      ["lost", "open"],
    ]);
    expect(book.draftsAt(0)).toHaveLength(1);
  });
});
