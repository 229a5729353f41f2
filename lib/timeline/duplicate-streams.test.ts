import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  createArtifact,
  createArtifactUpdate,
  createTask,
  type ExampleJson,
  LAST_CHUNK,
  more,
  ReportLog,
} from "../../fixtures/event-builders.ts";
import { OrderIssue } from "./timeline.ts";

const texts = (log: ReportLog) =>
  Object.fromEntries(
    log.report.tasks.flatMap(({ artifacts }) => artifacts.map((it) => [it.artifactId, it.text])),
  );
const rules = (log: ReportLog) => log.report.findings.map(({ rule }) => rule);
const duplicateEvents = ({ timeline }: ReportLog) => {
  const { orderIssues } = timeline.events;
  return Array.from({ length: orderIssues.length }, (_, n) => n).filter(
    (n) => orderIssues.at(n) & OrderIssue.AlreadyDelivered,
  );
};

const streaming = () =>
  new ReportLog()
    .addOpen()
    .addHead()
    .addEvents(createTask("working"), createArtifactUpdate("a", "one "));
const joined = (log: ReportLog) => log.addOpen("x2").addHead(200, "text/event-stream", "x2");

describe("two streams of one task", () => {
  test("deliver an artifact once, and repeated updates are marked", () => {
    const log = joined(streaming()).addEventsTo(
      "x2",
      createTask("working", { artifacts: [createArtifact("a", "one ")] }),
    );
    for (const text of ["two ", "two ", "three"]) {
      log
        .addEvents(createArtifactUpdate("a", text, more))
        .addEventsTo("x2", createArtifactUpdate("a", text, more));
    }
    expect(texts(log)).toEqual({ a: "one two two three" });
    expect(duplicateEvents(log)).toEqual([4, 6, 8]);
    expect(rules(log)).toEqual([]);
  });

  test("may each be ahead of the other", () => {
    const log = joined(streaming()).addEventsTo(
      "x2",
      createTask("working", { artifacts: [createArtifact("a", "one ")] }),
    );
    log.addEventsTo(
      "x2",
      createArtifactUpdate("a", "two ", more),
      createArtifactUpdate("a", "three ", more),
    );
    log.addEvents(
      createArtifactUpdate("a", "two ", more),
      createArtifactUpdate("a", "three ", more),
      createArtifactUpdate("a", "four", more),
    );
    log.addEventsTo("x2", createArtifactUpdate("a", "four", more));
    expect(texts(log)).toEqual({ a: "one two three four" });
  });

  test("are distinguished without a snapshot", () => {
    const log = joined(streaming()).addEvents(
      createArtifactUpdate("a", "two ", more),
      createArtifactUpdate("a", "three ", more),
    );
    log.addEventsTo(
      "x2",
      createArtifactUpdate("a", "three ", more),
      createArtifactUpdate("a", "four", LAST_CHUNK),
    );
    log.addEvents(createArtifactUpdate("a", "four", LAST_CHUNK));
    expect(texts(log)).toEqual({ a: "one two three four" });
    expect(rules(log)).toEqual([]);
  });

  test("may both begin, replace and end an artifact with an empty chunk", () => {
    const log = joined(new ReportLog().addOpen().addHead().addEvents(createTask("working")));
    const flow = [
      createArtifactUpdate("a", "draft"),
      createArtifactUpdate("a", "final"),
      createArtifactUpdate("a", "", LAST_CHUNK),
    ];
    for (const event of flow) log.addEvents(event).addEventsTo("x2", event);
    expect(log.report.tasks[0]?.artifacts).toMatchObject([
      { text: "final", revisions: 2, parts: 2, closed: true },
    ]);
    expect(rules(log)).toEqual(["ART-REPLACE"]);
  });

  test("may deliver data and files", () => {
    const parts = [{ kind: "data", data: { n: 1 } }];
    const event = createArtifactUpdate("a", "", { ...more, artifact: { artifactId: "a", parts } });
    const log = joined(streaming()).addEvents(event).addEventsTo("x2", event, event);
    expect(log.report.tasks[0]?.artifacts[0]?.data).toEqual([{ n: 1 }, { n: 1 }]);
  });

  test("may send an older snapshot of the task", () => {
    const log = joined(streaming()).addEvents(
      createArtifactUpdate("a", "two", more),
      createArtifactUpdate("b", "new"),
    );
    log.addEventsTo("x2", createTask("working", { artifacts: [createArtifact("a", "one ")] }));
    log.addEventsTo("x2", createArtifactUpdate("a", "two", more), createArtifactUpdate("b", "new"));
    expect(texts(log)).toEqual({ a: "one two", b: "new" });
    expect(rules(log)).toEqual([]);
  });

  test("may send a snapshot ahead of the other stream", () => {
    const log = joined(streaming());
    log.addEventsTo(
      "x2",
      createTask("working", { artifacts: [createArtifact("a", "one two three")] }),
    );
    log.addEvents(
      createArtifactUpdate("a", "two ", more),
      createArtifactUpdate("a", "three", more),
      createArtifactUpdate("a", ".", more),
    );
    log.addEventsTo("x2", createArtifactUpdate("a", ".", more));
    expect(texts(log)).toEqual({ a: "one two three." });
  });
});

