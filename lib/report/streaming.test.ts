import { describe, expect, test } from "vitest";
import {
  createLogReport,
  createStreamLog,
  createTask,
  foldRecords,
  ReportLog,
  status,
} from "../../fixtures/event-builders.ts";
import {
  createPatchAdd,
  createPatchEvent,
  createPatchInsert,
  createPatchRoot,
  createPatchTextPart,
  createWholeMessage,
  PATCH_EXTENSION_URI,
} from "../../fixtures/patches.ts";
import { readFixture } from "../../fixtures/read-fixture.ts";
import { Interpretation } from "../dialects/interpretation.ts";
import type { Item } from "../dialects/item.ts";
import { getItemChunkedTextAt, getItemTextAt } from "../dialects/item-content.ts";
import { createRow, RowList } from "../dialects/rows.ts";
import { ALL_DIALECTS, NO_DIALECTS, NO_FILTER } from "../dialects/settings.ts";
import { Ingest } from "../timeline/ingest.ts";
import { findChunkOfEvent } from "../timeline/provenance.ts";
import type { Report } from "./json.ts";

const TRAJECTORY = "https://a2a-extensions.adk.kagenti.dev/ui/trajectory/v1";
const CITATION = "https://a2a-extensions.adk.kagenti.dev/ui/citation/v1";

const shape = (name: string, n?: number): Report =>
  createLogReport(foldRecords(readFixture(`shapes/streaming-${name}.sse`).records), n);

const rows = ({ entries }: Report) =>
  entries.map(({ kind, title, text, events }) => [kind, title, text, events.join("–")]);
const rules = ({ findings }: Report) => findings.map(({ rule, events }) => [rule, ...events]);
const drafts = (report: Report) => report.tasks.flatMap((it) => it.drafts);

function read(log: ReportLog): Interpretation {
  return new Interpretation(log.timeline).update();
}

function draftItems(interpretation: Interpretation): Item[] {
  return interpretation.items.filter((item) => interpretation.details.get(item)?.kind === "draft");
}

