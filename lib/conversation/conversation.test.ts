import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryRecords } from "../../fixtures/arbitrary.ts";
import { arbitraryCaipeRecords } from "../../fixtures/arbitrary-caipe.ts";
import {
  createArtifact,
  createArtifactUpdate,
  createMessage,
  createSendMessageParams,
  createTask,
  foldRecords,
  LAST_CHUNK,
  ReportLog,
  status,
} from "../../fixtures/event-builders.ts";
import { FIXTURE_NAMES, readFixture } from "../../fixtures/read-fixture.ts";
import { getRunCount } from "../../fixtures/run-count.ts";
import { Interpretation } from "../dialects/interpretation.ts";
import type { Item } from "../dialects/item.ts";
import { getItemTextAt, getItemTitleAt } from "../dialects/item-content.ts";
import type { Timeline } from "../timeline/timeline.ts";
import type { WireRecord } from "../wire/record.ts";
import { RunConversation } from "./conversation.ts";
import { getNonTextPartsAt, getTurnContentAt } from "./turn-content.ts";
import { getTurnOutcomeAt } from "./turn-outcome.ts";

const STREAM = "text/event-stream";

function converse(timeline: Timeline): RunConversation {
  return new RunConversation(new Interpretation(timeline)).update();
}

/** All that is shown of a conversation as of an event. */
function describeAt(conversation: RunConversation, n: number, isOpen = true): unknown[] {
  const { interpretation } = conversation;
  const describeItem = (item: Item) => ({
    item: item.index,
    kind: item.kindAt(n),
    title: getItemTitleAt(interpretation, item, n),
    text: getItemTextAt(interpretation, item, n),
    parts: getNonTextPartsAt(interpretation, item, n),
    attachments: item.attachmentsAt(n).length,
  });
  return conversation.getTurnsAt(n, "all", null).map((turn) => {
    const content = getTurnContentAt(conversation, turn, n);
    const outcome = getTurnOutcomeAt(interpretation, turn, n, { isGrowing: isOpen });
    return {
      turn: turn.index,
      exchanges: turn.turn.exchangesAt(n).map(({ id }) => id),
      ...Object.fromEntries(
        Object.entries(content).map(([part, items]) => [part, items.map(describeItem)]),
      ),
      outcome: { ...outcome, task: outcome.task?.id },
    };
  });
}

function expectTimeTravel(records: readonly WireRecord[]): void {
  const { timeline } = foldRecords(records);
  const whole = converse(timeline);
  for (let n = -1; n <= timeline.lastEvent; n++) {
    const early = converse(foldRecords(records, n + 1).timeline);
    expect({ n, turns: describeAt(whole, n) }).toEqual({ n, turns: describeAt(early, n) });
  }
}

describe("the conversation at event n", () => {
  test.each(FIXTURE_NAMES)("%s: equals that of the first n + 1 events", (name) => {
    expectTimeTravel(readFixture(name).records);
  });

  test("equals that of the first n + 1 events, whatever agents send", () => {
    fc.assert(fc.property(arbitraryRecords, expectTimeTravel), { numRuns: getRunCount(150) });
  });

  test("equals that of the first n + 1 events, whatever a supervisor sends", () => {
    fc.assert(fc.property(arbitraryCaipeRecords, expectTimeTravel), { numRuns: getRunCount(30) });
  });

  test("is the same however often it was updated", () => {
    fc.assert(
      fc.property(arbitraryRecords, (records) => {
        const { timeline } = foldRecords(records);
        const interpretation = new Interpretation(timeline);
        const often = new RunConversation(interpretation);
        for (let left = timeline.lastEvent + 1; left > 0; left--) {
          interpretation.update(1);
          often.update();
        }
        const n = timeline.lastEvent;
        expect(describeAt(often.update(), n)).toEqual(describeAt(converse(timeline), n));
      }),
      { numRuns: getRunCount(100) },
    );
  });
});

