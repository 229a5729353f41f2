/**
 * The cost of dialects: bytes to rows with all of them, compared with none, for the ways in which
 * agents send tokens. Rows are updated once per read, as on the screen.
 */

import { Interpretation } from "../lib/dialects/interpretation.ts";
import { RowList } from "../lib/dialects/rows.ts";
import { ALL_DIALECTS, type DialectSettings, NO_DIALECTS } from "../lib/dialects/settings.ts";
import { Ingest } from "../lib/timeline/ingest.ts";
import { getLiveBytes, printResult, race, round } from "./measure.ts";
import {
  createStreamRecords,
  createTokenStream,
  STREAM_STYLES,
  type StreamStyle,
  type TokenStream,
} from "./stream.ts";

const EVENTS = 100_000;
const ROUNDS = 9;

function rows(stream: TokenStream, settings: DialectSettings): RowList {
  const ingest = new Ingest();
  const list = new RowList(new Interpretation(ingest.timeline, settings), "all");
  for (const record of createStreamRecords(stream)) {
    ingest.push(record);
    list.update();
  }
  return list;
}

/** Bytes per event that dialects need in addition to plain A2A. */
function memory(style: StreamStyle): number {
  const stream = createTokenStream(EVENTS, false, style);
  const taken = [NO_DIALECTS, ALL_DIALECTS].map((settings) => {
    const before = getLiveBytes();
    const list = rows(stream, settings);
    const after = getLiveBytes();
    if (list.count === 0) throw new Error("no rows");
    return after - before;
  });
  return round(((taken[1] ?? 0) - (taken[0] ?? 0)) / EVENTS);
}

const styles = STREAM_STYLES.map((style) => {
  const stream = createTokenStream(EVENTS, false, style);
  let count = 0;
  const times = race(
    {
      off: () => {
        count = rows(stream, NO_DIALECTS).count;
      },
      on: () => {
        count = rows(stream, ALL_DIALECTS).count;
      },
    },
    ROUNDS,
    { warmups: 2, collecting: true },
  );
  if (count === 0) throw new Error("no rows");
  return {
    style,
    events: EVENTS,
    onOverOff: {
      cpu: round(times.on.cpu / times.off.cpu),
      wall: round(times.on.wall / times.off.wall),
    },
    nanosecondsPerEvent: {
      off: round((times.off.cpu / EVENTS) * 1e6),
      on: round((times.on.cpu / EVENTS) * 1e6),
    },
    memoryBytesPerEvent: memory(style),
  };
});

printResult({ bench: "dialects", styles });
