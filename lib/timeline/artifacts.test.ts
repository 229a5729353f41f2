import { describe, expect, test } from "vitest";
import {
  createArtifact,
  createArtifactUpdate,
  createStreamLog,
  createTask,
  type ExampleJson,
  formatSseEvent,
  LAST_CHUNK,
  more,
} from "../../fixtures/event-builders.ts";
import { OrderIssue } from "./timeline.ts";

const NAMES = Object.entries(OrderIssue);

/** What the fold noticed about each event, by name. */
function noticed(...events: ExampleJson[]): string[][] {
  const { timeline } = createStreamLog(...events);
  return events.map((_, n) =>
    NAMES.filter(([, bit]) => timeline.events.orderIssues.at(n) & bit).map(([name]) => name),
  );
}

const artifacts = (...events: ExampleJson[]) =>
  createStreamLog(...events).report.tasks[0]?.artifacts ?? [];
const texts = (...events: ExampleJson[]) =>
  artifacts(...events).map(({ artifactId, text }) => [artifactId, text]);

const nameless = (text: string, over: ExampleJson = {}): ExampleJson => ({
  kind: "artifact-update",
  taskId: "t1",
  artifact: { parts: [{ kind: "text", text }] },
  ...over,
});

describe("an artifact update", () => {
  test("with a new id creates an artifact", () => {
    const [made] = artifacts(createArtifactUpdate("a", "once"));
    expect(made).toMatchObject({ artifactId: "a", text: "once", chunks: 1, revisions: 1 });
    expect(noticed(createArtifactUpdate("a", "once"))).toEqual([[]]);
  });

  test("of a known id without append replaces it and keeps the old text", () => {
    const events = [
      createArtifactUpdate("a", "the first"),
      createArtifactUpdate("a", "quite another one"),
    ];
    expect(artifacts(...events)[0]).toMatchObject({ text: "quite another one", revisions: 2 });
    expect(createStreamLog(...events).reportAt(0).tasks[0]?.artifacts[0]?.text).toBe("the first");
    expect(noticed(...events)).toEqual([[], ["Replaced"]]);
    const [before, after] =
      createStreamLog(...events).timeline.tasks[0]?.artifacts[0]?.revisions ?? [];
    expect([before?.textAt(9), after?.textAt(9)]).toEqual(["the first", "quite another one"]);
  });

  test("that replaces records how the new text relates to the old", () => {
    const relation = (text: string) =>
      createStreamLog(createArtifactUpdate("a", "half of it"), createArtifactUpdate("a", text))
        .timeline.tasks[0]?.artifacts[0]?.current?.relation;
    expect(relation("half of it and the rest")).toBe("extends");
    expect(relation("half of it")).toBe("same");
    expect(relation("half")).toBe("shrinks");
    expect(relation("something else")).toBe("differs");
  });

  test("that replaces with shorter, different text is flagged as a likely missing append", () => {
    expect(
      noticed(
        createArtifactUpdate("a", "a long beginning"),
        createArtifactUpdate("a", "the end"),
      )[1],
    ).toEqual(["Replaced", "ReplacedShorter"]);
  });

  test("of a known id with append adds its parts and joins their texts without a separator", () => {
    const events = [createArtifactUpdate("a", "to"), createArtifactUpdate("a", "ken", more)];
    expect(artifacts(...events)[0]).toMatchObject({ text: "token", parts: 2, chunks: 2 });
    expect(noticed(...events)).toEqual([[], []]);
  });

  test("with append for an unknown id creates the artifact and is flagged", () => {
    expect(texts(createArtifactUpdate("a", "late", more))).toEqual([["a", "late"]]);
    expect(noticed(createArtifactUpdate("a", "late", more))).toEqual([["AppendUnknown"]]);
  });

  test("after the last chunk is appended and flagged", () => {
    const events = [
      createArtifactUpdate("a", "x", { lastChunk: true }),
      createArtifactUpdate("a", "y", more),
    ];
    expect(artifacts(...events)[0]).toMatchObject({ text: "xy", closed: true });
    expect(noticed(...events)[1]).toEqual(["AfterLastChunk"]);
  });

  test("never marked as last leaves the artifact open, without an issue", () => {
    expect(artifacts(createArtifactUpdate("a", "x"))[0]?.closed).toBe(false);
    expect(noticed(createArtifactUpdate("a", "x"))).toEqual([[]]);
  });

  test("sent twice is appended twice, and flagged if it is too long for chance", () => {
    const word = createArtifactUpdate("a", "ha", more);
    const sentence = createArtifactUpdate("a", "a sentence of some length", more);
    const events = [createArtifactUpdate("a", "ha"), word, sentence, sentence];
    expect(texts(...events)).toEqual([
      ["a", "hahaa sentence of some lengtha sentence of some length"],
    ]);
    expect(noticed(...events)).toEqual([[], [], [], ["DuplicateChunk"]]);
  });

  test("that repeats the whole text so far is flagged", () => {
    const events = [
      createArtifactUpdate("a", "one half, "),
      createArtifactUpdate("a", "and the other", more),
      createArtifactUpdate("a", "one half, and the other", more),
    ];
    expect(noticed(...events)[2]).toEqual(["ResentWhole"]);
  });

  test("alternating with another artifact's updates goes to its own artifact", () => {
    const events = [
      createArtifactUpdate("a", "A1"),
      createArtifactUpdate("b", "B1"),
      createArtifactUpdate("a", "A2", more),
      createArtifactUpdate("b", "B2", LAST_CHUNK),
      createArtifactUpdate("a", "A3", LAST_CHUNK),
    ];
    expect(texts(...events)).toEqual([
      ["a", "A1A2A3"],
      ["b", "B1B2"],
    ]);
    expect(artifacts(...events).map(({ events: [from, to] }) => [from, to])).toEqual([
      [0, 4],
      [1, 3],
    ]);
  });

  test("without parts, or with an empty one, only closes the artifact", () => {
    const end = {
      ...createArtifactUpdate("a", ""),
      ...LAST_CHUNK,
      artifact: { artifactId: "a", parts: [] },
    };
    expect(artifacts(createArtifactUpdate("a", "x"), end)[0]).toMatchObject({
      text: "x",
      parts: 1,
      closed: true,
    });
    expect(
      artifacts(createArtifactUpdate("a", "x"), createArtifactUpdate("a", "", LAST_CHUNK))[0],
    ).toMatchObject({
      text: "x",
      parts: 2,
      closed: true,
    });
  });

  test("keeps data and files as separate parts", () => {
    const of = (...parts: ExampleJson[]): ExampleJson => ({ artifact: { artifactId: "a", parts } });
    const events = [
      createArtifactUpdate(
        "a",
        "",
        of({ kind: "data", data: { n: 1 } }, { kind: "text", text: "see " }),
      ),
      createArtifactUpdate("a", "", {
        ...more,
        ...of(
          { kind: "data", data: { n: 2 } },
          { kind: "file", file: { name: "f", mimeType: "a/b", bytes: "aGVsbG8=" } },
          { kind: "text", text: "there" },
        ),
      }),
    ];
    expect(artifacts(...events)[0]).toMatchObject({
      text: "see there",
      parts: 5,
      data: [{ n: 1 }, { n: 2 }],
      files: [{ name: "f", mediaType: "a/b", bytes: 5, uri: null }],
    });
  });

  test("with another name renames the artifact from then on", () => {
    const named = (name: string): ExampleJson => ({
      artifact: { ...createArtifact("a", "x"), name },
    });
    const events = [
      createArtifactUpdate("a", "", named("draft")),
      createArtifactUpdate("a", "", { ...more, ...named("final") }),
    ];
    const log = createStreamLog(...events);
    expect([0, 1].map((n) => log.reportAt(n).tasks[0]?.artifacts[0]?.name)).toEqual([
      "draft",
      "final",
    ]);
    expect(noticed(...events)).toEqual([[], ["NameChanged"]]);
  });
});

