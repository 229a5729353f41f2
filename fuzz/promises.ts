/**
 * The properties that Loupe guarantees for arbitrary bytes. Each is checked against one input and
 * returns a description of the failure, or `null`.
 */

import { Interpretation } from "../lib/dialects/interpretation.ts";
import { compareRuns } from "../lib/diff/compare-runs.ts";
import { createDiffReport } from "../lib/diff/diff-report.ts";
import { findExportFeatures } from "../lib/export/export-features.ts";
import { type Exporter, writeExport } from "../lib/export/exporter.ts";
import { EXPORTERS } from "../lib/export/formats.ts";
import { selectRecords } from "../lib/export/record-selector.ts";
import { lintCard } from "../lib/lint/cards/lint-card.ts";
import type { Report } from "../lib/report/json.ts";
import { formatSummary } from "../lib/report/text.ts";
import { writeJson } from "../lib/report/write-json.ts";
import { redactUrl } from "../lib/secrets/redact-url.ts";
import { findCardLookups, findNewestCard } from "../lib/timeline/cards.ts";
import type { Exchange } from "../lib/timeline/exchange.ts";
import { Ingest } from "../lib/timeline/ingest.ts";
import type { RandomSource } from "./random-source.ts";
import {
  createFuzzReport,
  type FuzzLog,
  foldFuzzRecords,
  openInput,
  printReport,
} from "./read-input.ts";
import { redact } from "./redact-input.ts";

/** An input, and the result of reading it as a whole. */
export interface FuzzCase {
  readonly bytes: Uint8Array;
  readonly opened: FuzzLog;
  readonly ingest: Ingest;
  readonly printed: string;
}

export interface FuzzPromise {
  readonly name: string;
  /** Checks the choices that `draw` selects, or all of them without it. */
  readonly check: (one: FuzzCase, draw: RandomSource | null) => string | null;
}

export function createCase(bytes: Uint8Array): FuzzCase {
  const whole = openInput(bytes);
  const ingest = foldFuzzRecords(whole.records);
  return { bytes, opened: whole, ingest, printed: printReport(createFuzzReport(ingest)) };
}

const CONTEXT = { name: "a run", by: "loupe/0.1.0" };
const UNPRINTABLE = /(?!\n)\p{Cc}|\p{Cs}/u;

/** Except records embedded in a page, which other code writes. */
const TEXT_EXPORTERS = EXPORTERS.filter(({ isPage }) => !isPage);

export const PROMISES: readonly [FuzzPromise, FuzzPromise, ...FuzzPromise[]] = [
  {
    name: "what is refused is refused with its place",
    check({ opened: { unreadableReason } }) {
      return unreadableReason === null || /byte|line/.test(unreadableReason)
        ? null
        : unreadableReason;
    },
  },
  { name: "splits of the same bytes agree", check: checkSplits },
  { name: "the report as of an event is that of what came before", check: checkPlayhead },
  { name: "read while it comes or afterwards", check: checkLiveReading },
  { name: "what is known to be alike is read as if it were not", check: checkFastPath },
  { name: "a run is the same as itself", check: checkSelfDiff },
  { name: "what leaves comes back", check: checkExports },
  { name: "a part of a run is a run", check: checkTrimming },
  { name: "what is printed is printable", check: checkPrintable },
  { name: "no secret that is found leaves", check: ({ opened }) => redact(opened.records).broken },
  { name: "the agent's card is found and judged", check: checkCard },
];

function describeDifference(what: string, before: string, after: string): string | null {
  if (before === after) return null;
  let at = 0;
  while (before[at] === after[at]) at++;
  const near = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 60), at + 60));
  return `${what}: ${near(before)} became ${near(after)}`;
}

function checkSplits({ bytes, opened, printed }: FuzzCase, draw: RandomSource | null) {
  for (const cuts of createSplits(bytes.length, draw)) {
    const pieces = openInput(bytes, cuts);
    const how = cuts.length > 4 ? `${cuts.length} cuts` : `cut at ${cuts.join(", ")}`;
    if (pieces.unreadableReason !== opened.unreadableReason)
      return `${how}: ${opened.unreadableReason} became ${pieces.unreadableReason}`;
    if (opened.unreadableReason !== null) continue;
    if (pieces.kind !== opened.kind) return `${how}: ${opened.kind} became ${pieces.kind}`;
    const difference = describeDifference(
      `${how}: skipped`,
      JSON.stringify(opened.skipped),
      JSON.stringify(pieces.skipped),
    );
    const broken =
      difference ??
      describeDifference(
        how,
        printed,
        printReport(createFuzzReport(foldFuzzRecords(pieces.records))),
      );
    if (broken) return broken;
  }
  return null;
}

/** Split every few bytes, or at some positions. */
function createSplits(length: number, draw: RandomSource | null): number[][] {
  const every = (step: number) =>
    Array.from({ length: Math.floor(length / step) }, (_, at) => (at + 1) * step);
  if (draw) {
    if (draw.isLucky(0.1)) return [every(draw.between(1, 70))];
    return [draw.many(6, () => draw.below(length + 1)).sort((a, b) => a - b)];
  }
  return [every(1), every(3), every(64), ...spreadPositions(1, length - 1).map((at) => [at])];
}

const MAX_TRIES = 100;

/** All numbers of the range, or an even sample of a large range. */
function spreadPositions(first: number, last: number): number[] {
  const step = Math.max(1, Math.ceil((last - first + 1) / MAX_TRIES));
  const count = Math.max(0, Math.floor((last - first) / step) + 1);
  return Array.from({ length: count }, (_, at) => first + at * step);
}

