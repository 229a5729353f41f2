import { describe, expect, test } from "vitest";
import {
  createArtifact,
  createArtifactUpdate,
  createStreamLog,
  type ExampleJson,
  more,
  status,
} from "../../fixtures/event-builders.ts";
import { compareResultsAt } from "./compare-results.ts";
import { Interpretation } from "./interpretation.ts";

const told = (
  name: string,
  id: string,
  text: string,
  over: ExampleJson = {},
  metadata?: ExampleJson,
): ExampleJson =>
  createArtifactUpdate(id, text, {
    ...over,
    artifact: { ...createArtifact(id, text), name, metadata },
  });

function answersOf(...events: ExampleJson[]) {
  const { timeline } = createStreamLog(...events);
  const interpretation = new Interpretation(timeline).update();
  const facets = interpretation.items.map((item) => interpretation.details.get(item));
  const answers = facets.flatMap((facet) => (facet?.kind === "result" ? [facet] : []));
  return { answers: [...new Set(answers)], reading: interpretation, last: timeline.lastEvent };
}

const relations = (...events: ExampleJson[]) => {
  const { answers, last } = answersOf(...events);
  return answers.map((answer) => compareResultsAt(answer, last)?.relation ?? null);
};

describe("a final result", () => {
  test.each([
    ["Here it is.", "identical"],
    [" Here  it\nis. ", "identical"],
    ["Here it is. And more.", "continued"],
    ["Here it", "different"],
    ["Somewhere else", "different"],
  ])("%j compared with the streamed text: %s", (whole, relation) => {
    const events = [
      told("streaming_result", "s", "Here"),
      told("streaming_result", "s", " it is.", more),
      told("final_result", "f", whole, { lastChunk: true }),
    ];
    expect(relations(...events)).toEqual([relation]);
    const { reading: interpretation, last } = answersOf(...events);
    const isDifferent = relation === "different";
    expect(interpretation.violations.get("CAI-FINAL-DIFF")?.countAt(last) ?? 0).toBe(
      isDifferent ? 1 : 0,
    );
  });

  test("that arrives in chunks is compared once it is complete", () => {
    const { answers, reading: interpretation } = answersOf(
      told("streaming_result", "s", "Here it is."),
      told("final_result", "f", "Here"),
      told("final_result", "f", " it is.", more),
      status("completed"),
    );
    const [answer] = answers;
    expect(answer && [1, 2].map((n) => compareResultsAt(answer, n)?.relation)).toEqual([
      "different",
      "identical",
    ]);
    expect(interpretation.violations.has("CAI-FINAL-DIFF")).toBe(false);
  });

  test("is not compared with progress messages", () => {
    expect(
      relations(
        told("streaming_result", "n", "I will look.", {}, { is_narration: true }),
        told("streaming_result", "s", "Here."),
        told("final_result", "f", "Here."),
      ),
    ).toEqual(["identical"]);
  });

  test("belongs to another agent if only that one streamed", () => {
    const agent = { sourceAgent: "github" };
    const events = [told("streaming_result", "s", "Here.", {}, agent)];
    expect(relations(...events, told("final_result", "f", "Here."))).toEqual(["identical"]);
    expect(relations(...events, told("final_result", "f", "No."))).toEqual([null, null]);
  });

  test("of data only is not compared", () => {
    const data = { artifactId: "f", name: "final_result", parts: [{ kind: "data", data: {} }] };
    expect(
      relations(told("streaming_result", "s", "Here."), {
        ...createArtifactUpdate("f", ""),
        artifact: data,
      }),
    ).toEqual([null]);
  });

  test("much shorter than the streamed text is different, however long that is", () => {
    const { answers, last } = answersOf(
      told("streaming_result", "s", "word ".repeat(10_000)),
      told("final_result", "f", "word"),
    );
    const found = answers[0] && compareResultsAt(answers[0], last);
    expect(found).toMatchObject({ relation: "different", streamed: { role: "growing" } });
  });
});

test("text streamed after the final result starts another result", () => {
  expect(
    relations(
      told("streaming_result", "s1", "One."),
      told("final_result", "f1", "One."),
      told("streaming_result", "s2", "Two."),
      told("final_result", "f2", "Two!", { lastChunk: true }),
    ),
  ).toEqual(["identical", "different"]);
});