/** The texts of each turn: what was asked, and what was answered. */
function readTurns(log: ReportLog): { asks: string[]; earlier: string[]; answer: string[] }[] {
  const conversation = converse(log.timeline);
  const { interpretation, turns } = conversation;
  const n = log.timeline.lastEvent;
  return turns.map((turn) => {
    const { asks, earlier, answer } = getTurnContentAt(conversation, turn, n);
    const read = (items: readonly Item[]) =>
      items.map((it) => getItemTextAt(interpretation, it, n));
    return { asks: read(asks), earlier: read(earlier), answer: read(answer) };
  });
}

function readOutcomes(log: ReportLog): (string | undefined)[] {
  const { interpretation, turns } = converse(log.timeline);
  const { lastEvent } = log.timeline;
  return turns.map(
    (turn) => getTurnOutcomeAt(interpretation, turn, lastEvent, { isGrowing: true }).verdict?.kind,
  );
}

function ask(log: ReportLog, x: string, text: string, of = {}): ReportLog {
  const params = createSendMessageParams(text, `u-${x}`, of);
  return log.addRequest("message/stream", params, x).addHead(200, STREAM, x);
}

describe("turns", () => {
  test("each message to an agent starts one, with what came for it", () => {
    const log = new ReportLog();
    ask(log, "x1", "one").addEventsTo("x1", createTask("working"), createArtifactUpdate("a", "1"));
    log.addEventsTo("x1", status("completed")).addEnd("complete", "x1");
    ask(log, "x2", "two").addEventsTo("x2", createMessage("2", "m2")).addEnd("complete", "x2");
    expect(readTurns(log)).toEqual([
      { asks: ["one"], earlier: [], answer: ["1"] },
      { asks: ["two"], earlier: [], answer: ["2"] },
    ]);
    expect(readOutcomes(log)).toEqual(["completed", "message"]);
  });

  test("a reply to a question is a turn of the same task", () => {
    const log = new ReportLog();
    ask(log, "x1", "book").addEventsTo("x1", status("input-required", createMessage("When?", "q")));
    log.addEnd("complete", "x1");
    ask(log, "x2", "today", { taskId: "t1" }).addEventsTo("x2", status("completed"));
    const { interpretation, turns } = converse(log.timeline);
    const [first] = turns;
    if (!first) throw new Error("no turn");
    const outcomeAt = (n: number) =>
      getTurnOutcomeAt(interpretation, first, n, { isGrowing: true });
    expect(outcomeAt(0)).toMatchObject({ verdict: { kind: "input-required" }, isReplied: true });
    expect(outcomeAt(0).verdict?.reason).toBe("When?");
    expect(readOutcomes(log)).toEqual(["input-required", "completed"]);
    expect(readTurns(log)[0]).toEqual({ asks: ["book"], earlier: [], answer: ["When?"] });
  });

  test("what Loupe looks up starts none; what it finds belongs to the turn of the task", () => {
    const log = new ReportLog();
    log.addRequest("tasks/list", {}, "x0").addHead(200, "application/json", "x0");
    log.addEnd("complete", "x0");
    ask(log, "x1", "go").addEventsTo("x1", createTask("working")).addEnd("reset", "x1");
    const stored = createTask("completed", { artifacts: [createArtifact("a", "late")] });
    log.addRequest("tasks/get", { id: "t1" }, "x2").addHead(200, "application/json", "x2");
    log.addText(JSON.stringify({ jsonrpc: "2.0", id: 1, result: stored }), "x2");
    log.addEnd("complete", "x2");
    expect(readTurns(log)).toEqual([{ asks: ["go"], earlier: [], answer: ["late"] }]);
    expect(readOutcomes(log)).toEqual(["completed"]);
  });

  test("the history of a stored task is split into its turns", () => {
    const said = (text: string, id: string, role: string) => createMessage(text, id, { role });
    const history = [
      said("one", "u1", "user"),
      said("first", "a1", "agent"),
      said("two", "u2", "user"),
      said("second", "a2", "agent"),
    ];
    const log = new ReportLog().addOpen().addHead(200, "application/json");
    log.addText(JSON.stringify(createTask("completed", { history })));
    expect(readTurns(log)).toEqual([
      { asks: ["one"], earlier: [], answer: ["first"] },
      { asks: ["two"], earlier: [], answer: ["second"] },
    ]);
  });

  test("history from before the recording is kept apart", () => {
    const history = [
      createMessage("before", "u0", { role: "user" }),
      createMessage("then", "a0"),
      createMessage("now", "u-x1", { role: "user" }),
    ];
    const log = new ReportLog();
    ask(log, "x1", "now").addEventsTo("x1", createTask("working", { history }));
    const [turn] = readTurns(log);
    expect(turn?.asks).toEqual(["now"]);
    expect(turn?.earlier).toEqual(["before"]);
  });
});

