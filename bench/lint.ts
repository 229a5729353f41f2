/**
 * Findings beside the timeline alone: bytes to timeline with the watches and without them, where an
 * agent does as it should, and where every event of it breaks a rule.
 */

import { findingsAt } from "../lib/lint/findings.ts";
import { lintingIngest } from "../lib/lint/linter.ts";
import { Ingest } from "../lib/timeline/ingest.ts";
import { alive, print, race, round } from "./measure.ts";
import { recordsOf, type Stream, tokenStream } from "./stream.ts";

const EVENTS = 100_000;
const ROUNDS = 9;

function fill(ingest: Ingest, stream: Stream): Ingest {
  for (const record of recordsOf(stream)) ingest.push(record);
  return ingest;
}

/** The same stream, in which no event says its context. */
function broken({ events, reads }: Stream): Stream {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  const text = reads.map((read) => decoder.decode(read, { stream: true })).join("");
  const lacking = text.replaceAll(/"contextId":"[^"]*",/g, "");
  const all = encoder.encode(lacking);
  const cut: Uint8Array[] = [];
  for (let at = 0; at < all.length; at += 1 << 16) cut.push(all.subarray(at, at + (1 << 16)));
  return { events, reads: cut, bytes: all.length };
}

function measured(stream: Stream) {
  let kept: Ingest | undefined;
  const times = race(
    {
      fold: () => {
        kept = fill(new Ingest(), stream);
      },
      linted: () => {
        kept = fill(lintingIngest(), stream);
      },
    },
    ROUNDS,
    { warmups: 2, collecting: true },
  );
  if (kept?.timeline.events.length !== EVENTS) throw new Error("events were lost");
  const size = (make: () => Ingest) => {
    const before = alive();
    const ingest = fill(make(), stream);
    const taken = alive() - before;
    return ingest.timeline.events.length === EVENTS ? taken : Number.NaN;
  };
  const bare = size(() => new Ingest());
  const watched = size(() => lintingIngest());
  const { timeline } = fill(lintingIngest(), stream);
  return {
    onTopCpu: round(times.linted.cpu / times.fold.cpu - 1),
    onTopWall: round(times.linted.wall / times.fold.wall - 1),
    cpuNanosecondsPerEvent: round(((times.linted.cpu - times.fold.cpu) / EVENTS) * 1e6),
    bytesPerEvent: round((watched - bare) / EVENTS),
    findings: findingsAt(timeline, timeline.lastEvent).map(({ rule, count }) => ({ rule, count })),
  };
}

const clean = tokenStream(EVENTS);

print({ bench: "lint", events: EVENTS, clean: measured(clean), flood: measured(broken(clean)) });
