import { describe, expect, test } from "vitest";
import {
  createMessage,
  createStreamLog,
  type ExampleJson,
  status,
} from "../../../fixtures/event-builders.ts";
import { formatReportRows } from "../../../fixtures/report-text.ts";
import { Interpretation } from "../interpretation.ts";
import { getItemChunkedTextAt } from "../item-content.ts";

const by = (author: string, partial: boolean, more: ExampleJson = {}) => ({
  metadata: { adk_author: author, adk_invocation_id: "i1", adk_partial: partial, ...more },
});
const messages = (log: ReturnType<typeof createStreamLog>, n?: number) =>
  (n === undefined ? log.report : log.reportAt(n)).entries
    .filter(({ kind }) => kind === "message")
    .map(({ text }) => text);

describe("fragments", () => {
  const log = createStreamLog(
    status("working"),
    status("working", createMessage("Hel", "m1"), by("a", true)),
    status("working", createMessage("lo ", "m2"), by("a", true)),
    status("working", createMessage("Hello you", "m3"), by("a", false)),
    status("working", createMessage("Hel", "m4"), by("a", true)),
  );

  test("are one message as of every event, and the whole replaces them", () => {
    expect([1, 2, 3, 4].map((n) => messages(log, n))).toEqual([
      ["Hel"],
      ["Hello "],
      ["Hello you"],
      ["Hello you", "Hel"],
    ]);
  });

  test("map each to its event", () => {
    const interpretation = new Interpretation(log.timeline).update();
    const item = interpretation.items.find(({ kind }) => kind === "message");
    if (!item) throw new Error("no message");
    const grown = getItemChunkedTextAt(interpretation, item, 2);
    expect(grown?.chunkCount).toBe(2);
    expect(grown?.chunkAt(grown.chunkOfCharacter(3)).event).toBe(2);
    expect(getItemChunkedTextAt(interpretation, item, 3)?.chunkAt(0).event).toBe(3);
  });

  test("of one agent are not those of another", () => {
    const two = createStreamLog(
      status("working"),
      status("working", createMessage("Hel", "m1"), by("a", true)),
      status("working", createMessage("Hello", "m2"), by("b", false)),
    );
    expect(messages(two)).toEqual(["Hel", "Hello"]);
  });

  test("without a speaker are replaced only by a text that contains them", () => {
    const nameless = { metadata: { kagent_partial: true } };
    const fragment = status("working", createMessage("Hel", "m1"), nameless);
    expect(
      messages(createStreamLog(fragment, status("working", createMessage("Hello", "m2")))),
    ).toEqual(["Hello"]);
    expect(
      messages(createStreamLog(fragment, status("working", createMessage("Bye", "m2")))),
    ).toEqual(["Hel", "Bye"]);
  });

  test("end where the task changes its state or a user speaks", () => {
    const turned = createStreamLog(
      status("working"),
      status("working", createMessage("one", "m1"), by("a", true)),
      status("input-required"),
      status("working"),
      status("working", createMessage("two", "m2"), by("a", true)),
    );
    expect(messages(turned)).toEqual(["one", "two"]);
  });

  test("count their tokens once", () => {
    const usage = (candidates: number) => ({
      adk_usage_metadata: { promptTokenCount: 10, candidatesTokenCount: candidates },
    });
    const counted = createStreamLog(
      status("working", createMessage("a", "m1"), by("a", true, usage(1))),
      status("working", createMessage("b", "m2"), by("a", true, usage(2))),
      status("working", createMessage("ab", "m3"), by("a", false, usage(3))),
      status("working", createMessage("more", "m4"), by("a", false, usage(5))),
    );
    expect([0, 1, 2, 3].map((n) => counted.reportAt(n).usage?.output)).toEqual([1, 2, 3, 8]);
    expect(counted.report.usage).toMatchObject({ prompt: 20, output: 8, total: 28 });
  });
});

describe("a whole without a mark", () => {
  const spoken = { metadata: { adk_author: "a", adk_invocation_id: "i1" } };
  const repeated = (of: ExampleJson) =>
    createStreamLog(
      status("working"),
      status("working", createMessage("The ferry ", "m1"), of),
      status("working", createMessage("comes.", "m2"), of),
      status("working", createMessage("The ferry comes.", "m3"), of),
    );

  test("replaces what it repeats, once it is complete", () => {
    const log = repeated(spoken);
    expect(messages(log, 2)).toEqual(["The ferry ", "comes."]);
    expect(messages(log)).toEqual(["The ferry comes."]);
  });

  test("of an unnamed agent needs more than one fragment", () => {
    expect(messages(repeated({}))).toEqual(["The ferry comes."]);
    const twice = createStreamLog(
      status("working"),
      status("working", createMessage("No.", "m1")),
      status("working", createMessage("No.", "m2")),
    );
    expect(messages(twice)).toEqual(["No.", "No."]);
  });

  test("replaces tokens that are already one message", () => {
    const words = ["One ", "two ", "three ", "four"];
    const tokens = words.map((word, i) => status("working", createMessage(word, `m${i}`)));
    const log = createStreamLog(
      status("working"),
      ...tokens,
      status("working", createMessage(words.join(""), "m9")),
    );
    expect(messages(log, 4)).toEqual(["One two three four"]);
    expect(messages(log)).toEqual(["One two three four"]);
    expect(log.report.entries.filter(({ kind }) => kind === "message")).toMatchObject([
      { events: [5, 5] },
    ]);
  });
});

test("a message sent again with more text is one message, with other text it is not", () => {
  const grown = createStreamLog(
    status("working", createMessage("I", "m1")),
    status("working", createMessage("I look", "m1")),
    status("working", createMessage("You look", "m1")),
  );
  expect(formatReportRows(grown.report)).toEqual([
    "state working ×3",
    'message "I look" ×2 · habits likely',
    'message "You look" ×1',
  ]);
});