describe("the identity of an artifact", () => {
  test("is its id within its task", () => {
    const report = createStreamLog(
      createArtifactUpdate("a", "mine"),
      createArtifactUpdate("a", "yours", { taskId: "t2" }),
    ).report;
    expect(report.tasks.map(({ artifacts: [first] }) => first?.text)).toEqual(["mine", "yours"]);
  });

  test("is the index in 0.1, where replacing is the default", () => {
    const update = (index: number, text: string, over: ExampleJson = {}): ExampleJson => ({
      id: "t1",
      artifact: { index, parts: [{ type: "text", text }], ...over },
    });
    const events = [
      update(0, "old"),
      update(1, "b"),
      update(0, "n"),
      update(0, "ew", { append: true }),
    ];
    expect(texts(...events)).toEqual([
      ["idx:0", "new"],
      ["idx:1", "b"],
    ]);
    expect(noticed(...events).flat()).toEqual(["Replaced", "ReplacedShorter"]);
  });

  test("is the name if there is no id and no index", () => {
    const named = (name: string, text: string): ExampleJson =>
      nameless(text, { append: true, artifact: { name, parts: [{ kind: "text", text }] } });
    expect(texts(named("log", "1"), named("report", "x"), named("log", "2"))).toEqual([
      ["log", "12"],
      ["report", "x"],
    ]);
  });

  test("is generated if there is nothing else, and appends go to the last such artifact", () => {
    const events = [nameless("a"), nameless("b", more), nameless("c"), nameless("d", more)];
    expect(texts(...events)).toEqual([
      ["anon-0", "ab"],
      ["anon-1", "cd"],
    ]);
    expect(noticed(...events).every((names) => names.includes("NoArtifactId"))).toBe(true);
  });

  test("in a snapshot without ids and names is its position", () => {
    const bare = (text: string) => ({ parts: [{ kind: "text", text }] });
    const snapshot = createTask("completed", { artifacts: [bare("one"), bare("two")] });
    expect(texts(snapshot, snapshot)).toEqual([
      ["anon-0", "one"],
      ["anon-1", "two"],
    ]);
    expect(artifacts(snapshot, snapshot).map(({ revisions }) => revisions)).toEqual([1, 1]);
  });

  test.each(["__proto__", "constructor", "toString", "idx:0", "anon-0", " "])("may be %j", (id) => {
    expect(
      texts(createArtifactUpdate(id, "a"), createArtifactUpdate(id, "b", more), nameless("other")),
    ).toEqual([
      [id, "ab"],
      ["anon-0", "other"],
    ]);
  });

  test("is the text of a number; an empty id counts as none", () => {
    const numbered: ExampleJson = { ...nameless("n"), artifact: { artifactId: 7, parts: [] } };
    const empty: ExampleJson = { ...nameless("e"), artifact: { artifactId: "", parts: [] } };
    expect(texts(numbered, empty).map(([id]) => id)).toEqual(["7", "anon-0"]);
  });

  test("survives a member named __proto__ in the JSON itself", () => {
    const hostile = formatSseEvent(createArtifactUpdate("a", "x")).replace(
      "{",
      '{"__proto__":{"polluted":true},',
    );
    expect(createStreamLog().addText(hostile).report.tasks[0]?.artifacts[0]?.text).toBe("x");
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });
});

