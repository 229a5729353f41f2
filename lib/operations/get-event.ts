/** The operation `get_event`: shows one event, decoded, as the bytes on the wire, or interpreted. */

import { z } from "zod";
import { getItemTextAt, getItemTitleAt } from "../dialects/item-content.ts";
import { formatJsonPointer } from "../json/json-pointer.ts";
import { stringifyJson } from "../json/json-stringify.ts";
import { RULES_BY_ID } from "../lint/all-rules.ts";
import { getItemProblems } from "../lint/problems.ts";
import { findBrokenRuleLocations } from "../lint/violation-locations.ts";
import { createAuthenticationReport } from "../report/authentication-report.ts";
import { createEventReport } from "../report/event-report.ts";
import { toPrintableLine } from "../report/printable.ts";
import { createAuthDemandFinder } from "../timeline/auth-demand.ts";
import {
  getFrameCopyText,
  getFrameOffset,
  getFrameText,
  parseFrameValue,
} from "../timeline/timeline-queries.ts";
import { createNextOperation } from "./next-operation.ts";
import { defineOperation, OperationError, READ_ONLY } from "./operation.ts";
import type { OpenRun } from "./read-run.ts";
import { AUTHENTICATION, describeAuthentication, RUN, SEVERITY, untrusted } from "./schemas.ts";

export const EVENT_VIEWS = ["decoded", "wire", "inferred"] as const;
export type EventView = (typeof EVENT_VIEWS)[number];

const ID_LENGTH = 100;

export const getEvent = defineOperation({
  name: "get_event",
  title: "Get an event",
  description:
    "Shows one event: decoded as JSON, the exact bytes of its frame (wire), or how Loupe interprets it and which convention says so (inferred). Long content comes in pages.",
  input: z.object({
    run: RUN,
    n: z.int().min(0).describe("The number of the event"),
    view: z.enum(EVENT_VIEWS).default("decoded"),
    offset: z.int().min(0).default(0).describe("The byte of the content to begin at"),
    max_bytes: z
      .int()
      .min(1)
      .max(100_000)
      .default(4000)
      .describe("The maximum length of the content"),
  }),
  output: z.object({
    run: z.string(),
    n: z.number(),
    kind: z.string(),
    ms: z.number().nullable().describe("Milliseconds since the recording began"),
    exchange: untrusted("Its ID"),
    task: untrusted("Its ID").nullable(),
    version: z.string().describe("The A2A version of the exchange"),
    view: z.enum(EVENT_VIEWS),
    frame: z.object({
      offset: z.number().describe("The byte of the response body at which the frame begins"),
      bytes: z.number(),
    }),
    findings: z
      .array(
        z.object({
          rule: z.string(),
          severity: SEVERITY,
          path: untrusted("The member that breaks it, as a JSON pointer"),
        }),
      )
      .describe("The rules that this event breaks"),
    authentication: AUTHENTICATION,
    content: untrusted("The content in this view, from `offset` on"),
    bytes: z.number().describe("The length of the whole content"),
    offset: z.number(),
    nextOffset: z.number().nullable().describe("The offset of the next page; null on the last"),
  }),
  hints: READ_ONLY,
  size: "max_bytes",
  async run({ run, n, view, offset, max_bytes }, host) {
    const open = await host.openRun(run);
    const { timeline, name } = open;
    if (n > timeline.lastEvent) {
      throw new OperationError(
        `The run has no event ${n}: its last event is ${timeline.lastEvent}.`,
      );
    }
    const { ms, kind, exchange, task, version } = createEventReport(timeline, n);
    const whole = new TextEncoder().encode(getEventContent(open, n, view));
    const page = takeBytes(whole, offset, max_bytes);
    const findings = findRulesBrokenBy(open, n);
    const authentication = findAuthentication(open, n);
    const frameBytes = getFrameLength(open, n);
    const frame = { offset: getFrameOffset(timeline, n), bytes: frameBytes };
    const isAll = offset === 0 && page.nextOffset === null;
    const other: EventView = view === "wire" ? "inferred" : "wire";
    const [broken] = findings;
    return {
      data: {
        run: name,
        n,
        kind,
        ms,
        exchange: toPrintableLine(exchange, ID_LENGTH),
        task: task === undefined ? null : toPrintableLine(task, ID_LENGTH),
        version,
        view,
        frame,
        findings,
        ...authentication,
        content: page.text,
        bytes: whole.length,
        offset,
        nextOffset: page.nextOffset,
      },
      summary: [
        `Event ${n}: ${kind}, A2A ${version}${ms === null ? "" : `, at ${ms} ms`}. Its frame is ${frame.bytes} bytes at byte ${frame.offset} of the body.`,
        ...findings.map(({ rule, severity }) => `${severity} ${rule}`),
        ...(authentication
          ? ["The response rejects the caller; what it asks for is below the content."]
          : []),
        isAll
          ? `The whole content (${view}):`
          : `Bytes ${offset} to ${page.nextOffset ?? whole.length} of ${whole.length} (${view}):`,
      ].join("\n"),
      quoted: [...page.text.split("\n"), ...(authentication?.authentication ?? [])],
      next: [
        ...(page.nextOffset === null
          ? []
          : [
              createNextOperation(
                "get_event",
                { run: name, n, view, offset: page.nextOffset },
                "read on",
              ),
            ]),
        ...(broken
          ? [createNextOperation("explain_rule", { rule: broken.rule }, "see what is wrong")]
          : []),
        createNextOperation(
          "get_event",
          { run: name, n, view: other },
          `see it ${OTHER_VIEW[other]}`,
        ),
      ],
    };
  },
});

