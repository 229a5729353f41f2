/** The operation `check_card`: checks an agent card against the rules. */

import { z } from "zod";
import { BINDING_NAMES, readCard } from "../protocol/card/card.ts";
import { toPrintableLine } from "../report/printable.ts";
import { findNewestCard } from "../timeline/cards.ts";
import type { Timeline } from "../timeline/timeline.ts";
import {
  collectFindings,
  describeFinding,
  FINDING,
  formatFinding,
  formatFindings,
} from "./list-findings.ts";
import { createNextOperation } from "./next-operation.ts";
import { defineOperation, OperationError } from "./operation.ts";
import type { OpenRun } from "./read-run.ts";
import { CURSOR, createLimit, NEXT_CURSOR, takePage, untrusted } from "./schemas.ts";

const TEXT_LENGTH = 160;
const MAX_INTERFACES = 10;

const CARD = z.object({
  name: untrusted(),
  streaming: z.boolean().nullable().describe("null if the card does not say"),
  interfaces: z.array(z.object({ url: untrusted(), binding: z.string(), version: z.string() })),
});

export const checkCard = defineOperation({
  name: "check_card",
  title: "Check an agent card",
  description:
    "Checks an agent card against the rules: that of a live agent, looked for at the well-known locations, or one in a file or recording.",
  input: z.object({
    url: z.string().optional().describe("The agent: a URL, or a host and port"),
    file: z.string().optional().describe("A file with a card, or the ID of a recording"),
    limit: createLimit(20, "findings"),
    cursor: CURSOR,
  }),
  output: z.object({
    run: z.string().describe("The run that has the card, for list_findings and get_event"),
    card: CARD.nullable().describe("null if none was found or it cannot be read"),
    findings: z.array(FINDING),
    total: z.number(),
    nextCursor: NEXT_CURSOR,
  }),
  hints: { readOnly: true, destructive: false, openWorld: true },
  size: "limit",
  resize: async ({ run }, { limit, cursor }, host) =>
    describeCheck(await host.openRun(run), limit, cursor),
  async run({ url, file, limit, cursor }, host) {
    if ((url === undefined) === (file === undefined)) {
      throw new OperationError('check_card needs either "url" or "file".');
    }
    const open = url === undefined ? await host.openRun(file ?? "") : await host.fetchCard(url);
    return describeCheck(open, limit, cursor, url);
  },
});

/** `url`: the address of the agent, if it was looked for. */
function describeCheck(open: OpenRun, limit: number, cursor?: string, url?: string) {
  const card = describeCard(open.timeline);
  const all = collectFindings(open);
  const { items, nextCursor } = takePage(all, limit, cursor);
  const [first] = items;
  return {
    data: {
      run: open.name,
      card,
      findings: items.map(describeFinding),
      total: all.length,
      nextCursor,
    },
    summary: `${card ? "The card was read." : "There is no readable card."}\n${formatFindings(items, all.length)}`,
    quoted: [...(card ? formatCard(card) : []), ...items.flatMap(formatFinding)],
    next: [
      ...(first
        ? [createNextOperation("explain_rule", { rule: first.rule }, "see how to fix it")]
        : []),
      ...(card && url !== undefined
        ? [createNextOperation("send_message", { agent: url, text: "hello" }, "call the agent")]
        : []),
      ...(nextCursor === null
        ? []
        : [
            createNextOperation(
              "list_findings",
              { run: open.name, cursor: nextCursor },
              "list more",
            ),
          ]),
    ],
  };
}

function describeCard(timeline: Timeline): z.output<typeof CARD> | null {
  const text = findNewestCard(timeline)?.text;
  const card = text === undefined ? null : readCard(parseJson(text));
  if (!card) return null;
  return {
    name: toPrintableLine(card.name, TEXT_LENGTH),
    streaming: card.streaming ?? null,
    interfaces: card.interfaces.slice(0, MAX_INTERFACES).map(({ url, binding, version }) => ({
      url: toPrintableLine(url, TEXT_LENGTH),
      binding: BINDING_NAMES[binding],
      version,
    })),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    return null;
  }
}

const formatCard = ({ name, interfaces }: z.output<typeof CARD>): string[] => [
  `card: ${name}`,
  ...interfaces.map((one) => `  ${one.url} (${one.binding}, A2A ${one.version})`),
];
