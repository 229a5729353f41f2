// Assertions, paths and conditions of ACTS: examples of each operator, and properties of all of them.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { evaluateAssertion, evaluateNamed } from "./assertions.ts";
import { evaluateCondition, readPaths } from "./paths.ts";
import { evaluateStream } from "./stream.ts";
import { UnknownVariableError, Variables } from "./variables.ts";

const TASK = {
  id: "t",
  status: { state: "TASK_STATE_WORKING" },
  artifacts: [{ parts: [{ text: "one" }, { data: { n: 1 } }] }, { parts: [] }],
};

describe("an assertion", () => {
  test.each([
    [{ id: "t" }, true],
    [{ id: "u" }, false],
    [{ status: { state: { one_of: ["TASK_STATE_WORKING"] } } }, true],
    [{ status: { state: { one_of: ["TASK_STATE_FAILED"] } } }, false],
    [{ artifacts: { type: "array", count: 2, count_gte: 2, count_lte: 2 } }, true],
    [{ artifacts: { count_gte: 3 } }, false],
    [{ artifacts: [{ parts: [{ text: "one" }] }] }, true],
    [{ artifacts: { items: { parts: { type: "array" } } } }, true],
    [{ artifacts: { items: [{ parts: { count: 1 } }] } }, false],
    [{ history: { absent: true }, id: { exists: true, type: "string" } }, true],
    [{ history: { exists: true } }, false],
    [{ history: { type: "array" } }, false],
    [{ id: { starts_with: "t", ends_with: "t", contains: "t", matches: "^t$" } }, true],
    [{ id: { not: { matches: "t" } } }, false],
    [{ any_of: [{ id: "u" }, { status: { exists: true } }] }, true],
    [{ all_of: [{ id: "t" }, { id: "u" }] }, false],
    [{ one_of: [{ message: { exists: true } }, { status: { exists: true } }] }, true],
  ])("%j is %s", (assertion, holds) => {
    expect(evaluateAssertion(assertion, TASK) === null).toBe(holds);
  });

  test("names a member where the value does not fit the operator", () => {
    const problem = { type: "about:blank", title: "Not found", status: 404 };
    const assertion = { type: { type: "string" }, status: { gte: 400, lt: 500 } };
    expect(evaluateAssertion(assertion, problem)).toBeNull();
    expect(evaluateAssertion(assertion, { ...problem, type: 1 })).toMatchObject({ path: "type" });
  });

  test("says where it does not hold, what was expected and what came", () => {
    expect(evaluateAssertion({ status: { state: "X" } }, TASK)).toMatchObject({
      path: "status.state",
      expected: "X",
      actual: "TASK_STATE_WORKING",
    });
  });

  test("never confuses 1 with true, or a missing member with null", () => {
    expect(evaluateAssertion({ a: true }, { a: 1 })).not.toBeNull();
    expect(evaluateAssertion({ a: null }, {})).not.toBeNull();
    expect(evaluateAssertion({ a: null }, { a: null })).toBeNull();
  });

  test("compares masked values with nothing", () => {
    const failure = evaluateAssertion({ id: "secret" }, { id: "‹masked a1b2c3›" });
    expect(failure?.isMasked).toBe(true);
  });

  test("made of a value itself holds for it, and never throws for another", () => {
    // Names of operators would be read as such.
    const key = fc.string().map((name) => `m-${name}`);
    const json = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.string(),
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie("value"), { maxLength: 4 }),
        fc.dictionary(key, tie("value"), { maxKeys: 4 }),
      ),
    })).value;
    fc.assert(
      fc.property(json, json, (value, other) => {
        expect(evaluateAssertion(value, value)).toBeNull();
        evaluateAssertion(value, other);
        evaluateAssertion(other, value);
      }),
    );
  });
});

test("a quantified assertion that reads nothing does not hold", () => {
  const path = "artifacts[*].parts[*]";
  const match = { text: { type: "string" } };
  expect(evaluateNamed({ any: { path, match } }, TASK)).toBeNull();
  expect(evaluateNamed({ all: { path, match } }, TASK)).toMatchObject({
    path: "artifacts[0].parts[1].text",
  });
  expect(evaluateNamed({ none: { path, match } }, TASK)).not.toBeNull();
  for (const quantifier of ["any", "all"] as const) {
    expect(evaluateNamed({ [quantifier]: { path, match } }, {})).not.toBeNull();
  }
  expect(evaluateNamed({ none: { path, match } }, {})).toBeNull();
});

test.each([
  ["status.state == TASK_STATE_WORKING", true],
  ["status.state != 'TASK_STATE_WORKING'", false],
  ["status.state in [TASK_STATE_FAILED, TASK_STATE_WORKING]", true],
  ["history == 1", false],
  ["artifacts[0].parts[1].data.n == 1", true],
  ["whenever it likes", null],
])("the condition %s is %s", (condition, holds) => {
  expect(evaluateCondition(condition, TASK)).toBe(holds);
});

test("paths lead to own members only", () => {
  expect(readPaths(TASK, "constructor.name")).toEqual([]);
  expect(readPaths(TASK, "artifacts[*].parts[0].text").map(({ at }) => at)).toEqual([
    "artifacts[0].parts[0].text",
  ]);
});

describe("a stream", () => {
  const events = [
    { task: TASK },
    { artifactUpdate: { artifact: { artifactId: "a" } } },
    { statusUpdate: { status: { state: "TASK_STATE_COMPLETED" } } },
  ];

  test("is described by kinds and members", () => {
    const expected = {
      min_count: 3,
      max_count: 3,
      ordering: "monotonic_state",
      events: [
        { task: { id: "t" } },
        { match: "any_position", status_update: { exists: true } },
        { index: 1, artifact: { artifactId: "a" } },
      ],
      final_event: { status: { state: "TASK_STATE_COMPLETED" } },
      each_event: { message: { absent: true } },
    } as const;
    expect(evaluateStream({ ...expected, events: [...expected.events] }, events)).toBeNull();
  });

  test.each([
    [{ min_count: 4 }, "3 events"],
    [{ max_count: 2 }, "3 events"],
    [{ final_event: { message: { exists: true } } }, "final_event.message"],
    [{ events: [{ match: "any_position" as const, message: { exists: true } }] }, "No event of 3"],
  ])("that is not %j fails", (expected, message) => {
    expect(evaluateStream(expected, events)?.message).toContain(message);
  });

  test("that goes on behind its end is not monotonic", () => {
    const late = { statusUpdate: { status: { state: "TASK_STATE_WORKING" } } };
    expect(evaluateStream({ ordering: "monotonic_state" }, [...events, late])).toMatchObject({
      path: "events[3].status.state",
    });
  });

  test("without events has no final one", () => {
    expect(evaluateStream({ each_event: { a: { exists: true } } }, [])).not.toBeNull();
    expect(evaluateStream({ final_event: { a: { exists: true } } }, [])).not.toBeNull();
  });
});

test("variables keep the type of what they name, and unknown ones are an error", () => {
  const variables = new Variables(new Map([["name", "Ada"]]), () => "u-1");
  variables.set("send", "response", { id: 1 });
  const resolved = variables.resolve({ a: "{{send.response}}", b: "Hi {{name}}, {{$uuid}}" });
  expect(resolved).toEqual({ a: { id: 1 }, b: "Hi Ada, u-1" });
  expect(() => variables.resolve("{{env.HOME}}")).toThrow(UnknownVariableError);
});
