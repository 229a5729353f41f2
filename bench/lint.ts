/**
 * The cost of rule checks: bytes to timeline with and without the checkers, for an agent without problems
 * and for one whose every event breaks a rule. Each runs alternately in its own processes, because a run
 * in a page or a command also starts with unoptimized code. `first` is the first run of a process, which
 * is what a user waits for; `later` are the following runs.
 */

import { execFileSync } from "node:child_process";
import { createLinter } from "../lib/lint/linter.ts";
import { getProblemsAt } from "../lib/lint/problems.ts";
import { Ingest } from "../lib/timeline/ingest.ts";
import { computeMedian, getLiveBytes, type MeasuredTimes, printResult, round } from "./measure.ts";
import { createStreamRecords, createTokenStream, type TokenStream } from "./stream.ts";

const EVENTS = 100_000;
const PROCESSES = 9;
const LATER = 8;

const STREAMS = {
  clean: () => createTokenStream(EVENTS),
  flood: () => addViolations(createTokenStream(EVENTS)),
};
const READERS = {
  fold: () => new Ingest(),
  linted: () => new Ingest({ observer: createLinter() }),
};

type StreamName = keyof typeof STREAMS;
type ReaderName = keyof typeof READERS;

/** The measurements of one process. */
interface Measured {
  readonly first: MeasuredTimes;
  readonly later: MeasuredTimes;
  readonly bytes: number;
  readonly findings: readonly { readonly rule: string; readonly count: number }[];
}

function fill(ingest: Ingest, stream: TokenStream): Ingest {
  for (const record of createStreamRecords(stream)) ingest.push(record);
  if (ingest.timeline.events.length !== EVENTS) throw new Error("events were lost");
  return ingest;
}

/** The same stream without context IDs in its events. */
function addViolations({ events, reads }: TokenStream): TokenStream {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  const text = reads.map((read) => decoder.decode(read, { stream: true })).join("");
  const lacking = text.replaceAll(/"contextId":"[^"]*",/g, "");
  const all = encoder.encode(lacking);
  const cut: Uint8Array[] = [];
  for (let at = 0; at < all.length; at += 1 << 16) cut.push(all.subarray(at, at + (1 << 16)));
  return { events, reads: cut, bytes: all.length };
}

function measureTimes(run: () => void): MeasuredTimes {
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  run();
  const wall = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(cpuBefore);
  return { wall, cpu: (user + system) / 1_000 };
}

function computeMedians(all: readonly MeasuredTimes[]): MeasuredTimes {
  return {
    wall: computeMedian(all.map(({ wall }) => wall)),
    cpu: computeMedian(all.map(({ cpu }) => cpu)),
  };
}

function measure(stream: TokenStream, make: () => Ingest): Measured {
  const first = measureTimes(() => fill(make(), stream));
  const later = Array.from({ length: LATER }, () => measureTimes(() => fill(make(), stream)));
  const before = getLiveBytes();
  const { timeline } = fill(make(), stream);
  const bytes = getLiveBytes() - before;
  const found = getProblemsAt(timeline, timeline.lastEvent);
  const findings = found.map(({ rule, count }) => ({ rule, count }));
  return { first, later: computeMedians(later), bytes, findings };
}

function measureElsewhere(stream: StreamName, reader: ReaderName): Measured {
  const flags = [...process.execArgv, process.argv[1] ?? "", stream, reader];
  return JSON.parse(execFileSync(process.execPath, flags, { encoding: "utf8" }));
}

function compareReaders(stream: StreamName) {
  const all: Record<ReaderName, Measured[]> = { fold: [], linted: [] };
  for (let i = 0; i < PROCESSES; i++) {
    const order: ReaderName[] = i % 2 === 0 ? ["fold", "linted"] : ["linted", "fold"];
    for (const name of order) all[name].push(measureElsewhere(stream, name));
  }
  const onTop = (when: "first" | "later") => {
    const fold = computeMedians(all.fold.map((one) => one[when]));
    const linted = computeMedians(all.linted.map((one) => one[when]));
    return {
      cpu: round(linted.cpu / fold.cpu - 1),
      wall: round(linted.wall / fold.wall - 1),
      cpuNanosecondsPerEvent: round(((linted.cpu - fold.cpu) / EVENTS) * 1e6),
    };
  };
  const sizeOf = (name: ReaderName) => computeMedian(all[name].map(({ bytes }) => bytes));
  return {
    onTopOfFold: { first: onTop("first"), later: onTop("later") },
    bytesPerEvent: round((sizeOf("linted") - sizeOf("fold")) / EVENTS),
    findings: all.linted[0]?.findings,
  };
}

const [stream, reader] = process.argv.slice(2);
if (stream === undefined || reader === undefined) {
  const clean = compareReaders("clean");
  printResult({ bench: "lint", events: EVENTS, clean, flood: compareReaders("flood") });
} else {
  const measured = measure(STREAMS[stream as StreamName](), READERS[reader as ReaderName]);
  console.log(JSON.stringify(measured));
}
