/** The operation `set_breakpoint`: sets a breakpoint or another step of a plan at a tap, or removes one. */

import { z } from "zod";
import { findTap, TAP_MEMBER } from "./held-streams.ts";
import { createNextOperation } from "./next-operation.ts";
import { defineOperation, OperationError } from "./operation.ts";

export const setBreakpoint = defineOperation({
  name: "set_breakpoint",
  title: "Set a breakpoint at a tap",
  description:
    "Lets a tap hold streams before an event, or do another step of a plan, from now on. Can remove one.",
  input: z.object({
    step: z
      .record(z.string(), z.unknown())
      .optional()
      .describe(
        'Such as {"when":{"state":"working"},"once":true}. when: hop, operation, event, state, tool, artifact, text, rule. do: hold (default) or another action',
      ),
    remove: z.string().optional().describe("ID of the breakpoint to remove"),
    tap: TAP_MEMBER,
  }),
  output: z.object({ tap: z.string(), id: z.string(), isSet: z.boolean() }),
  hints: { readOnly: false, destructive: false, openWorld: true },
  size: null,
  async run({ step, remove, tap: named }, { taps }) {
    if ((step === undefined) === (remove === undefined)) {
      throw new OperationError("Give a step to set, or the ID of the breakpoint to remove.");
    }
    const { tap } = await findTap(taps, named);
    if (remove !== undefined) {
      await taps.removeBreakpoint(tap, remove);
      const data = { tap, id: remove, isSet: false };
      return { data, summary: "Removed.", quoted: [], next: [] };
    }
    const id = await taps.addBreakpoint(tap, { do: "hold", ...step });
    return {
      data: { tap, id, isSet: true },
      summary: `Set as ${id} of the tap ${tap}.`,
      quoted: [],
      next: [createNextOperation("list_holds", { wait: 60 }, "wait until something is held")],
    };
  },
});
