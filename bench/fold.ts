/** Folding alone: decoded events to a timeline, and queries of the timeline at any event. */

import { decodeValue } from "../lib/protocol/decode.ts";
import type { ProtocolEvent } from "../lib/protocol/model.ts";
import { Exchange } from "../lib/timeline/exchange.ts";
import { foldEvent } from "../lib/timeline/fold.ts";
import { Timeline } from "../lib/timeline/timeline.ts";
import { printResult, race, round } from "./measure.ts";
import { createTokenPayload } from "./stream.ts";

const SIZES = [1_000, 10_000, 100_000, 1_000_000];
const NOTES = { evidence: 1, decodeIssues: 0 };

function decodeEvents(): ProtocolEvent[] {
  const context = { requestId: undefined, operation: null, httpStatus: 200, rest03: false };
  const payloads = Array.from({ length: 64 }, (_, i) => createTokenPayload(i, 1e9, false));
  return payloads.flatMap((payload) => decodeValue(payload, context, 0).map(({ event }) => event));
}

const events = decodeEvents();

function foldEvents(count: number): Timeline {
  const timeline = new Timeline();
  const record = { r: "open", x: "x1", t: 0, method: "", url: "", headers: [] } as const;
  const exchange = new Exchange(0, { firstEvent: -1, time: 0, record }, null, null);
  timeline.exchanges.push(exchange);
  for (let i = 0; i < count; i++) {
    const event = events[i < 2 ? i : 2 + (i % (events.length - 2))];
    if (event)
      foldEvent(timeline, exchange, event, NOTES, { start: i, end: i + 1, bytes: 250, time: i });
  }
  return timeline;
}

const timelines = new Map(SIZES.map((size) => [size, foldEvents(size)]));

/** The text's length at an event, and the event of a character, at 100,000 random positions. */
function scrub(size: number): () => void {
  const revision = timelines.get(size)?.tasks[0]?.artifacts[0]?.current;
  return () => {
    for (let i = 0; i < 100_000; i++) {
      const length = revision?.textLengthAt((i * 7_919) % size) ?? 0;
      revision?.chunkOfCharacter(length - 1);
    }
  };
}

const perEvent = race(
  Object.fromEntries(SIZES.map((size) => [size, () => void foldEvents(size)])),
  7,
);
const perRead = race(Object.fromEntries(SIZES.map((size) => [size, scrub(size)])), 11);

printResult({
  bench: "fold",
  cpuNanosecondsPerEvent: Object.fromEntries(
    SIZES.map((size) => [size, round(((perEvent[size]?.cpu ?? 0) / size) * 1e6)]),
  ),
  cpuNanosecondsPerScrub: Object.fromEntries(
    SIZES.map((size) => [size, round(((perRead[size]?.cpu ?? 0) / 100_000) * 1e6)]),
  ),
});
