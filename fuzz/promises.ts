/**
 * What Loupe promises of any bytes whatever. Each promise is held against one input; the answer is
 * what breaks it, or `null`.
 */

import { Interpretation } from "../lib/dialects/interpretation.ts";
import { compareRuns } from "../lib/diff/compare.ts";
import { diffReport } from "../lib/diff/report.ts";
import { type Exporter, written } from "../lib/export/exporter.ts";
import { factsIn } from "../lib/export/facts.ts";
import { EXPORTERS } from "../lib/export/formats.ts";
import { select } from "../lib/export/select.ts";
import { shownUrl } from "../lib/export/shown-url.ts";
import { lintCard } from "../lib/protocol/card/lint.ts";
import type { Report } from "../lib/report/report.ts";
import { formatSummary } from "../lib/report/summary.ts";
import { writeJson } from "../lib/report/write-json.ts";
import { findCardLookups, findNewestCard } from "../lib/timeline/cards.ts";
import type { Exchange } from "../lib/timeline/exchange.ts";
import { Ingest } from "../lib/timeline/ingest.ts";
import type { Draw } from "./draw.ts";
import { folded, type Opened, opened, printed, reportOf } from "./reading.ts";
import { redact } from "./redacting.ts";

/** An input, and what reading it as a whole gave. */
export interface Case {
  readonly bytes: Uint8Array;
  readonly opened: Opened;
  readonly ingest: Ingest;
  readonly printed: string;
}

export interface Promised {
  readonly name: string;
  /** Of the things to try, `draw` chooses some; without it all are tried. */
  readonly check: (one: Case, draw: Draw | null) => string | null;
}

export function caseOf(bytes: Uint8Array): Case {
  const whole = opened(bytes);
  const ingest = folded(whole.records);
  return { bytes, opened: whole, ingest, printed: printed(reportOf(ingest)) };
}

const CONTEXT = { name: "a run", by: "loupe/0.1.0" };
const UNPRINTABLE = /(?!\n)\p{Cc}|\p{Cs}/u;

/** Those in a page are written by others than these. */
const WRITTEN = EXPORTERS.filter(({ isPage }) => !isPage);

export const PROMISES: readonly [Promised, Promised, ...Promised[]] = [
  {
    name: "what is refused is refused with its place",
    check({ opened: { refusal } }) {
      return refusal === null || /byte|line/.test(refusal) ? null : refusal;
    },
  },
  { name: "splits of the same bytes agree", check: splitsAgree },
  { name: "the report as of an event is that of what came before", check: travels },
  { name: "read while it comes or afterwards", check: isLive },
  { name: "what is known to be alike is read as if it were not", check: isAlike },
  { name: "a run is the same as itself", check: isItself },
  { name: "what leaves comes back", check: comesBack },
  { name: "a part of a run is a run", check: isTrimmed },
  { name: "what is printed is printable", check: isPrintable },
  { name: "no secret that is found leaves", check: ({ opened }) => redact(opened.records).broken },
  { name: "the agent's card is found and judged", check: hasCard },
];

function differ(what: string, before: string, after: string): string | null {
  if (before === after) return null;
  let at = 0;
  while (before[at] === after[at]) at++;
  const near = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 60), at + 60));
  return `${what}: ${near(before)} became ${near(after)}`;
}

function splitsAgree({ bytes, opened: whole, printed: before }: Case, draw: Draw | null) {
  for (const cuts of splits(bytes.length, draw)) {
    const pieces = opened(bytes, cuts);
    const how = cuts.length > 4 ? `${cuts.length} cuts` : `cut at ${cuts.join(", ")}`;
    if (pieces.refusal !== whole.refusal)
      return `${how}: ${whole.refusal} became ${pieces.refusal}`;
    if (whole.refusal !== null) continue;
    if (pieces.kind !== whole.kind) return `${how}: ${whole.kind} became ${pieces.kind}`;
    const said = differ(
      `${how}: skipped`,
      JSON.stringify(whole.skipped),
      JSON.stringify(pieces.skipped),
    );
    const broken = said ?? differ(how, before, printed(reportOf(folded(pieces.records))));
    if (broken) return broken;
  }
  return null;
}

/** Every few bytes, or at some places. */
function splits(length: number, draw: Draw | null): number[][] {
  const every = (step: number) =>
    Array.from({ length: Math.floor(length / step) }, (_, at) => (at + 1) * step);
  if (draw) {
    if (draw.isLucky(0.1)) return [every(draw.between(1, 70))];
    return [draw.many(6, () => draw.below(length + 1)).sort((a, b) => a - b)];
  }
  return [every(1), every(3), every(64), ...spread(1, length - 1).map((at) => [at])];
}

const MOST_TRIES = 100;

/** All from one to the other; of many some, evenly. */
function spread(first: number, last: number): number[] {
  const step = Math.max(1, Math.ceil((last - first + 1) / MOST_TRIES));
  const count = Math.max(0, Math.floor((last - first) / step) + 1);
  return Array.from({ length: count }, (_, at) => first + at * step);
}