describe("a streamed message", () => {
  const hello = [
    createPatchEvent("d1", createPatchRoot("d1", [createPatchTextPart("Hello")])),
    createPatchEvent("d1", createPatchInsert(5, " big")),
    createPatchEvent("d1", createPatchInsert(9, " world")),
    createWholeMessage("completed", "d1", [createPatchTextPart("Hello big world")]),
  ];

  test("grows in one row, and the final message adds nothing", () => {
    const log = createStreamLog(...hello);
    const grown = ["Hello", "Hello big", "Hello big world", "Hello big world"];
    for (const [n, said] of grown.entries()) {
      expect(rows(log.reportAt(n)).filter(([kind]) => kind === "message")).toEqual([
        ["message", "agent", said, `0–${n}`],
      ]);
      expect(drafts(log.reportAt(n))).toEqual([
        { messageId: "d1", text: [said], metadata: {}, settled: n === 3 },
      ]);
    }
    expect(log.report.entries.map(({ dialect, why }) => [dialect, why])).toContainEqual([
      "streaming",
      `extension ${PATCH_EXTENSION_URI}`,
    ]);
    expect(log.report.findings).toEqual([]);
  });

  test("maps each character to the patch that added it", () => {
    const interpretation = read(createStreamLog(...hello, status("working")));
    const [item] = draftItems(interpretation);
    if (!item) throw new Error("no draft");
    const chunked = getItemChunkedTextAt(interpretation, item, 3);
    const events = [..."Hello big world"].map(
      (_, i) => chunked?.chunkAt(chunked.chunkOfCharacter(i)).event,
    );
    expect(events).toEqual([0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2]);
    expect(chunked?.chunksAt(1)).toBe(2);
    expect(getItemTextAt(interpretation, item, 1)).toBe("Hello big");
    expect(getItemTextAt(interpretation, item, 2, 7)).toBe("Hello b");
    expect(item.events.count).toBe(4);
    expect(item.events.bytesAt(3)).toBeGreaterThan(item.events.bytesAt(2));
  });

  test("continues with the final message if that is longer", () => {
    const log = createStreamLog(
      createPatchEvent("d1", createPatchRoot("d1", [createPatchTextPart("Hello")])),
      createWholeMessage("working", "d1", [
        createPatchTextPart("Hello"),
        createPatchTextPart(", checkpoint"),
      ]),
    );
    expect(rows(log.reportAt(0)).at(-1)).toEqual(["message", "agent", "Hello", "0–0"]);
    expect(rows(log.report).at(-1)).toEqual(["message", "agent", "Hello, checkpoint", "0–1"]);
    const interpretation = read(log);
    const [item] = draftItems(interpretation);
    if (!item) throw new Error("no draft");
    const chunked = getItemChunkedTextAt(interpretation, item, 1);
    expect(chunked?.chunkAt(1)).toEqual({ event: 1, from: 5, to: 17, parts: 1 });
  });

  test("stays separate from a final message with different content", () => {
    const log = createStreamLog(
      createPatchEvent("d1", createPatchRoot("d1", [createPatchTextPart("Hello")])),
      createWholeMessage("completed", "d1", [createPatchTextPart("Goodbye")]),
    );
    expect(rows(log.report).slice(1)).toEqual([
      ["state", "working", null, "0–0"],
      ["message", "agent", "Hello", "0–0"],
      ["state", "completed", "Goodbye", "1–1"],
      ["message", "agent", "Goodbye", "1–1"],
    ]);
    expect(rules(log.report)).toEqual([["KST-MISMATCH", 1]]);
  });

  test("is not completed by another message", () => {
    const log = createStreamLog(
      createPatchEvent("d1", createPatchRoot("d1", [createPatchTextPart("Hello")])),
      createWholeMessage("completed", "m2", [createPatchTextPart("Hello")]),
    );
    expect(log.report.entries.filter(({ kind }) => kind === "message")).toHaveLength(2);
    expect(drafts(log.report)[0]?.settled).toBe(false);
    expect(rules(log.report)).toEqual([["KST-NO-FINAL", 1]]);
  });

  test("an edit other than an append creates a revision, correct at every event", () => {
    const log = createStreamLog(
      createPatchEvent("d1", createPatchRoot("d1", [createPatchTextPart("Helo")])),
      createPatchEvent("d1", createPatchInsert(2, "l")),
      createPatchEvent("d1", createPatchInsert(5, " there")),
      createPatchEvent("d1", createPatchRoot("d1", [createPatchTextPart("Bye")])),
    );
    const interpretation = read(log);
    const [item] = draftItems(interpretation);
    if (!item) throw new Error("no draft");
    const said = ["Helo", "Hello", "Hello there", "Bye"];
    expect(said.map((_, n) => getItemTextAt(interpretation, item, n))).toEqual(said);
    const chunks = (n: number) => {
      const chunked = getItemChunkedTextAt(interpretation, item, n);
      return Array.from({ length: chunked?.chunksAt(n) ?? 0 }, (_, i) => chunked?.chunkAt(i).event);
    };
    expect([0, 1, 2, 3].map(chunks)).toEqual([[0], [0, 1, 0], [0, 1, 0, 2], [3]]);
    const own = [0, 1, 2, 3].map((n) => {
      const chunked = getItemChunkedTextAt(interpretation, item, n);
      return chunked && findChunkOfEvent(chunked, n);
    });
    expect(own).toEqual([0, 1, 3, 0]);
  });

  test("that starts with metadata stays one draft of its own patches", () => {
    const log = createStreamLog(
      createPatchEvent("d1", createPatchRoot("d1", [], { metadata: { note: 1 } })),
      createPatchEvent("d1", createPatchAdd("/parts/-", createPatchTextPart("Hello"))),
      createWholeMessage("completed", "d1", [createPatchTextPart("Hello")]),
    );
    const [said] = log.report.entries.filter(({ kind }) => kind === "message");
    expect(said).toMatchObject({
      text: "Hello",
      dialect: "streaming",
      why: `extension ${PATCH_EXTENSION_URI}`,
    });
    expect(said?.events).toEqual([0, 2]);
  });

  test("is searched for inline content once complete, as any message is", () => {
    const thinks = "<think>The tide turns at four.</think>High water.";
    const found = (log: ReportLog) =>
      log.report.entries.filter(({ kind }) => kind === "thought").map((entry) => entry.text);
    const streamed = createStreamLog(
      createPatchEvent("d1", createPatchRoot("d1", [createPatchTextPart("<think>The tide")])),
      createPatchEvent("d1", createPatchInsert(15, " turns at four.</think>High water.")),
      createWholeMessage("completed", "d1", [createPatchTextPart(thinks)]),
    );
    expect(found(streamed)).toEqual(["The tide turns at four."]);
    expect(
      found(createStreamLog(createWholeMessage("completed", "d1", [createPatchTextPart(thinks)]))),
    ).toEqual(found(streamed));
  });

  test("keeps other metadata of its events with the state", () => {
    const event = createPatchEvent(
      "d1",
      createPatchRoot("d1", [createPatchTextPart("a")], { metadata: { "urn:x/a": 1 } }),
    );
    const metadata = { ...(event.metadata as object), "https://other.example/v1": { b: 2 } };
    const { entries } = createStreamLog({ ...event, metadata }).report;
    const beside = entries.flatMap(({ kind, attachments }) =>
      attachments.map(({ key }) => [kind, key]),
    );
    expect(beside).toContainEqual(["state", "https://other.example/v1"]);
  });

  test("is found by its final text", () => {
    const ingest = new Ingest();
    const list = new RowList(new Interpretation(ingest.timeline), "all", {
      ...NO_FILTER,
      query: "big",
    });
    const counts = createStreamLog(...hello).records.map((record) => {
      ingest.push(record);
      list.update();
      return list.count;
    });
    expect(counts).toEqual([0, 0, 0, 1, 1, 1]);
  });
});