describe("one stream after the other", () => {
  test("may repeat the same text as new text", () => {
    const log = streaming()
      .addEvents(createArtifactUpdate("a", "ha ", more))
      .addEnd();
    joined(log).addEventsTo(
      "x2",
      createArtifactUpdate("a", "ha ", more),
      createArtifactUpdate("a", "ha ", more),
    );
    expect(texts(log)).toEqual({ a: "one ha ha ha " });
    expect(duplicateEvents(log)).toEqual([]);
  });

  test("may send a snapshot with less than was streamed, which is flagged", () => {
    const log = joined(
      streaming()
        .addEvents(createArtifactUpdate("a", "two", more))
        .addEnd(),
    );
    log.addEventsTo("x2", createTask("completed", { artifacts: [createArtifact("a", "one ")] }));
    expect(texts(log)).toEqual({ a: "one " });
    expect(rules(log)).toEqual(["STR-TRUNC", "SNAP-DIFF"]);
  });
});

describe("a stream that another one joined", () => {
  /** What a server sends, to whom and when, and what it had sent when the second stream joined. */
  const run = fc.record({
    updates: fc.array(fc.tuple(fc.constantFrom("a", "b"), fc.constantFrom("x", "y", "xy", "🌍")), {
      minLength: 1,
      maxLength: 14,
    }),
    turns: fc.array(fc.boolean(), { maxLength: 30, size: "max" }),
    opened: fc.nat({ max: 14 }),
    behind: fc.nat({ max: 4 }),
  });

  test("yields the same artifacts as alone, in any interleaving", () => {
    const property = fc.property(run, ({ updates, turns, opened, behind }) => {
      const texts: Record<string, string> = {};
      const states: ExampleJson[] = [createTask("working")];
      const events = updates.map(([id, text]) => {
        const isNew = !(id in texts);
        texts[id] = (texts[id] ?? "") + text;
        const artifacts = Object.entries(texts).map(([key, value]) => createArtifact(key, value));
        states.push(createTask("working", { artifacts }));
        return createArtifactUpdate(id, text, isNew ? {} : more);
      });
      // The second stream starts with a snapshot of what was sent by then, possibly ahead of the
      // first.
      const received = Math.min(opened, events.length);
      const known = Math.min(received + behind, events.length);
      const first = events.slice(received);
      const second = [states[known], ...events.slice(known)];
      const log = new ReportLog()
        .addOpen()
        .addHead()
        .addEvents(createTask("working"), ...events.slice(0, received));
      joined(log);
      for (const isFirst of [
        ...turns,
        ...events.map(() => true),
        ...events.map(() => false),
        false,
      ]) {
        const next = (isFirst ? first : second).shift();
        if (next !== undefined) log.addEventsTo(isFirst ? "x1" : "x2", next);
      }
      const { tasks, findings } = log.report;
      const got = tasks.flatMap(({ artifacts }) => artifacts.map((it) => [it.artifactId, it.text]));
      expect(Object.fromEntries(got)).toEqual(texts);
      expect(findings).toEqual([]);
    });
    fc.assert(property, { numRuns: 300 });
  });
});