function travels({ opened: { records }, ingest }: Case, draw: Draw | null) {
  const { lastEvent } = ingest.timeline;
  for (const n of draw ? [draw.between(-1, lastEvent)] : spread(-1, lastEvent)) {
    const early = folded(records, n + 1);
    if (early.timeline.lastEvent !== n) return `event ${n}: folded to ${early.timeline.lastEvent}`;
    const broken = differ(`event ${n}`, printed(reportOf(early)), printed(reportOf(ingest, n)));
    if (broken) return broken;
  }
  return null;
}

function isLive({ opened: { records }, ingest: whole, printed: before }: Case) {
  const ingest = new Ingest();
  const reading = new Interpretation(ingest.timeline);
  for (const record of records) {
    ingest.push(record);
    reading.update();
  }
  ingest.finish();
  reading.update();
  const live = differ("folded", before, printed(reportOf(ingest)));
  if (live) return live;
  const afterwards = new Interpretation(whole.timeline).update();
  const kinds = ({ items }: Interpretation) => items.map((item) => item.kindAt(Infinity)).join(" ");
  return differ("items", kinds(afterwards), kinds(reading));
}

function isAlike({ opened: { records, alike }, printed: before }: Case) {
  const parsed = new Ingest({ parseEveryFrame: true });
  for (const record of records) parsed.push(record);
  parsed.finish();
  const found = differ("parsed", before, printed(reportOf(parsed)));
  if (found || alike.size === 0) return found;
  const told = new Ingest();
  for (const [number, record] of records.entries()) told.push(record, -1, alike.get(number));
  told.finish();
  return differ("told", before, printed(reportOf(told)));
}

function isItself({ opened: { records }, ingest }: Case, draw: Draw | null) {
  const last = ingest.timeline.lastEvent;
  const n = draw?.isLucky(0.2) ? draw.between(-1, last) : last;
  const side = ({ timeline }: Ingest) => ({ reading: new Interpretation(timeline).update(), n });
  const found = compareRuns(side(ingest), side(folded(records)));
  const text = [...writeJson(diffReport(found, true))].join("");
  return found.isSame ? null : `event ${n}: ${text.slice(0, 300)}`;
}

function comesBack(one: Case, draw: Draw | null) {
  if (one.ingest.timeline.exchanges.length === 0) return null;
  const exporters = draw ? WRITTEN.slice(draw.below(WRITTEN.length)).slice(0, 1) : WRITTEN;
  for (const exporter of exporters) {
    const broken = comesBackAs(exporter, one);
    if (broken) return `${exporter.id}: ${broken}`;
  }
  return null;
}

function comesBackAs(exporter: Exporter, { opened: { records }, ingest, printed: before }: Case) {
  const text = [...written(exporter, records, CONTEXT)].join("");
  if (exporter.mediaType === "application/json") JSON.parse(text);
  if (!exporter.opens) return null;
  const again = opened(Buffer.from(text));
  const lost = factsIn(ingest.timeline, exporter.lacks);
  // What is not a log has neither secrets in URLs nor, where there is one exchange, its name.
  const isShown = exporter.lacks.length === 0 || ingest.timeline.exchanges.every(isPlain);
  if (again.refusal !== null) {
    // What only a lossy format could not hold may be nothing.
    return lost.length === 0 || ingest.timeline.lastEvent >= 0 ? again.refusal : null;
  }
  const after = folded(again.records);
  if (exporter.lacks.length === 0) return differ("report", before, printed(reportOf(after)));
  if (lost.length > 0 || !isShown) return null;
  return differ("report", printed(saidIn(ingest)), printed(saidIn(after)));
}

/** The report but for how each answer came, byte by byte, which is what a lossy format changes. */
function saidIn(ingest: Ingest): Report {
  const { timing, ...report } = reportOf(ingest);
  return { ...report, timing: { ...timing, exchanges: [] } };
}

const isPlain = ({ id, open }: Exchange) =>
  id === "x1" && shownUrl(open.record.url) === open.record.url;

function isTrimmed({ opened: { records }, ingest: { timeline } }: Case, draw: Draw | null) {
  const { lastEvent } = timeline;
  if (lastEvent < 0) return null;
  const first = draw?.between(0, lastEvent) ?? 0;
  const last = draw?.between(first, lastEvent) ?? Math.floor(lastEvent / 2);
  const part = [...select(records, { events: [{ first, last }] }, timeline)];
  printed(reportOf(folded(part)));
  return null;
}

function hasCard({ ingest: { timeline } }: Case) {
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

function isPrintable({ ingest }: Case) {
  const found = UNPRINTABLE.exec(formatSummary(reportOf(ingest)));
  return found ? `U+${found[0].charCodeAt(0).toString(16)} at ${found.index}` : null;
}