describe("the extension's sequences", () => {
  test("text, a file, text, and metadata that comes first and grows", () => {
    const report = shape("metadata");
    expect(rows(report).slice(2)).toEqual([
      ["state", "working", null, "1–8"],
      ["message", "agent", "High water is at 04:12Mind the wind.", "2–9"],
      ["state", "completed", "High water is at 04:12Mind the wind.", "9–9"],
    ]);
    expect(drafts(shape("metadata", 2))).toMatchObject([
      { text: [], metadata: { [TRAJECTORY]: [{ title: "Look up" }] }, settled: false },
    ]);
    expect(drafts(shape("metadata", 8))).toMatchObject([
      {
        text: ["High water is at 04:12", "Mind the wind."],
        metadata: {
          [TRAJECTORY]: [{ title: "Look up" }, { title: "Read" }],
          [CITATION]: [{ title: "Tide table" }],
        },
      },
    ]);
    expect(rules(report)).toEqual([["LC-RESULT-IN-MSG", 9]]);
  });

  test("metadata is attached to the draft as it arrives, and only once", () => {
    const said = (n: number) =>
      shape("metadata", n).entries.flatMap(({ kind, attachments }) =>
        attachments.map(({ means, value }) => [kind, means, value]),
      );
    const steps = (...titles: string[]) =>
      titles.map((title) => expect.objectContaining({ title }));
    expect([2, 4].map(said)).toEqual([
      [["message", "steps", steps("Look up")]],
      [["message", "steps", steps("Look up")]],
    ]);
    expect(said(5)).toEqual([["message", "steps", steps("Look up", "Read")]]);
    for (const n of [8, 9]) {
      expect(said(n)).toEqual([
        ["message", "steps", steps("Look up", "Read")],
        ["message", "citations", steps("Tide table")],
      ]);
    }
  });

  test("several messages in a turn, an artifact between them, a question", () => {
    expect(rows(shape("cycles")).slice(2)).toEqual([
      ["state", "working", null, "1–8"],
      ["message", "agent", "First leg. — checkpoint", "1–5"],
      ["artifact", "chart", "54°22′N", "6–6"],
      ["message", "agent", "Which crew?(two or four)", "7–9"],
      ["state", "input-required", "Which crew?(two or four)", "9–9"],
    ]);
    expect(drafts(shape("cycles"))).toEqual([
      { messageId: "bd-1", text: ["First leg.", " — "], metadata: {}, settled: true },
      { messageId: "bd-2", text: ["Which crew?"], metadata: {}, settled: true },
    ]);
    expect(drafts(shape("cycles", 6)).map(({ settled }) => settled)).toEqual([true]);
  });

  test("positions in code points, and in UTF-16 units with an issue", () => {
    const report = shape("0.3");
    expect(drafts(report).map((draft) => draft.text)).toEqual([["👍 ok 🎉"], ["🌍 all!"]]);
    expect(rows(report).filter(([kind]) => kind === "message")).toEqual([
      ["message", "agent", "👍 ok 🎉", "1–4"],
      ["message", "agent", "🌍 all!", "5–8"],
    ]);
    expect(rules(report)).toEqual([["KST-UTF16", 6, 7]]);
  });

  test("an interrupted message stays as far as it arrived", () => {
    const report = shape("lost");
    expect(rows(report).slice(2)).toEqual([
      ["state", "working", null, "1–2"],
      ["message", "agent", "Leaving the harbour", "1–2"],
      ["state", "failed", "RuntimeError: the mast broke", "3–3"],
      ["message", "agent", "RuntimeError: the mast broke", "3–3"],
    ]);
    expect(drafts(report)).toMatchObject([{ messageId: "ld-1", settled: false }]);
    expect(rules(report)).toEqual([["KST-LOST-DRAFT", 3]]);
    expect(rules(shape("lost", 2))).toEqual([]);
  });

  test("every irregularity is shown and reported", () => {
    const report = shape("odd");
    expect(drafts(report)).toEqual([
      { messageId: "od-0", text: ["late"], metadata: {}, settled: false },
      { messageId: "od-1", text: ["", "Hey, llo!", "end"], metadata: {}, settled: true },
    ]);
    expect(rules(report)).toEqual([
      ["KST-NO-ROOT", 1],
      ["KST-NO-FINAL", 2],
      ["KST-EMPTY-FIRST", 4],
      ["KST-RANGE", 6],
      ["KST-BAD-OP", 7],
      ["KST-PATH", 8],
      ["KST-BARE-OP", 9],
      ["LC-RESULT-IN-MSG", 10],
      ["KST-MISMATCH", 10],
    ]);
  });

  test("rows are the same with and without the extension", () => {
    const said = (name: string) => {
      const { timeline } = foldRecords(readFixture(`shapes/streaming-${name}.sse`).records);
      const interpretation = new Interpretation(timeline).update();
      return interpretation.items
        .filter((item) => item.isRowAt(timeline.lastEvent))
        .map((item) => createRow(interpretation, item, timeline.lastEvent))
        .map(({ kind, title, preview, isLiteral }) => `${kind} ${title} ${preview} ${isLiteral}`);
    };
    expect(said("extension").sort()).toEqual(said("off").sort());
    const last = (name: string) =>
      rows(shape(name)).map(([kind, title, shown]) => [kind, title, shown]);
    expect(last("extension").sort()).toEqual(last("off").sort());
    expect(drafts(shape("off"))).toEqual([]);
  });
});

