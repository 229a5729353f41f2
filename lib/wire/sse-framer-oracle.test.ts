/** Compares our framing of well-formed events with a widely used parser. */

import { createParser } from "eventsource-parser";
import fc from "fast-check";
import { expect, test } from "vitest";
import { SseFramer } from "./sse-framer.ts";
import { collectFrames, splitAt } from "./wire.testkit.ts";

interface Heard {
  events: { data: string; event: string | undefined; id: string | undefined }[];
  comments: string[];
  retries: number[];
}

function theirs(pieces: readonly string[]): Heard {
  const heard: Heard = { events: [], comments: [], retries: [] };
  const parser = createParser({
    onEvent: ({ data, event, id }) => heard.events.push({ data, event, id }),
    onComment: (comment) => heard.comments.push(comment),
    onRetry: (retry) => heard.retries.push(retry),
  });
  for (const piece of pieces) parser.feed(piece);
  return heard;
}

function ours(pieces: readonly string[]): Heard {
  const heard: Heard = { events: [], comments: [], retries: [] };
  for (const frame of collectFrames(new SseFramer(), ...pieces)) {
    const { kind, data, event, id, retry } = frame;
    if (kind === "comment") heard.comments.push(data);
    if (kind === "data") heard.events.push({ data, event: event || undefined, id });
    if (retry !== undefined) heard.retries.push(retry);
  }
  return heard;
}

const cuts = fc.array(fc.nat({ max: 999 }), { maxLength: 8 });

const value = fc.oneof(
  fc.string({ unit: fc.constantFrom("a", ":", " ", "{", "é", "𝒳", "\0", "\uFEFF") }),
  fc.json(),
);
const line = fc.oneof(
  { weight: 5, arbitrary: value.map((text) => `data: ${text}`) },
  fc.constantFrom("data", "data:", "event", "id"),
  value.map((text) => `event:${text}`),
  value.map((text) => `id: ${text}`),
  value.map((text) => `:${text}`),
  value.map((text) => `other: ${text}`),
);
const retry = fc.oneof(fc.nat().map(String), fc.constantFrom("", "-1", "1s"));
/** Lines, at most one of them a `retry`, and the blank line that ends them. */
const block = fc
  .tuple(fc.array(line, { minLength: 1, maxLength: 6 }), fc.option(retry))
  .map(([lines, time]) => [...lines, ...(time === null ? [] : [`retry: ${time}`]), ""]);
const body = fc
  .tuple(fc.array(block, { maxLength: 8 }), fc.constantFrom("\n", "\r\n", "\r"))
  // The other parser does not see a blank line in the very last CR.
  .map(([blocks, eol]) => `${blocks.flat().join(eol)}${eol}: end\n`);

test("well-formed events, comments and retries are the same, however split", () => {
  fc.assert(
    fc.property(body, cuts, (text, at) => {
      const pieces = splitAt(text, at);
      expect(ours(pieces)).toEqual(theirs(pieces));
    }),
    { numRuns: 1500 },
  );
});
