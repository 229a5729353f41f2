import { expect, test } from "vitest";
import {
  createMessage,
  createSendMessageParams,
  createTask,
  type ExampleJson,
  ReportLog,
  status,
} from "../../fixtures/event-builders.ts";
import { Interpretation } from "../../lib/dialects/interpretation.ts";
import { getVerdictAt } from "../../lib/lint/verdict.ts";
import {
  findReportedReason,
  formatTurns,
  formatTurnsInShort,
  getVerdictMeta,
} from "./verdict-labels.ts";

/** A run with a turn for each state, and a message for those that have one. */
function judge(...turns: readonly (readonly [state: string, message?: ExampleJson])[]) {
  const log = new ReportLog();
  for (const [i, [state, message]] of turns.entries()) {
    const x = `x${i}`;
    const taskId = `t${i}`;
    log
      .addRequest("message/stream", createSendMessageParams("go", `u${i}`), x)
      .addHead(200, "text/event-stream", x)
      .addEventsTo(x, createTask("working", { id: taskId }), status(state, message, { taskId }))
      .addEnd("complete", x);
  }
  const { timeline } = log;
  return getVerdictAt(timeline, timeline.lastEvent, new Interpretation(timeline).update());
}

const failed = [
  "failed",
  createMessage("The weather service did not answer (503).", "m1"),
] as const;

test("the turns that ended badly are counted, whichever was the last", () => {
  expect(formatTurns(judge(["completed"]))).toBe("");
  expect(formatTurns(judge(["completed"], ["completed"]))).toBe("2 turns");
  expect(formatTurns(judge(["completed"], failed, ["completed"]))).toBe("3 turns: 1 failed");
  expect(formatTurns(judge(["completed"], failed, failed))).toBe("3 turns: 2 failed");
  expect(formatTurns(judge(["rejected"], failed))).toBe("2 turns: 1 rejected, 1 failed");
  expect(formatTurnsInShort(judge(["rejected"], failed))).toBe("2 turns: 2 failures");
  expect(formatTurnsInShort(judge(["completed"], failed, failed))).toBe("3 turns: 2 failed");
  expect(formatTurns(judge(["input-required"], ["completed"]))).toBe("2 turns");
});

test("the reason is in the agent's words, and is that of the failed turn if the last succeeded", () => {
  const quoted = "“The weather service did not answer (503).”";
  expect(findReportedReason(judge(failed))?.text).toBe(quoted);
  const earlier = judge(failed, ["completed"]);
  expect(findReportedReason(earlier)?.text).toBe(`Turn 1: ${quoted}`);
  expect(getVerdictMeta(earlier)).toMatchObject({ hue: "warning" });
  expect(findReportedReason(judge(["completed"]))).toBeNull();
});

test("the reason names the tool that gave it", () => {
  const verdict = { ...judge(["failed"]), reason: "503", tool: "get_weather" };
  expect(findReportedReason(verdict)?.text).toBe("get_weather failed: “503”");
});
