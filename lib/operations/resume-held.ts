/** The operation `resume_held`: lets what a tap holds go on, steps, or does something else with it. */

import { z } from "zod";
import { formatPlural } from "../text/plural.ts";
import { type HeldByTap, listHeld, TAP_MEMBER } from "./held-streams.ts";
import { createNextOperation } from "./next-operation.ts";
import { defineOperation, OperationError } from "./operation.ts";

export const resumeHeld = defineOperation({
  name: "resume_held",
  title: "Continue what is held",
  description:
    "Lets a held stream go on, steps, or changes what the caller gets. The recording keeps what the agent sent, and marks what was done.",
  input: z.object({
    id: z.string().optional().describe("What is held; absent: all, to continue"),
    do: z
      .string()
      .default("continue")
      .describe("continue, step, drop, edit, repeat, insert, delay, cut, end or fail"),
    with: z
      .record(z.string(), z.unknown())
      .default({})
      .describe(
        'Members of the action: step {"to":"state"}; edit {"set":{"/status/state":"failed"}}, {"remove":[…]} or {"raw":"…"}; insert {"event":{…}}; cut {"how":"close"}; fail {"code":-32001}',
      ),
    tap: TAP_MEMBER,
  }),
  output: z.object({
    resumed: z.array(z.object({ tap: z.string(), id: z.string() })),
    held: z.number().describe("What is still held"),
  }),
  hints: { readOnly: false, destructive: true, openWorld: true },
  size: null,
  async run({ id, do: action, with: members, tap }, { taps }) {
    const all = listHeld(await taps.list()).filter((one) => tap === undefined || one.tap === tap);
    const meant = id === undefined ? all : all.filter(({ held }) => held.id === id);
    if (id === undefined) checkAll(action);
    else checkOne(meant);
    for (const one of meant) {
      await taps.resume(one.tap, one.held.id, { ...members, do: action });
    }
    const resumed = meant.map((one) => ({ tap: one.tap, id: one.held.id }));
    const held = listHeld(await taps.list()).length;
    return {
      data: { resumed, held },
      summary: `${resumed.length === 0 ? "Nothing was held" : `Done with ${formatPlural(resumed.length, "stream")}`}; ${held} held now.`,
      quoted: [],
      next: [createNextOperation("list_holds", { wait: 60 }, "wait until something is held")],
    };
  },
});

function checkAll(action: string): void {
  if (action !== "continue")
    throw new OperationError(`Name what is held to ${action.slice(0, 20)}.`);
}

function checkOne(meant: readonly HeldByTap[]): void {
  if (meant.length > 1) throw new OperationError("Several taps hold this ID: name the tap.");
  if (meant.length === 0) throw new OperationError("It is not held any more; see list_holds.");
}
