import { describe, expect, test } from "vitest";
import { type ExampleJson, says, status, stream } from "../../../fixtures/compose.ts";
import { rowsTold } from "../../../fixtures/told.ts";
import { Interpretation } from "../interpretation.ts";
import { getItemChunkedTextAt } from "../item-content.ts";

const by = (author: string, partial: boolean, more: ExampleJson = {}) => ({
  metadata: { adk_author: author, adk_invocation_id: "i1", adk_partial: partial, ...more },
});
const messages = (log: ReturnType<typeof stream>, n?: number) =>
  (n === undefined ? log.report : log.at(n)).entries
    .filter(({ kind }) => kind === "message")
    .map(({ text }) => text);

describe("fragments", () => {
  const log = stream(
    status("working"),
    status("working", says("Hel", "m1"), by("a", true)),
    status("working", says("lo ", "m2"), by("a", true)),
    status("working", says("Hello you", "m3"), by("a", false)),
    status("working", says("Hel", "m4"), by("a", true)),
  );

  test("are one message as of every event, and the whole takes their place", () => {
    expect([1, 2, 3, 4].map((n) => messages(log, n))).toEqual([
      ["Hel"],
      ["Hello "],
      ["Hello you"],
      ["Hello you", "Hel"],
    ]);
  });

  test("lead each to its event", () => {
    const reading = new Interpretation(log.timeline).update();
    const item = reading.items.find(({ kind }) => kind === "message");
    if (!item) throw new Error("no message");
    const grown = getItemChunkedTextAt(reading, item, 2);
    expect(grown?.chunkCount).toBe(2);
    expect(grown?.chunkAt(grown.chunkOfCharacter(3)).event).toBe(2);
    expect(getItemChunkedTextAt(reading, item, 3)?.chunkAt(0).event).toBe(3);
  });

  test("of one agent are not those of another", () => {
    const two = stream(
      status("working"),
      status("working", says("Hel", "m1"), by("a", true)),
      status("working", says("Hello", "m2"), by("b", false)),
    );
    expect(messages(two)).toEqual(["Hel", "Hello"]);
  });

  test("of which nobody says who spoke are taken back only by a text that has them", () => {
    const nameless = { metadata: { kagent_partial: true } };
    const fragment = status("working", says("Hel", "m1"), nameless);
    expect(messages(stream(fragment, status("working", says("Hello", "m2"))))).toEqual(["Hello"]);
    expect(messages(stream(fragment, status("working", says("Bye", "m2"))))).toEqual([
      "Hel",
      "Bye",
    ]);
  });

  test("end where the task changes its state or a user speaks", () => {
    const turned = stream(
      status("working"),
      status("working", says("one", "m1"), by("a", true)),
      status("input-required"),
      status("working"),
      status("working", says("two", "m2"), by("a", true)),
    );
    expect(messages(turned)).toEqual(["one", "two"]);
  });

  test("count their tokens once", () => {
    const usage = (candidates: number) => ({
      adk_usage_metadata: { promptTokenCount: 10, candidatesTokenCount: candidates },
    });
    const counted = stream(
      status("working", says("a", "m1"), by("a", true, usage(1))),
      status("working", says("b", "m2"), by("a", true, usage(2))),
      status("working", says("ab", "m3"), by("a", false, usage(3))),
      status("working", says("more", "m4"), by("a", false, usage(5))),
    );
    expect([0, 1, 2, 3].map((n) => counted.at(n).usage?.output)).toEqual([1, 2, 3, 8]);
    expect(counted.report.usage).toMatchObject({ prompt: 20, output: 8, total: 28 });
  });
});

describe("a whole without a mark", () => {
  const spoken = { metadata: { adk_author: "a", adk_invocation_id: "i1" } };
  const repeated = (of: ExampleJson) =>
    stream(
      status("working"),
      status("working", says("The ferry ", "m1"), of),
      status("working", says("comes.", "m2"), of),
      status("working", says("The ferry comes.", "m3"), of),
    );

  test("takes the place of what it repeats, once it is there", () => {
    const log = repeated(spoken);
    expect(messages(log, 2)).toEqual(["The ferry ", "comes."]);
    expect(messages(log)).toEqual(["The ferry comes."]);
  });

  test("of an agent that nobody names needs more than one fragment", () => {
    expect(messages(repeated({}))).toEqual(["The ferry comes."]);
    const twice = stream(
      status("working"),
      status("working", says("No.", "m1")),
      status("working", says("No.", "m2")),
    );
    expect(messages(twice)).toEqual(["No.", "No."]);
  });

  test("takes the place of tokens that are one message already", () => {
    const words = ["One ", "two ", "three ", "four"];
    const tokens = words.map((word, i) => status("working", says(word, `m${i}`)));
    const log = stream(status("working"), ...tokens, status("working", says(words.join(""), "m9")));
    expect(messages(log, 4)).toEqual(["One two three four"]);
    expect(messages(log)).toEqual(["One two three four"]);
    expect(log.report.entries.filter(({ kind }) => kind === "message")).toMatchObject([
      { events: [5, 5] },
    ]);
  });
});

test("a message that is sent again with more is one, and one with other words is not", () => {
  const grown = stream(
    status("working", says("I", "m1")),
    status("working", says("I look", "m1")),
    status("working", says("You look", "m1")),
  );
  expect(rowsTold(grown.report)).toEqual([
    "state working ×3",
    'message "I look" ×2 · habits likely',
    'message "You look" ×1',
  ]);
});
