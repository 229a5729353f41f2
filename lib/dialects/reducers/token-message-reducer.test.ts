import { describe, expect, test } from "vitest";
import {
  createArtifactUpdate,
  createMessage,
  createStreamLog,
  createTask,
  ReportLog,
  status,
} from "../../../fixtures/event-builders.ts";
import { Interpretation } from "../interpretation.ts";
import { getItemChunkedTextAt, getItemTextAt } from "../item-content.ts";
import { ALL_DIALECTS } from "../settings.ts";

let count = 0;
const token = (text: string, more = {}) =>
  status("working", createMessage(text, `m${count++}`, more));
const bubbles = (log: ReportLog, n?: number) =>
  (n === undefined ? log.report : log.reportAt(n)).entries
    .filter(({ kind }) => kind === "message")
    .map(({ text }) => text);

describe("short working messages in a row", () => {
  const words = ["The ", "cluster ", "runs ", "v2", ".14", ".3"];
  const log = createStreamLog(
    createTask("submitted"),
    ...words.map((word) => token(word)),
    status("completed"),
  );

  test("are one message", () => {
    expect(bubbles(log)).toEqual([words.join("")]);
    const run = log.report.entries.find(({ kind }) => kind === "message");
    expect(run).toMatchObject({ dialect: "token-messages", title: "agent", events: [1, 6] });
    expect(run?.count).toBe(6);
  });

  test("are separate messages until there are three", () => {
    expect(bubbles(log, 2)).toEqual(["The ", "cluster "]);
    expect(bubbles(log, 3)).toEqual(["The cluster runs "]);
    expect(bubbles(log, 4)).toEqual(["The cluster runs v2"]);
  });

  test("map every character to its event, and are kept", () => {
    const interpretation = new Interpretation(log.timeline).update();
    const off = { ...ALL_DIALECTS, frameworks: ["token-messages"] };
    const plain = new Interpretation(interpretation.timeline, off).update();
    expect(plain.items.some(({ mergedInto: absorbed }) => absorbed)).toBe(false);
    const run = interpretation.items.find(
      ({ reasons }) => reasons[0]?.dialect === "token-messages",
    );
    if (!run) throw new Error("no run");
    const text = getItemChunkedTextAt(interpretation, run, 6);
    const whole = getItemTextAt(interpretation, run, 6);
    const events = [...whole].map((_, at) => text?.chunkAt(text.chunkOfCharacter(at)).event);
    expect(events).toEqual(words.flatMap((word, i) => [...word].map(() => i + 1)));
    const tokens = interpretation.items.filter(
      ({ mergedInto: absorbed }) => absorbed?.item === run,
    );
    expect(tokens.map((item) => getItemTextAt(interpretation, item, 6))).toEqual(words);
  });

  test("may repeat, with or without an id", () => {
    const letters = [..."well, all is well"];
    expect(bubbles(createStreamLog(...letters.map((it) => token(it))))).toEqual([
      "well, all is well",
    ]);
    const nameless = letters.map((it) => status("working", createMessage(it)));
    expect(bubbles(createStreamLog(...nameless))).toEqual(["well, all is well"]);
  });

  test("continue with a long one among them", () => {
    const long = "a sentence that came at once";
    expect(bubbles(createStreamLog(token("a"), token("b"), token("c"), token(long)))).toEqual([
      `abc${long}`,
    ]);
  });
});

describe("messages stay as they are", () => {
  test("when they are sentences", () => {
    const said = ["Looking up the rates…", "Processing the rates…", "Writing it all down…", "ok"];
    expect(bubbles(createStreamLog(...said.map((text) => token(text))))).toEqual(said);
  });

  test("when they are two", () => {
    expect(bubbles(createStreamLog(token("a"), token("b"), status("completed")))).toEqual([
      "a",
      "b",
    ]);
  });
});

describe("a sequence is interrupted", () => {
  const abc = () => [token("a"), token("b"), token("c")];

  test.each([
    ["an artifact", createArtifactUpdate("x", "y")],
    ["a state", status("input-required")],
    ["a part that is no text", token("", { parts: [{ kind: "data", data: 1 }] })],
    ["two parts", token("", { parts: [{ text: "d" }, { text: "e" }] })],
    ["what a user says", { ...createMessage("and?", "u9"), role: "user", taskId: "t1" }],
  ])("by %s", (_, between) => {
    const [first, ...rest] = bubbles(createStreamLog(...abc(), between, ...abc()));
    expect(first).toBe("abc");
    expect(rest.at(-1)).toBe("abc");
  });

  test("by other metadata", () => {
    const more = { metadata: { step: 2 } };
    const later = ["d", "e", "f"].map((it) => token(it, more));
    expect(bubbles(createStreamLog(...abc(), ...later))).toEqual(["abc", "def"]);
  });

  test("by a tool, which is a row of its own", () => {
    const log = createStreamLog(
      ...abc(),
      token("🔧 Calling tool: **look**\n"),
      ...abc(),
      token("✅ look completed\n"),
      ...abc(),
    );
    expect(bubbles(log)).toEqual(["abc", "abc", "abc"]);
    expect(log.report.tools).toMatchObject([{ name: "look", state: "completed" }]);
  });

  test("by half a minute of silence", () => {
    const log = createStreamLog(...abc());
    const late = new ReportLog().addOpen().addHead();
    for (const said of abc()) late.addEvents(said);
    const records = [...log.records, ...late.records.slice(2).map(later)];
    const both = new ReportLog();
    both.records.push(...records);
    expect(bubbles(both)).toEqual(["abc", "abc"]);
  });
});

function later(record: ReportLog["records"][number]): ReportLog["records"][number] {
  return record.r === "data" ? { ...record, t: (record.t ?? 0) + 31_000 } : record;
}
