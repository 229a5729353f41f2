// Two streams of one task that are alike are never taken for different, wherever the second begins and
// however their events arrive; one that lacks an event, or has two in another order, always is.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { foldRecords } from "../../fixtures/event-builders.ts";
import { createMessageFactory, type MessageFactory } from "../lint/examples/message-factory.ts";
import type { ExampleJson, RecordingBuilder } from "../lint/examples/recording-builder.ts";
import { compareStreams } from "./compare-streams.ts";
import { Response } from "./response.ts";

const VERSIONS = ["0.3", "1.0"] as const;
type Version = (typeof VERSIONS)[number];

interface Run {
  /** The texts of one artifact, in chunks. */
  readonly chunks: readonly string[];
  /** How many chunks there were when the subscription began. */
  readonly joined: number;
  /** How many of these arrive after the beginning of the subscription. */
  readonly late: number;
  /** Which stream delivers next, while both have events. */
  readonly turns: readonly boolean[];
}

const getChunk = (factory: MessageFactory, { chunks }: Run, index: number): ExampleJson =>
  factory.artifact("a", chunks[index] ?? "", {
    append: index > 0,
    last: index === chunks.length - 1,
  });

/** `edit`: what the subscription delivers of its updates. */
function record(
  version: Version,
  run: Run,
  edit: (updates: ExampleJson[]) => readonly ExampleJson[] = (updates) => updates,
  hasSnapshot = true,
): RecordingBuilder {
  const factory = createMessageFactory(version);
  const { chunks, joined, late, turns } = run;
  const all = chunks.map((_, index) => getChunk(factory, run, index));
  const done = factory.status("completed");
  const stream = factory.stream().addEvents(factory.task("working"), factory.status("working"));
  stream.addEvents(...all.slice(0, joined - late));
  factory.addCall(stream, "subscribe", { id: "t1" }, "x2");
  const text = chunks.slice(0, joined).join("");
  const artifacts = joined === 0 ? [] : [factory.artifactPayload("a", text)];
  if (hasSnapshot) stream.addEventsTo("x2", factory.task("working", { artifacts }));
  const mine = [...all.slice(joined - late), done];
  const theirs = [...edit([...all.slice(joined), done])];
  for (const isFirst of turns) {
    const next = isFirst ? mine.shift() : theirs.shift();
    if (next) stream.addEventsTo(isFirst ? "x1" : "x2", next);
  }
  return stream
    .addEventsTo("x1", ...mine)
    .addEventsTo("x2", ...theirs)
    .addEnd()
    .addEnd("complete", "x2");
}

function compare(version: Version, { records }: RecordingBuilder) {
  const { timeline } = foldRecords(records);
  const [stream, subscription] = ["x1", "x2"].map((x) => {
    const exchange = timeline.exchangeById.get(x);
    if (!exchange) throw new Error(`there is no ${x}`);
    return new Response({ recording: "", timeline, exchange, binding: "jsonrpc", version });
  });
  if (!stream || !subscription) throw new Error("there are no streams");
  return compareStreams(stream, subscription);
}

/** Chunks that repeat, as those of language models do. */
const run: fc.Arbitrary<Run> = fc
  .record({
    chunks: fc.array(fc.constantFrom("a ", "the ", "of", " ", "harbour "), { maxLength: 12 }),
    joined: fc.nat(12),
    late: fc.nat(3),
    turns: fc.array(fc.boolean(), { maxLength: 24 }),
  })
  .map(({ chunks, joined, late, turns }) => {
    const begun = Math.min(joined, chunks.length);
    return { chunks, joined: begun, late: Math.min(late, begun), turns };
  });