describe("a task's snapshot", () => {
  const streamed = [
    createTask("working"),
    createArtifactUpdate("a", "first "),
    createArtifactUpdate("a", "second", LAST_CHUNK),
  ];
  const snapshot = (...artifacts: ExampleJson[]) => createTask("completed", { artifacts });
  const log = (...artifacts: ExampleJson[]) => createStreamLog(...streamed, snapshot(...artifacts));
  const streams = (...artifacts: ExampleJson[]) =>
    log(...artifacts).timeline.tasks[0]?.artifacts.map(
      ({ artifactId, confirmingSnapshots, lackingSnapshots, current }) => ({
        artifactId,
        confirmed: confirmingSnapshots.count,
        missing: lackingSnapshots.count,
        relation: current?.relation,
        source: current?.source,
      }),
    );

  test("that contains the streamed text confirms it", () => {
    expect(streams(createArtifact("a", "first second"))).toEqual([
      { artifactId: "a", confirmed: 1, missing: 0, relation: "first", source: "update" },
    ]);
  });

  test("that contains more updates the client without an issue", () => {
    expect(streams(createArtifact("a", "first second third"))?.[0]).toMatchObject({
      relation: "extends",
      source: "snapshot",
    });
    expect(log(createArtifact("a", "first second third")).report.findings).toEqual([]);
  });

  test("that contains other text is authoritative from then on, and flagged", () => {
    const differing = log(createArtifact("a", "something else"));
    const text = (n: number) => differing.reportAt(n).tasks[0]?.artifacts[0]?.text;
    expect([text(2), text(3)]).toEqual(["first second", "something else"]);
    expect(differing.report.findings.map(({ rule }) => rule)).toEqual(["SNAP-DIFF"]);
  });

  test("that lacks one of several artifacts keeps it and marks it as missing", () => {
    expect(streams(createArtifact("b", "new"))).toMatchObject([
      { artifactId: "a", missing: 1 },
      { artifactId: "b", missing: 0, source: "snapshot" },
    ]);
    expect(log(createArtifact("b", "new")).report.findings.map(({ rule }) => rule)).toEqual([
      "SNAP-LOST",
    ]);
  });

  test("without artifacts changes none", () => {
    expect(streams()?.[0]).toMatchObject({ missing: 0, confirmed: 0 });
  });
});
