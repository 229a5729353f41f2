/** The operation `grade_agent`: grades an agent against the specification. */

import { z } from "zod";
import { type ConformResult, countStatuses, type Grade, getScore } from "../conform/grade.ts";
import { CONFORM_STATUSES } from "../conform/judgement.ts";
import { formatGradeSummary, formatResultLine } from "../conform/report/text.ts";
import { toPrintableLine } from "../report/printable.ts";
import { createNextOperation } from "./next-operation.ts";
import { defineOperation } from "./operation.ts";
import { ADDRESS, createLimit, untrusted } from "./schemas.ts";

const TEXT_LENGTH = 300;

export const gradeAgent = defineOperation({
  name: "grade_agent",
  title: "Grade an agent",
  description:
    "Grades an agent against the text of the specification that it speaks, and lists what does not pass, each with a recording that shows it. By default it sends queries only; with `messages` it sends real messages, and cancels tasks that it started.",
  input: z.object({
    agent: ADDRESS,
    messages: z.boolean().default(false).describe("Send messages; only if the user wants it"),
    prompt: z.string().min(1).optional().describe("The message (default: an example of the card)"),
    limit: createLimit(20, "results"),
  }),
  output: z.object({
    agent: untrusted("Its name"),
    text: z.string().describe("The text it was graded by, such as 1.0.1"),
    score: z.object({ passed: z.number(), all: z.number() }),
    counts: z.record(z.enum(CONFORM_STATUSES), z.number()),
    results: z.array(
      z.object({
        id: z.string(),
        group: z.string(),
        status: z.enum(CONFORM_STATUSES),
        title: z.string(),
        message: untrusted("What was seen"),
        clause: z.string().nullable(),
        interface: untrusted().nullable(),
        recording: z.string().nullable(),
        event: z.number().nullable(),
      }),
    ),
    total: z.number().describe("How many results do not pass"),
  }),
  hints: { readOnly: false, destructive: true, openWorld: true },
  size: null,
  async run({ agent, messages, prompt, limit }, host) {
    const grade = await host.gradeAgent({ address: agent, messages, prompt: prompt ?? null });
    const found = listNotPassed(grade);
    const shown = found.slice(0, limit);
    const first = shown.find(({ recording }) => recording !== null);
    return {
      data: {
        agent: toPrintableLine(grade.agent, TEXT_LENGTH),
        text: grade.text,
        score: getScore(grade),
        counts: countStatuses(grade),
        results: shown.map(describeResult),
        total: found.length,
      },
      summary: `${grade.results.length} results against A2A ${grade.text}; ${found.length} do not pass.`,
      quoted: [
        ...formatGradeSummary(grade),
        ...shown.flatMap((one) => [
          formatResultLine(one),
          `  ${toPrintableLine(one.message, TEXT_LENGTH)}`,
        ]),
      ],
      next: first?.recording
        ? [createNextOperation("inspect_run", { run: first.recording }, "see what was sent")]
        : [],
    };
  },
});

/** The results that apply and do not pass, worst first. */
function listNotPassed({ results }: Grade): readonly ConformResult[] {
  return CONFORM_STATUSES.filter((one) => one !== "pass" && one !== "not-applicable").flatMap(
    (status) => results.filter((one) => one.status === status),
  );
}

function describeResult(result: ConformResult) {
  const { id, group, status, title, message, clause, interface: where, recording, event } = result;
  return {
    id,
    group,
    status,
    title,
    message: toPrintableLine(message, TEXT_LENGTH),
    clause,
    interface: where === null ? null : toPrintableLine(where, TEXT_LENGTH),
    recording,
    event,
  };
}
