/** Our framer, which reports everything, compared with a parser that reports what the standard defines. */

import { createParser } from "eventsource-parser";
import { SseFramer } from "../lib/wire/sse-framer.ts";
import { printResult, race, round } from "./measure.ts";
import { createTokenStream } from "./stream.ts";

const EVENTS = 100_000;

function measure(texts: readonly string[], expected: number) {
  let count = 0;
  const check = () => {
    if (count !== expected) throw new Error(`${count} events instead of ${expected}`);
    count = 0;
  };
  const times = race(
    {
      theirs: () => {
        const parser = createParser({ onEvent: () => count++ });
        for (const text of texts) parser.feed(text);
        check();
      },
      ours: () => {
        const framer = new SseFramer();
        for (const text of texts) count += framer.push(text).length;
        count += framer.end().length;
        check();
      },
    },
    21,
  );
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  return {
    ourMegabytesPerSecond: round(characters / times.ours.wall / 1_000),
    ofEventsourceParser: round(times.theirs.wall / times.ours.wall),
    ofEventsourceParserCpu: round(times.theirs.cpu / times.ours.cpu),
  };
}

const { reads } = createTokenStream(EVENTS);
const texts = reads.map((read) => new TextDecoder().decode(read));
const whole = texts.join("");
const pieces = (size: number) =>
  Array.from({ length: Math.ceil(whole.length / size) }, (_, i) =>
    whole.slice(i * size, (i + 1) * size),
  );
const events = whole.split(/(?<=\n\n)/);
const line = `data: ${"x".repeat(20_000_000)}\n\n`;

printResult({
  bench: "framer",
  readsOf64K: measure(texts, EVENTS),
  oneEventARead: measure(events, EVENTS),
  readsOf100: measure(pieces(100), EVENTS),
  crlf: measure(
    texts.map((text) => text.replaceAll("\n", "\r\n")),
    EVENTS,
  ),
  oneLineOf20MB: measure([line], 1),
});