const OTHER_VIEW = { wire: "as bytes", inferred: "as Loupe interprets it", decoded: "decoded" };

/** The content of an event in one view. */
export function getEventContent(open: OpenRun, n: number, view: EventView): string {
  const { timeline } = open;
  switch (view) {
    case "wire":
      return getFrameCopyText(timeline, n);
    case "decoded": {
      const value = parseFrameValue(timeline, n);
      return value === undefined ? getFrameText(timeline, n) : stringifyJson(value);
    }
    case "inferred":
      return describeInference(open, n);
  }
}

function describeInference({ interpretation }: OpenRun, n: number): string {
  const item = interpretation.getEventItem(n);
  if (!item) return "No row of the timeline shows this event.";
  const reason = item.reasonAt(n);
  const { events } = item;
  return [
    `row: ${item.kindAt(n)} ${getItemTitleAt(interpretation, item, n)}`,
    `because: ${reason ? `${reason.why} (${reason.dialect}, ${reason.confidence})` : "the protocol itself"}`,
    `events: ${events.countAt(n)} up to here, the first is ${events.at(0)}`,
    ...getItemProblems(item, n).map(
      ({ severity, rule, message }) => `${severity} ${rule}: ${message}`,
    ),
    `text as of this event: ${getItemTextAt(interpretation, item, n)}`,
  ].join("\n");
}

function findAuthentication({ timeline }: OpenRun, n: number) {
  const exchange = timeline.exchanges[timeline.events.exchange.at(n)];
  const demand = exchange && createAuthDemandFinder(timeline)(exchange);
  return describeAuthentication(demand ? createAuthenticationReport(demand) : undefined);
}

function getFrameLength({ timeline }: OpenRun, n: number): number {
  const { events, exchanges } = timeline;
  const body = exchanges[events.exchange.at(n)]?.body;
  return body ? body.byteOffset(events.end.at(n)) - body.byteOffset(events.start.at(n)) : 0;
}

function findRulesBrokenBy({ timeline, interpretation }: OpenRun, n: number) {
  const located = findBrokenRuleLocations(timeline, n, parseFrameValue(timeline, n));
  const found = located.map(({ rule, path }) => ({ rule, path: formatJsonPointer(path) }));
  const item = interpretation.getEventItem(n);
  const inherited = item
    ? getItemProblems(item, n).filter(({ event, phase }) => event === n && !phase)
    : [];
  for (const { rule: id } of inherited) {
    const rule = RULES_BY_ID.get(id);
    if (rule && !found.some((one) => one.rule.id === id)) found.push({ rule, path: "" });
  }
  return found.map(({ rule, path }) => ({
    rule: rule.id,
    severity: rule.severity,
    path: toPrintableLine(path, ID_LENGTH),
  }));
}

/** A page of UTF-8 that ends between two characters. */
export function takeBytes(
  bytes: Uint8Array,
  offset: number,
  length: number,
): { text: string; nextOffset: number | null } {
  const isContinuation = (at: number) => ((bytes[at] ?? 0) & 0xc0) === 0x80;
  let from = Math.min(offset, bytes.length);
  while (from < bytes.length && isContinuation(from)) from++;
  let to = Math.min(from + length, bytes.length);
  while (to > from && isContinuation(to)) to--;
  // A page has at least one character.
  if (to === from && from < bytes.length) {
    to++;
    while (isContinuation(to)) to++;
  }
  return {
    text: new TextDecoder().decode(bytes.subarray(from, to)),
    nextOffset: to < bytes.length ? to : null,
  };
}