function checkPlayhead({ opened: { records }, ingest }: FuzzCase, draw: RandomSource | null) {
  const { lastEvent } = ingest.timeline;
  for (const n of draw ? [draw.between(-1, lastEvent)] : spreadPositions(-1, lastEvent)) {
    const early = foldFuzzRecords(records, n + 1);
    if (early.timeline.lastEvent !== n) return `event ${n}: folded to ${early.timeline.lastEvent}`;
    const broken = describeDifference(
      `event ${n}`,
      printReport(createFuzzReport(early)),
      printReport(createFuzzReport(ingest, n)),
    );
    if (broken) return broken;
  }
  return null;
}

function checkLiveReading({ opened: { records }, ingest: whole, printed }: FuzzCase) {
  const ingest = new Ingest();
  const interpretation = new Interpretation(ingest.timeline);
  for (const record of records) {
    ingest.push(record);
    interpretation.update();
  }
  ingest.finish();
  interpretation.update();
  const live = describeDifference("folded", printed, printReport(createFuzzReport(ingest)));
  if (live) return live;
  const afterwards = new Interpretation(whole.timeline).update();
  const kinds = ({ items }: Interpretation) => items.map((item) => item.kindAt(Infinity)).join(" ");
  return describeDifference("items", kinds(afterwards), kinds(interpretation));
}

function checkFastPath({ opened: { records }, printed }: FuzzCase) {
  const parsed = new Ingest({ decodeEveryFrame: true });
  for (const record of records) parsed.push(record);
  parsed.finish();
  const decoded = describeDifference("decoded", printed, printReport(createFuzzReport(parsed)));
  if (decoded) return decoded;
  // Copies of records are not known to be tokens.
  const framed = foldFuzzRecords(records.map((record) => ({ ...record })));
  return describeDifference("framed", printed, printReport(createFuzzReport(framed)));
}

function checkSelfDiff({ opened: { records }, ingest }: FuzzCase, draw: RandomSource | null) {
  const last = ingest.timeline.lastEvent;
  const n = draw?.isLucky(0.2) ? draw.between(-1, last) : last;
  const side = ({ timeline }: Ingest) => ({
    interpretation: new Interpretation(timeline).update(),
    n,
  });
  const found = compareRuns(side(ingest), side(foldFuzzRecords(records)));
  const text = [...writeJson(createDiffReport(found, true))].join("");
  return found.isSame ? null : `event ${n}: ${text.slice(0, 300)}`;
}

function checkExports(one: FuzzCase, draw: RandomSource | null) {
  if (one.ingest.timeline.exchanges.length === 0) return null;
  const exporters = draw
    ? TEXT_EXPORTERS.slice(draw.below(TEXT_EXPORTERS.length)).slice(0, 1)
    : TEXT_EXPORTERS;
  for (const exporter of exporters) {
    const broken = checkExport(exporter, one);
    if (broken) return `${exporter.id}: ${broken}`;
  }
  return null;
}

function checkExport(exporter: Exporter, { opened: { records }, ingest, printed }: FuzzCase) {
  const text = [...writeExport(exporter, records, CONTEXT)].join("");
  if (exporter.mediaType === "application/json") JSON.parse(text);
  if (!exporter.canReopen) return null;
  const again = openInput(Buffer.from(text));
  const lost = findExportFeatures(ingest.timeline, exporter.missingFeatures);
  // An input that is not a log has no secrets in URLs, nor a name if it has one exchange.
  const isShown = exporter.missingFeatures.length === 0 || ingest.timeline.exchanges.every(isPlain);
  if (again.unreadableReason !== null) {
    // Unreadable output is allowed only if the lossy format left out all of the content.
    return lost.length === 0 || ingest.timeline.lastEvent >= 0 ? again.unreadableReason : null;
  }
  const after = foldFuzzRecords(again.records);
  if (exporter.missingFeatures.length === 0)
    return describeDifference("report", printed, printReport(createFuzzReport(after)));
  if (lost.length > 0 || !isShown) return null;
  return describeDifference(
    "report",
    printReport(removeExchangeDetails(ingest)),
    printReport(removeExchangeDetails(after)),
  );
}

/** The report without delivery by byte, which lossy formats change. */
function removeExchangeDetails(ingest: Ingest): Report {
  const { timing, ...report } = createFuzzReport(ingest);
  return { ...report, timing: { ...timing, exchanges: [] } };
}

const isPlain = ({ id, open }: Exchange) =>
  id === "x1" && redactUrl(open.record.url) === open.record.url;

function checkTrimming(
  { opened: { records }, ingest: { timeline } }: FuzzCase,
  draw: RandomSource | null,
) {
  const { lastEvent } = timeline;
  if (lastEvent < 0) return null;
  const first = draw?.between(0, lastEvent) ?? 0;
  const last = draw?.between(first, lastEvent) ?? Math.floor(lastEvent / 2);
  const part = [...selectRecords(records, { events: [{ first, last }] }, timeline)];
  printReport(createFuzzReport(foldFuzzRecords(part)));
  return null;
}

function checkCard({ ingest: { timeline } }: FuzzCase) {
  const card = findNewestCard(timeline);
  if (!card) return null;
  const { text, url, contentType, exchange } = card;
  const lines = text.split("\n").length;
  const { findings } = lintCard(text, { url, contentType });
  const astray = findings.find(({ lines: { from, to } }) => from < 1 || to < from || to > lines);
  if (astray)
    return `${astray.rule} at lines ${astray.lines.from} to ${astray.lines.to} of ${lines}`;
  return findCardLookups(timeline, card).includes(exchange) ? null : "its exchange is no look-up";
}

function checkPrintable({ ingest }: FuzzCase) {
  const found = UNPRINTABLE.exec(formatSummary(createFuzzReport(ingest)));
  return found ? `U+${found[0].charCodeAt(0).toString(16)} at ${found.index}` : null;
}
