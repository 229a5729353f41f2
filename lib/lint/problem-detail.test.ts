// The details of a problem: the clause of the exchange's version, and the invalid value.
import { describe, expect, test } from "vitest";
import { createLogReport, foldRecords } from "../../fixtures/event-builders.ts";
import { selectClauses } from "../protocol/spec-reference.ts";
import { RULES_BY_ID } from "./all-rules.ts";
import { createMessageFactory, EXAMPLE_VERSIONS } from "./examples/message-factory.ts";
import { RecordingBuilder } from "./examples/recording-builder.ts";

const found = ({ records }: RecordingBuilder, rule: string) =>
  createLogReport(foldRecords(records)).findings.find((one) => one.rule === rule);

/** Rules for 1.0 clients, whatever version their request turns out to use. */
const OF_CLIENTS_OF_1 = ["VER-METHOD"];
/** Rules of other specifications and of dialects. */
const OF_OTHERS = /^(?:KST|CAI|EXT|SEC)-/;

/** True if all clauses are shown for lack of one of this version. */
const citesOtherVersion = (clauses: string, version: string) =>
  [...clauses.matchAll(/(?:^|, )(?:A2A )?(\d\.\d)\b/g)].some(
    ([, named]) => named !== version && !(version === "1.1" && named === "1.0"),
  );

describe("every rule", () => {
  const rules = [...RULES_BY_ID.values()].filter(
    ({ id: rule }) => !OF_OTHERS.test(rule) && !OF_CLIENTS_OF_1.includes(rule),
  );
  test.each(rules.map((rule) => [rule.id, rule] as const))(
    "%s names its clause in each version that has it",
    (_, { spec, versions }) => {
      const lacking = EXAMPLE_VERSIONS.filter(
        (version) => versions?.includes(version) ?? true,
      ).filter((version) => citesOtherVersion(selectClauses(spec, version), version));
      expect(lacking).toEqual([]);
    },
  );
});

describe("a problem", () => {
  test.each([
    ["0.1", "0.1 §6.3"],
    ["0.2", "0.3 §6.3"],
    ["0.3", "0.3 §6.3"],
    ["1.0", "1.0 §4.1.3"],
    ["1.1", "1.0 §4.1.3"],
  ] as const)("of a run in %s cites %s", (version, clause) => {
    const factory = createMessageFactory(version);
    const recording = factory.stream().addEvents(factory.task("thinking"));
    expect(found(recording, "DM-STATE-UNKNOWN")?.spec).toBe(clause);
  });

  test("names the missing member", () => {
    const factory = createMessageFactory("0.3");
    const message = { role: "agent", messageId: "m1", parts: [factory.part("So.")] };
    const recording = factory.stream().addEvents(factory.status("working", message));
    expect(found(recording, "DM-MSG-REQ")).toMatchObject({
      detail: "`kind` is missing from `result.status.message`",
      spec: "0.3 §6.4",
    });
  });

  test("names all missing members of one event", () => {
    const factory = createMessageFactory("0.3");
    const recording = factory
      .stream()
      .addEvents(factory.status("working", undefined, { taskId: undefined, final: undefined }));
    expect(found(recording, "DM-STATUS-REQ")?.detail).toBe(
      "`taskId` is missing from `result`, `final` is missing from `result`",
    );
  });

  test("shows the invalid value as truncated JSON", () => {
    const factory = createMessageFactory("1.0");
    const timestamp = "long ago ".repeat(20);
    const recording = factory
      .stream()
      .addEvents(
        factory.task("working", { status: { state: factory.state("working"), timestamp } }),
      );
    const detail = found(recording, "DM-TIME")?.detail ?? "";
    expect(detail).toMatch(/^`result\.task\.status\.timestamp` is "long ago long ago .*…$/);
    expect(detail.length).toBeLessThan(120);
  });

  test("names the location but not the value of a possible secret", () => {
    const factory = createMessageFactory("1.0");
    const recording = factory
      .stream()
      .addEvents(factory.event("statusUpdate", { task_id: "hush", status: {} }));
    expect(found(recording, "DM-SNAKE")?.detail).toMatch(/^found at `result\.statusUpdate/);
    expect(found(recording, "DM-SNAKE")?.detail).not.toContain("hush");
  });

  test("shows the header", () => {
    const factory = createMessageFactory("0.3");
    const recording = new RecordingBuilder()
      .addRequest(factory.method("stream"), {}, "x1")
      .addHead(200, "text/html")
      .addText("<p>No.</p>")
      .addEnd();
    expect(found(recording, "FRM-CTYPE")?.detail).toBe('`Content-Type` is "text/html"');
  });
});
