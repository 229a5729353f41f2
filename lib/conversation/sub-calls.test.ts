// What an agent says to another one is no turn of the conversation.
import { expect, test } from "vitest";
import { foldRecords } from "../../fixtures/event-builders.ts";
import { HopLog, PLANNER, TRACE } from "../../fixtures/hop-log.ts";
import { Interpretation } from "../dialects/interpretation.ts";
import { RunConversation } from "./conversation.ts";

test("calls between agents are in the conversation only where they are chosen", () => {
  const { records } = new HopLog()
    .plan({ trace: TRACE })
    .begin({ x: "ask", port: 9002, trace: TRACE, program: PLANNER })
    .wait(5)
    .finish("ask", "completed")
    .finish("plan", "completed")
    .plan({ x: "plan2" })
    .finish("plan2", "completed");
  const { timeline } = foldRecords(records);
  const conversation = new RunConversation(new Interpretation(timeline)).update();
  const n = timeline.lastEvent;
  const numbers = (scope: number | "all") =>
    conversation
      .getTurnsAt(n, scope, null)
      .map((turn) => [turn.turn.exchangesAt(n)[0]?.id, conversation.getTurnNumberAt(turn, n)]);
  expect(numbers("all")).toEqual([
    ["plan", 1],
    ["plan2", 2],
  ]);
  expect(numbers(timeline.exchangeById.get("ask")?.index ?? -1)).toEqual([["ask", null]]);
});