describe.each(VERSIONS)("two streams of %s", (version) => {
  test("that are alike are not different", () => {
    fc.assert(
      fc.property(run, fc.boolean(), (one, hasSnapshot) => {
        const { lost, instead } = compare(version, record(version, one, undefined, hasSnapshot));
        expect([lost, instead]).toEqual([null, null]);
      }),
    );
  });

  test("one of which begins with all that was missed are not different", () => {
    fc.assert(
      fc.property(run, (one) => {
        const factory = createMessageFactory(version);
        const missed = one.chunks.slice(0, one.joined).map((_, i) => getChunk(factory, one, i));
        const recording = record(version, one, (updates) => [...missed, ...updates]);
        const { lost, instead } = compare(version, recording);
        expect([lost, instead]).toEqual([null, null]);
      }),
    );
  });

  /** At least three live chunks, which differ. */
  const livelyRun = run.map((one) => {
    const live = ["one ", "two ", "three ", "four "];
    return { ...one, chunks: [...one.chunks.slice(0, one.joined), ...live] };
  });

  test("one of which lacks an event between others are different", () => {
    fc.assert(
      fc.property(livelyRun, fc.integer({ min: 1, max: 3 }), (one, dropped) => {
        const recording = record(version, one, (updates) => updates.toSpliced(dropped, 1));
        const { lost, instead } = compare(version, recording);
        expect(lost?.event.kind).toBe("artifact");
        expect(instead).not.toBeNull();
      }),
    );
  });

  test("one of which swaps events are different", () => {
    fc.assert(
      fc.property(livelyRun, fc.nat(2), (one, at) => {
        const swap = (updates: ExampleJson[]) =>
          updates.toSpliced(at, 2, ...updates.slice(at, at + 2).toReversed());
        expect(compare(version, record(version, one, swap)).instead).not.toBeNull();
      }),
    );
  });

  test("one of which delivers an event twice are different", () => {
    fc.assert(
      fc.property(livelyRun, fc.nat(3), (one, at) => {
        const repeat = (updates: ExampleJson[]) =>
          updates.toSpliced(at, 0, ...updates.slice(at, at + 1));
        expect(compare(version, record(version, one, repeat)).instead).not.toBeNull();
      }),
    );
  });
});

const SUBSCRIBED_TO_TWO: Run = {
  chunks: ["one ", "two ", "three ", "four "],
  joined: 2,
  late: 0,
  turns: [],
};

describe("the first events of a subscription", () => {
  test("are lost if its task shows that they had not happened", () => {
    const recording = record("1.0", SUBSCRIBED_TO_TWO, (updates) => updates.slice(1));
    const { lost, instead } = compare("1.0", recording);
    expect(lost?.event).toMatchObject({ artifact: { parts: [{ text: "three " }] } });
    expect(instead).toBeNull();
  });

  test("are in doubt if its task shows nothing", () => {
    const unjoined = { ...SUBSCRIBED_TO_TWO, joined: 0 };
    const recording = record("1.0", unjoined, (updates) => updates.slice(2));
    expect(compare("1.0", recording)).toMatchObject({ lost: null, instead: null, doubtful: 2 });
  });

  test("are not lost if its task has them already", () => {
    const late = { ...SUBSCRIBED_TO_TWO, late: 2 };
    expect(compare("1.0", record("1.0", late))).toMatchObject({ lost: null, doubtful: 0 });
  });

  test.each([
    ["later than its task", "2026-11-20T10:00:02Z", true],
    ["earlier than its task", "2026-11-20T10:00:00Z", false],
  ])("are lost if they are %s", (_, timestamp, isLost) => {
    const factory = createMessageFactory("1.0");
    const working = (time: string, text?: string) => ({
      status: {
        state: "TASK_STATE_WORKING",
        timestamp: time,
        ...(text !== undefined && { message: factory.message(text) }),
      },
    });
    const recording = factory.stream().addEvents(factory.task("working"));
    factory.addCall(recording, "subscribe", { id: "t1" }, "x2");
    recording
      .addEventsTo("x2", factory.task("working", working("2026-11-20T10:00:01Z")))
      .addEvents(factory.status("working", undefined, working(timestamp, "A step.")))
      .addEvents(factory.status("completed"))
      .addEventsTo("x2", factory.status("completed"))
      .addEnd()
      .addEnd("complete", "x2");
    expect(compare("1.0", recording).lost !== null).toBe(isLost);
  });
});