describe("the answer", () => {
  test("is the progress until there is another", () => {
    const log = new ReportLog();
    ask(log, "x1", "go").addEventsTo("x1", status("working", createMessage("Looking…", "p")));
    expect(readTurns(log)[0]?.answer).toEqual(["Looking…"]);
    log.addEventsTo("x1", createArtifactUpdate("a", "Found."));
    expect(readTurns(log)[0]?.answer).toEqual(["Found."]);
  });

  test("grows with its artifact", () => {
    const log = new ReportLog();
    ask(log, "x1", "go").addEventsTo(
      "x1",
      createArtifactUpdate("a", "Hel"),
      createArtifactUpdate("a", "lo", LAST_CHUNK),
    );
    const conversation = converse(log.timeline);
    const texts = [0, 1].map((n) => JSON.stringify(describeAt(conversation, n)));
    expect(texts[0]).toContain('"Hel"');
    expect(texts[1]).toContain('"Hello"');
  });
});

test("an artifact that a later turn changes is shown in both, each as it was", () => {
  const log = new ReportLog();
  ask(log, "x1", "start").addEventsTo("x1", createArtifactUpdate("a", "draft"));
  log.addEventsTo("x1", status("input-required")).addEnd("complete", "x1");
  ask(log, "x2", "go on", { taskId: "t1" });
  log.addEventsTo("x2", createArtifactUpdate("a", "final"), status("completed"));
  const conversation = converse(log.timeline);
  const { interpretation, turns } = conversation;
  const n = log.timeline.lastEvent;
  const texts = turns.map((turn) =>
    getTurnContentAt(conversation, turn, n).answer.map((item) =>
      getItemTextAt(interpretation, item, turn.turn.getEndAt(n)),
    ),
  );
  expect(texts).toEqual([["draft"], ["final"]]);
});

describe("the outcome", () => {
  test.each(["failed", "rejected", "input-required", "auth-required"])(
    "%s says why in the agent's words",
    (state) => {
      const log = new ReportLog();
      ask(log, "x1", "go").addEventsTo("x1", status(state, createMessage("Because.", "m")));
      const { interpretation, turns } = converse(log.timeline);
      const [turn] = turns;
      if (!turn) throw new Error("no turn");
      const { verdict } = getTurnOutcomeAt(interpretation, turn, log.timeline.lastEvent, {
        isGrowing: true,
      });
      expect(verdict).toMatchObject({ kind: state, reason: "Because." });
    },
  );

  test("is open while the response is, and only if more may come", () => {
    const log = new ReportLog();
    ask(log, "x1", "go").addEventsTo("x1", status("working"));
    const { interpretation, turns } = converse(log.timeline);
    const [turn] = turns;
    if (!turn) throw new Error("no turn");
    expect(getTurnOutcomeAt(interpretation, turn, 0, { isGrowing: true }).verdict).toBeNull();
    const { verdict } = getTurnOutcomeAt(interpretation, turn, 0, { isGrowing: false });
    expect(verdict?.kind).toBe("ended-while-working");
  });
});
