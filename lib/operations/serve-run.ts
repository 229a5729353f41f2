/** The operation `serve_run`: serves a run in place of its agent, or stops serving it. */

import { z } from "zod";
import { toPrintableLine } from "../report/printable.ts";
import { formatPlural } from "../text/plural.ts";
import { createNextOperation } from "./next-operation.ts";
import { defineOperation, OperationError } from "./operation.ts";
import { RUN } from "./schemas.ts";

const TEXT_LENGTH = 160;
const MAX_LEFT = 10;

export const serveRun = defineOperation({
  name: "serve_run",
  title: "Serve a run in place of its agent",
  description:
    "Serves a recorded run at an address of this machine, so that a client can be tested without the agent, with faults if wanted. Call it again with stop to end it.",
  input: z.object({
    run: RUN,
    faults: z
      .string()
      .default("")
      .describe("For example cut-after=5, crlf or speed=max; as the options of loupe serve"),
    stop: z.boolean().default(false).describe("Stop serving this run"),
  }),
  output: z.object({
    run: z.string(),
    serving: z.boolean(),
    url: z.string().nullable().describe("The address for A2A clients"),
    exchanges: z.number().describe("Recorded exchanges that it can answer with"),
    hasCard: z.boolean().describe("If false, the card is made from the recorded traffic"),
    left: z.array(z.string()).describe("What is never used as an answer"),
  }),
  hints: { readOnly: false, destructive: false, openWorld: true },
  size: null,
  async run({ run, faults, stop }, host) {
    if (stop) {
      if (!(await host.stopServing(run))) throw new OperationError("This run is not being served.");
      const data = { run, serving: false, url: null, exchanges: 0, hasCard: false, left: [] };
      return { data, summary: "Stopped serving the run.", quoted: [], next: [] };
    }
    const served = await host.serveRun(run, faults);
    const left = served.left.slice(0, MAX_LEFT).map((line) => toPrintableLine(line, TEXT_LENGTH));
    return {
      data: { ...served, run, serving: true, left },
      summary: `Serving ${formatPlural(served.exchanges, "exchange")} at ${served.url}`,
      quoted: left.map((line) => `not served: ${line}`),
      next: [createNextOperation("serve_run", { run, stop: true }, "stop serving it")],
    };
  },
});