describe("attachments of a draft", () => {
  const steps = { uri: "urn:x/steps", means: "steps" as const };
  const family = {
    id: "x",
    label: "X",
    detectors: [
      {
        source: "extension" as const,
        key: steps.uri,
        meaning: steps.means,
        confidence: "certain" as const,
      },
      {
        source: "data" as const,
        key: "call",
        meaning: "tool-call" as const,
        confidence: "likely" as const,
      },
      {
        source: "extension" as const,
        key: /streaming\/v1$/,
        meaning: "draft" as const,
        confidence: "certain" as const,
      },
    ],
  };
  const log = createStreamLog(
    createPatchEvent(
      "d1",
      createPatchRoot("d1", [createPatchTextPart("a")], { metadata: { [steps.uri]: [1] } }),
    ),
    createPatchEvent("d1", createPatchAdd("/metadata/urn:x~1steps/1", 2)),
    createPatchEvent("d1", createPatchAdd("/parts/-", { data: { call: "read_tide" } })),
    createPatchEvent("d1", createPatchAdd("/parts/-", createPatchTextPart("b"))),
    createWholeMessage(
      "completed",
      "d1",
      [
        createPatchTextPart("a"),
        { kind: "data", data: { call: "read_tide" } },
        createPatchTextPart("b"),
      ],
      { metadata: { [steps.uri]: [1, 2, 3] } },
    ),
  );
  const interpretation = new Interpretation(log.timeline, undefined, [family]).update();
  const [item] = draftItems(interpretation);

  test("are attached as of each event, and only once", () => {
    const shown = (n: number) =>
      item?.attachmentsAt(n).map(({ meaning, value }) => [meaning, value]);
    expect([0, 1, 3, 4].map(shown)).toEqual([
      [["steps", [1]]],
      [["steps", [1, 2]]],
      [["steps", [1, 2]]],
      [["steps", [1, 2, 3]]],
    ]);
  });

  test("have the usual meanings, and the final message does not repeat them", () => {
    expect(
      interpretation.tools.map((call) => [call.firstEvent, call.item.parent === item]),
    ).toEqual([[2, true]]);
  });
});

