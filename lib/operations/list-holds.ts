/** The operation `list_holds`: what the running taps hold, and their breakpoints. It can wait for that. */

import { z } from "zod";
import { MAX_HOLD_WAIT_SECONDS } from "../api/schemas/hold-requests.ts";
import type { Breakpoint } from "../api/taps.ts";
import { describeBreakpoint } from "../report/held-stream.ts";
import { toPrintableLine } from "../report/printable.ts";
import { formatPlural } from "../text/plural.ts";
import { describeHeldStream, formatHeldStream, HELD_STREAM, listHeld } from "./held-streams.ts";
import { createNextOperation } from "./next-operation.ts";
import { defineOperation, READ_ONLY } from "./operation.ts";
import { createLimit, untrusted } from "./schemas.ts";

const STEP_LENGTH = 300;

export const listHolds = defineOperation({
  name: "list_holds",
  title: "List held streams",
  description:
    "Lists the running taps, their breakpoints and the streams that they hold. Can wait until something is held.",
  input: z.object({
    wait: z
      .number()
      .min(0)
      .max(MAX_HOLD_WAIT_SECONDS)
      .default(0)
      .describe("Seconds to wait until something is held"),
    limit: createLimit(10, "held streams, and of breakpoints of a tap"),
  }),
  output: z.object({
    held: z.array(HELD_STREAM),
    total: z.number(),
    taps: z.array(
      z.object({
        tap: z.string(),
        name: z.string(),
        run: z.string(),
        breakpoints: z.array(
          z.object({
            id: z.string(),
            enabled: z.boolean(),
            hits: z.number(),
            step: untrusted("A step of a plan as JSON"),
          }),
        ),
      }),
    ),
  }),
  hints: READ_ONLY,
  size: "limit",
  async run({ wait, limit }, { taps: access }) {
    const taps = await (wait > 0 ? access.wait(wait) : access.list());
    const all = listHeld(taps);
    const shown = all.slice(0, limit);
    const [first] = shown;
    return {
      data: {
        held: shown.map(describeHeldStream),
        total: all.length,
        taps: taps.map(({ tap, name, recording, breakpoints }) => {
          const listed = breakpoints.slice(0, limit).map(describeStep);
          return { tap, name, run: recording, breakpoints: listed };
        }),
      },
      summary: `${formatPlural(taps.length, "tap")}, ${all.length === 0 ? "nothing" : formatPlural(all.length, "stream")} held.`,
      quoted: [
        ...shown.map(formatHeldStream),
        ...taps.flatMap(({ name, breakpoints }) =>
          breakpoints
            .slice(0, limit)
            .map((one) =>
              toPrintableLine(`${one.id} of ${name}: ${describeBreakpoint(one)}`, STEP_LENGTH),
            ),
        ),
      ],
      next: first
        ? [
            createNextOperation(
              "resume_held",
              { id: first.held.id, tap: first.tap, do: "continue" },
              "let it go on, or step, drop or edit it",
            ),
          ]
        : taps.length > 0
          ? [createNextOperation("list_holds", { wait: 60 }, "wait until something is held")]
          : [],
    };
  },
});

function describeStep({ id, step, isEnabled, hits }: Breakpoint) {
  return { id, enabled: isEnabled, hits, step: JSON.stringify(step).slice(0, STEP_LENGTH) };
}
