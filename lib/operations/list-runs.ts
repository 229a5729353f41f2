/** The operation `list_runs`: lists the recordings of the library. */

import { z } from "zod";
import type { RecordingSummary } from "../api/api-types.ts";
import type { MatchingLine } from "../api/library-search.ts";
import { formatStoredVerdict } from "../lint/verdict/verdict-words.ts";
import { toPrintableLine } from "../report/printable.ts";
import {
  getAgentName,
  getRecordingTitle,
  NEWEST_FIRST,
  sortRecordings,
} from "../report/recordings.ts";
import { formatPlural } from "../text/plural.ts";
import { foldCase } from "../text/search-terms.ts";
import { createNextOperation } from "./next-operation.ts";
import { defineOperation, READ_ONLY } from "./operation.ts";
import type { OperationHost } from "./operation-host.ts";
import { takeRecordingPage } from "./recording-page.ts";
import { CURSOR, createLimit, NEXT_CURSOR, untrusted } from "./schemas.ts";

const TEXT_LENGTH = 100;
const MAX_LINES = 2;

const LISTED_RUN = z.object({
  run: z.string().describe("The ID of the recording"),
  title: untrusted("The name, the first message or the agent"),
  agent: untrusted("The agent's name or address"),
  changedAt: z.string().describe("When it last changed, ISO 8601"),
  bytes: z.number(),
  turns: z.number().nullable().describe("Messages to the agent; null if not analyzed yet"),
  verdict: z.string().nullable().describe("How the run ended; null while it is recorded"),
  clean: z.boolean().nullable().describe("Whether it ended well"),
  lines: z
    .array(z.object({ event: z.number().nullable(), text: untrusted("A line that matches") }))
    .optional(),
});

export const listRuns = defineOperation({
  name: "list_runs",
  title: "List runs",
  description:
    "Lists recorded runs, last changed first, with how each ended. A query finds the runs that contain all of its words, also in what the agent said.",
  input: z.object({
    query: z.string().default("").describe("Words that must all occur in the run"),
    agent: z.string().optional().describe("Only runs whose agent's name or address contains this"),
    limit: createLimit(20, "runs"),
    cursor: CURSOR,
  }),
  output: z.object({ runs: z.array(LISTED_RUN), total: z.number(), nextCursor: NEXT_CURSOR }),
  hints: READ_ONLY,
  size: "limit",
  async run({ query, agent, limit, cursor }, host) {
    const { recordings, hits } = await host.listRecordings(query);
    const isAgent = (one: RecordingSummary) =>
      agent === undefined || foldCase(`${getAgentName(one)} ${one.name}`).includes(foldCase(agent));
    const found = sortRecordings(recordings.filter(isAgent), NEWEST_FIRST);
    const { page, nextCursor } = takeRecordingPage(found, limit, cursor);
    const lines = new Map(hits?.map((hit) => [hit.id, hit.lines]));
    const runs = [];
    const verdicts = new Map(
      page.map(({ id, verdict }) => [id, verdict ? formatStoredVerdict(verdict) : "not ended"]),
    );
    for (const recording of page) {
      runs.push(await describeRecording(recording, lines.get(recording.id) ?? [], host));
    }
    const bad = runs.find(({ clean }) => clean === false) ?? runs[0];
    return {
      data: { runs, total: found.length, nextCursor },
      summary: `${formatPlural(found.length, "run")}; ${runs.length} listed.`,
      quoted: runs.flatMap(({ run, changedAt, title, agent: name, lines: matching = [] }) => [
        `${run} ${changedAt.slice(0, 16)} ${verdicts.get(run)}: ${title}${name === "" ? "" : ` (${name})`}`,
        ...matching.map(
          ({ event, text }) => `  ${event === null ? "request" : `#${event}`} ${text}`,
        ),
      ]),
      next: [
        ...(bad
          ? [createNextOperation("inspect_run", { run: bad.run }, "see how this run ended")]
          : []),
        ...(nextCursor === null
          ? []
          : [createNextOperation("list_runs", { query, limit, cursor: nextCursor }, "list more")]),
      ],
    };
  },
});

/** Of a recording that cannot be searched for credentials, no message is quoted. */
async function describeRecording(
  recording: RecordingSummary,
  lines: readonly MatchingLine[],
  host: OperationHost,
): Promise<z.output<typeof LISTED_RUN>> {
  const { id, changedAt, bytes, facts, verdict } = recording;
  const matching = lines.slice(0, MAX_LINES);
  const texts = [
    getRecordingTitle(recording),
    getAgentName(recording),
    ...matching.map(({ text }) => text),
  ];
  const masked = await host.maskTexts(id, texts);
  const known = facts?.agent ?? "";
  const shown = masked ?? [recording.given ?? known, known];
  const [title = "", agent = "", ...found] = shown.map((text) =>
    toPrintableLine(text, TEXT_LENGTH),
  );
  return {
    run: id,
    title,
    agent,
    changedAt,
    bytes,
    turns: facts?.turns ?? null,
    verdict: verdict?.kind ?? null,
    clean: verdict?.clean ?? null,
    ...(found.length > 0 && {
      lines: found.map((text, i) => ({ event: matching[i]?.event ?? null, text })),
    }),
  };
}
