/**
 * The whole path from bytes to timeline, compared with a baseline: the least that any client must do
 * with the same bytes, which is to decode, split at newlines, parse, and keep the results.
 */

import { Ingest } from "../lib/timeline/ingest.ts";
import { getLiveBytes, printResult, race, round } from "./measure.ts";
import { createStreamRecords, createTokenStream, type TokenStream } from "./stream.ts";

/** Events, rounds, and repetitions per run, which make short runs less sensitive to noise. */
const SIZES = [
  [1_000, 41, 10],
  [10_000, 41, 1],
  [100_000, 9, 1],
  [1_000_000, 5, 1],
] as const;

function floor({ reads }: TokenStream): unknown[] {
  const events: unknown[] = [];
  const decoder = new TextDecoder();
  let rest = "";
  for (const read of reads) {
    rest += decoder.decode(read, { stream: true });
    const lines = rest.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line.startsWith("data: ")) events.push(JSON.parse(line.slice(6)));
  }
  return events;
}

function path(stream: TokenStream): Ingest {
  const ingest = new Ingest();
  for (const record of createStreamRecords(stream)) ingest.push(record);
  return ingest;
}

/** Memory of a timeline per event, in addition to the raw bytes. */
function memory(events: number, wide: boolean): number {
  const stream = createTokenStream(events, wide);
  const before = getLiveBytes();
  const ingest = path(stream);
  const taken = getLiveBytes() - before - stream.bytes;
  if (ingest.timeline.events.length !== events) throw new Error("events were lost");
  return round(taken / events);
}

/** Kept alive like an open timeline in the app, and with it the shapes of its objects. */
const open = path(createTokenStream(10));

if (open.timeline.events.length !== 10) throw new Error("events were lost");

const sizes = SIZES.map(([events, rounds, repeats]) => {
  const stream = createTokenStream(events);
  let kept: unknown;
  const times = race(
    {
      floor: () => {
        for (let i = 0; i < repeats; i++) kept = floor(stream);
      },
      path: () => {
        for (let i = 0; i < repeats; i++) kept = path(stream);
      },
    },
    rounds,
    events < 100_000 ? { warmups: 15 } : { warmups: 1, collecting: true },
  );
  if (kept === undefined) throw new Error("nothing ran");
  const counted = events * repeats;
  return {
    events,
    megabytes: round(stream.bytes / 1e6),
    floorEventsPerSecond: round((counted / times.floor.wall) * 1_000),
    pathEventsPerSecond: round((counted / times.path.wall) * 1_000),
    cpuNanosecondsPerEvent: round((times.path.cpu / counted) * 1e6),
    ofFloor: round(times.floor.wall / times.path.wall),
    ofFloorCpu: round(times.floor.cpu / times.path.cpu),
  };
});

/** The cost of an event in a stream of a million events relative to one of ten thousand. */
function growth(perEvent: (size: (typeof sizes)[number]) => number): number {
  const [small, large] = [10_000, 1_000_000].map((events) => {
    const size = sizes.find((each) => each.events === events);
    return size ? perEvent(size) : Number.NaN;
  });
  return round((large ?? Number.NaN) / (small ?? Number.NaN));
}

printResult({
  bench: "path",
  sizes,
  costAtMillionOverTenThousand: {
    cpu: growth((size) => size.cpuNanosecondsPerEvent),
    wall: growth((size) => 1 / size.pathEventsPerSecond),
    floorWall: growth((size) => 1 / size.floorEventsPerSecond),
  },
  memoryBytesPerEvent: { ascii: memory(100_000, false), wide: memory(100_000, true) },
});