describe("switched off", () => {
  const log = createStreamLog(
    createPatchEvent("d1", createPatchRoot("d1", [createPatchTextPart("Hello")])),
    createWholeMessage("completed", "d1", [createPatchTextPart("Hello")]),
  );
  const off = [
    NO_DIALECTS,
    { ...ALL_DIALECTS, frameworks: ["streaming"] },
    { ...ALL_DIALECTS, kinds: ["message" as const] },
  ];

  test.each(off)("%j shows the rows of plain A2A", (settings) => {
    const { timeline } = log;
    const interpretation = new Interpretation(timeline, settings).update();
    const { entries, tasks, findings } = createLogReport(
      foldRecords(log.records),
      1,
      interpretation,
    );
    expect(entries).toHaveLength(timeline.entries.length);
    expect(tasks[0]?.drafts).toEqual([]);
    expect(findings).toEqual([]);
  });
});

describe("streams of one task", () => {
  const one = [
    createPatchEvent("d1", createPatchRoot("d1", [createPatchTextPart("Hel")])),
    createPatchEvent("d1", createPatchInsert(3, "lo")),
    createPatchEvent("d1", createPatchInsert(5, "!")),
  ];
  const end = {
    ...createWholeMessage("completed", "d1", [createPatchTextPart("Hello!")]),
    final: true,
  };
  const begun = () =>
    new ReportLog()
      .addRequest("message/stream", { message: { role: "user", messageId: "u", parts: [] } })
      .addHead()
      .addEvents(createTask("working"));

  test("in parallel apply each patch once", () => {
    const log = begun()
      .addRequest("tasks/resubscribe", { id: "t1" }, "x2")
      .addHead(200, undefined, "x2");
    for (const event of [...one, end]) log.addEventsTo("x1", event).addEventsTo("x2", event);
    expect(drafts(log.report)).toMatchObject([{ text: ["Hello!"], settled: true }]);
    expect(log.report.findings.filter(({ rule }) => rule.startsWith("KST"))).toEqual([]);
  });

  test("one after the other form one draft", () => {
    const [first, ...others] = one;
    const log = begun()
      .addEvents(first)
      .addEnd("reset")
      .addRequest("tasks/resubscribe", { id: "t1" }, "x2")
      .addHead(200, undefined, "x2")
      .addEventsTo("x2", ...others, end);
    expect(drafts(log.report)).toMatchObject([{ text: ["Hello!"], settled: true }]);
    expect(log.report.entries.filter(({ text }) => text === "Hello!")).toHaveLength(2);
  });

  test("joined in the middle of a message lack its beginning without a problem", () => {
    const log = new ReportLog()
      .addRequest("tasks/resubscribe", { id: "t1" })
      .addHead()
      .addEvents(createTask("working"), ...one.slice(1), end);
    const messages = (n: number) => rows(log.reportAt(n)).filter(([kind]) => kind === "message");
    expect(messages(2)).toEqual([["message", "agent", "lo!", "1–2"]]);
    expect(messages(3)).toEqual([["message", "agent", "Hello!", "1–3"]]);
    expect(drafts(log.report)).toMatchObject([{ text: ["lo!"], settled: true }]);
    expect(rules(log.report)).toEqual([]);
  });

  test("that end before the message is complete lose it, unless Loupe closed the connection", () => {
    expect(
      rules(
        begun()
          .addEvents(...one)
          .addEnd("reset").report,
      ),
    ).toContainEqual(["KST-NO-FINAL", 3]);
    expect(
      rules(
        begun()
          .addEvents(...one)
          .addEnd("complete").report,
      ),
    ).toContainEqual(["KST-NO-FINAL", 3]);
    const { report: aborted } = begun()
      .addEvents(...one)
      .addEnd("aborted");
    expect(rules(aborted)).toEqual([]);
    expect(
      rules(
        begun()
          .addEvents(...one, end)
          .addEnd().report,
      ),
    ).toEqual([]);
  });
});
