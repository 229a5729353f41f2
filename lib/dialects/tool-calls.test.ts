import fc from "fast-check";
import { expect, test } from "vitest";
import { createStreamLog, createTask } from "../../fixtures/event-builders.ts";
import type { ToolFields } from "./detector.ts";
import { Interpretation } from "./interpretation.ts";
import type { Item } from "./item.ts";
import { OpenToolCalls, ToolCall } from "./tool-calls.ts";

const [item] = new Interpretation(createStreamLog(createTask("submitted")).timeline).update()
  .items as [Item];

const word = fc.option(fc.constantFrom("a", "b", " A"), { nil: undefined });
const words: fc.Arbitrary<ToolFields> = fc.record({ name: word, agent: word });
const step = fc.oneof(
  fc.record({ does: fc.constant("begin" as const), words }),
  fc.record({ does: fc.constant("end" as const), words }),
  fc.record({ does: fc.constant("look" as const), words }),
);

const same = (a: string | undefined, b: string | undefined) =>
  a !== undefined && b !== undefined && a.trim().toLowerCase() === b.trim().toLowerCase();

/** By tool, by agent, by an agent's name alone, by having none: the oldest of the first that fit. */
function slowly(open: readonly ToolCall[], { name, agent }: ToolFields): ToolCall | null {
  if (name === undefined && agent === undefined) return open[0] ?? null;
  const found =
    open.find(({ fields: own }) => same(own.name, name)) ??
    open.find(({ fields: own }) => same(own.agent ?? own.name, agent)) ??
    open.find(({ fields: own }) => own.name === undefined && same(own.agent, name)) ??
    open.find(({ fields: own }) => own.name === undefined && own.agent === undefined);
  return found ?? null;
}

test("an end finds the call that looking through all of them finds", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const calls = new OpenToolCalls();
      const open: ToolCall[] = [];
      for (const { does, words } of steps) {
        if (does === "begin") {
          const call = new ToolCall(item, { firstEvent: 0, fields: words, item });
          calls.add(call, undefined);
          open.push(call);
          continue;
        }
        const found = calls.find(words);
        expect(found).toBe(slowly(open, words));
        const newest = open.findLast(({ fields }) =>
          same(fields.name ?? fields.agent, words.agent),
        );
        if (words.agent !== undefined) expect(calls.findByAgent(words.agent)).toBe(newest ?? null);
        if (does === "look" || !found) continue;
        calls.remove(found);
        open.splice(open.indexOf(found), 1);
      }
    }),
    { numRuns: 500 },
  );
});

test("a call that is named later is found by its new name only", () => {
  const calls = new OpenToolCalls();
  const call = new ToolCall(item, { firstEvent: 0, fields: {}, item });
  calls.add(call, undefined);
  expect(calls.find({ name: "later" })).toBe(call);
  calls.addReport(call, { firstEvent: 1, fields: { name: "read" }, item });
  expect(calls.find({ name: "later" })).toBeNull();
  expect(calls.find({ name: "Read" })).toBe(call);
});
