// What a finding says beside its rule: the clause of the version that is spoken, and what is odd.
import { describe, expect, test } from "vitest";
import { createLogReport, foldRecords } from "../../fixtures/event-builders.ts";
import { hasClause } from "../protocol/spec-reference.ts";
import { RULES_BY_NAME } from "./all-rules.ts";
import { createMessageFactory, EXAMPLE_VERSIONS } from "./examples/message-factory.ts";
import { RecordingBuilder } from "./examples/recording-builder.ts";

const found = ({ records }: RecordingBuilder, rule: string) =>
  createLogReport(foldRecords(records)).findings.find((one) => one.rule === rule);

/** Rules that hold clients of 1.0 to it, whatever version their call turns out to be. */
const OF_CLIENTS_OF_1 = ["VER-METHOD"];
/** What other specifications say, and what dialects do. */
const OF_OTHERS = /^(?:KST|CAI|EXT|SEC)-/;

describe("every rule", () => {
  const rules = [...RULES_BY_NAME.values()].filter(
    ({ rule }) => !OF_OTHERS.test(rule) && !OF_CLIENTS_OF_1.includes(rule),
  );
  test.each(rules.map((rule) => [rule.rule, rule] as const))(
    "%s names its clause in each version that has it",
    (_, { spec, versions }) => {
      const lacking = EXAMPLE_VERSIONS.filter(
        (version) => versions?.includes(version) ?? true,
      ).filter((version) => !hasClause(spec, version));
      expect(lacking).toEqual([]);
    },
  );
});

describe("a finding", () => {
  test.each([
    ["0.1", "0.1 §6.3"],
    ["0.2", "0.3 §6.3"],
    ["0.3", "0.3 §6.3"],
    ["1.0", "1.0 §4.1.3"],
    ["1.1", "1.0 §4.1.3"],
  ] as const)("of a run in %s cites %s", (version, clause) => {
    const say = createMessageFactory(version);
    const scene = say.stream().addEvents(say.task("thinking"));
    expect(found(scene, "DM-STATE-UNKNOWN")?.spec).toBe(clause);
  });

  test("names what is missing", () => {
    const say = createMessageFactory("0.3");
    const message = { role: "agent", messageId: "m1", parts: [say.part("So.")] };
    const scene = say.stream().addEvents(say.status("working", message));
    expect(found(scene, "DM-MSG-REQ")).toMatchObject({
      detail: "`kind` is missing from `result.status.message`",
      spec: "0.3 §6.4",
    });
  });

  test("names all that is missing from one event", () => {
    const say = createMessageFactory("0.3");
    const scene = say
      .stream()
      .addEvents(say.status("working", undefined, { taskId: undefined, final: undefined }));
    expect(found(scene, "DM-STATUS-REQ")?.detail).toBe(
      "`taskId` is missing from `result`, `final` is missing from `result`",
    );
  });

  test("shows the value that is odd, as JSON and cut off", () => {
    const say = createMessageFactory("1.0");
    const timestamp = "long ago ".repeat(20);
    const scene = say
      .stream()
      .addEvents(say.task("working", { status: { state: say.state("working"), timestamp } }));
    const detail = found(scene, "DM-TIME")?.detail ?? "";
    expect(detail).toMatch(/^`result\.task\.status\.timestamp` is "long ago long ago .*…$/);
    expect(detail.length).toBeLessThan(120);
  });

  test("says where, and no value, for what may be a secret", () => {
    const say = createMessageFactory("1.0");
    const scene = say
      .stream()
      .addEvents(say.event("statusUpdate", { task_id: "hush", status: {} }));
    expect(found(scene, "DM-SNAKE")?.detail).toMatch(/^found at `result\.statusUpdate/);
    expect(found(scene, "DM-SNAKE")?.detail).not.toContain("hush");
  });

  test("shows the header that it is about", () => {
    const say = createMessageFactory("0.3");
    const scene = new RecordingBuilder()
      .addRequest(say.method("stream"), {}, "x1")
      .addHead(200, "text/html")
      .addText("<p>No.</p>")
      .addEnd();
    expect(found(scene, "FRM-CTYPE")?.detail).toBe('`Content-Type` is "text/html"');
  });
});
