/** The operation `send_message`: sends a message to an agent and summarizes the recorded run. */

import { z } from "zod";
import { describeRun, INSPECTED_RUN } from "./inspect-run.ts";
import { createNextOperation } from "./next-operation.ts";
import { defineOperation } from "./operation.ts";
import { ADDRESS, createLimit } from "./schemas.ts";

const MAX_WAIT_S = 300;

export const sendMessage = defineOperation({
  name: "send_message",
  title: "Send a message to an agent",
  description:
    "Sends a message to an A2A agent, streaming if its card says so, records everything and summarizes the run like inspect_run. The agent acts on the message, so send only what the user wants it to do.",
  input: z.object({
    agent: ADDRESS,
    text: z.string().min(1).describe("The text of the message"),
    data: z.array(z.unknown()).default([]).describe("Data parts to attach"),
    task_id: z.string().optional().describe("Continue this task"),
    context_id: z.string().optional().describe("Continue this context"),
    wait: z
      .number()
      .positive()
      .max(MAX_WAIT_S)
      .default(30)
      .describe("Seconds to wait for the end of the response; then the connection is closed"),
    limit: createLimit(10, "exchanges, tasks, rows and findings"),
  }),
  output: INSPECTED_RUN,
  hints: { readOnly: false, destructive: true, openWorld: true },
  size: "limit",
  async resize({ run }, { limit }, host) {
    return describeRun(await host.openRun(run), limit);
  },
  async run({ agent, text, data, task_id, context_id, wait, limit }, host) {
    const run = await host.sendMessage({
      agent,
      text,
      data,
      taskId: task_id ?? null,
      contextId: context_id ?? null,
      waitMs: wait * 1000,
    });
    const open = await host.openRun(run);
    const result = describeRun(open, limit);
    const task = open.timeline.tasks.at(-1);
    const isWaiting = task?.state === "input-required";
    // The task's ID is the agent's text, so it is not part of Loupe's own.
    const reply = { agent, text: "…" };
    return {
      ...result,
      next: [
        ...(isWaiting
          ? [
              createNextOperation(
                "send_message",
                reply,
                "answer the agent, with the ID of the task as task_id",
              ),
            ]
          : []),
        ...result.next,
      ],
    };
  },
});
