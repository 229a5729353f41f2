/** Input number `index` of a run: what the grammar says, or a file, and what was done to it. */

import type { Draw } from "./draw.ts";
import { type Talk, talk } from "./grammar/talk.ts";
import { mutated } from "./mutations.ts";
import type { Seed } from "./seeds.ts";
import { COLLECTORS, linesOf } from "./wrap/collectors.ts";
import { har } from "./wrap/har.ts";
import { capture, curlHead, curlVerbose } from "./wrap/http.ts";
import { packed } from "./wrap/packed.ts";
import { grpcLines, recordLines } from "./wrap/records.ts";
import { array, eventStream, grpcurl, lines, single } from "./wrap/streams.ts";
import { tokenLines } from "./wrap/tokens.ts";

type Wrap = (draw: Draw, talk: Talk) => string | Buffer;

const WRAPS: readonly [Wrap, ...Wrap[]] = [
  eventStream,
  eventStream,
  eventStream,
  lines,
  array,
  single,
  grpcurl,
  recordLines,
  recordLines,
  recordLines,
  tokenLines,
  tokenLines,
  grpcLines,
  capture,
  curlHead,
  curlVerbose,
  har,
  collector,
  collector,
  collector,
];

function collector(draw: Draw, talk: Talk): string {
  const wraps = Object.values(COLLECTORS);
  return wraps[draw.below(wraps.length)]?.(linesOf(talk, draw), draw) ?? "";
}

/** As much of a file as is read in a moment. */
const SEED_BYTES = 2400;

export function inputOf(draw: Draw, seeds: readonly Seed[]): Buffer {
  const begun = draw.isLucky(0.65) ? said(draw) : ofFile(draw, seeds);
  const other = () => (draw.isLucky(0.5) ? said(draw) : ofFile(draw, seeds));
  const changed = draw.isLucky(0.6) ? mutated(draw, begun, other) : begun;
  if (!draw.isLucky(0.12)) return changed;
  const inside = draw.isLucky(0.1) ? packed(draw, changed) : changed;
  const outside = packed(draw, inside);
  return draw.isLucky(0.3) ? mutated(draw, outside, other) : outside;
}

function said(draw: Draw): Buffer {
  const wrapped = draw.pick(WRAPS)(draw, talk(draw));
  return typeof wrapped === "string" ? Buffer.from(wrapped) : wrapped;
}

/** Its beginning with something of its middle: what tells the format stands at the beginning. */
function ofFile(draw: Draw, seeds: readonly Seed[]): Buffer {
  const { bytes } = seeds[draw.below(seeds.length)] ?? { bytes: Buffer.alloc(0) };
  if (bytes.length <= SEED_BYTES) return bytes;
  const from = draw.isLucky(0.5) ? 0 : draw.below(bytes.length - SEED_BYTES);
  const head = bytes.subarray(0, from === 0 ? SEED_BYTES : SEED_BYTES / 4);
  return from === 0 ? head : Buffer.concat([head, bytes.subarray(from, from + SEED_BYTES / 2)]);
}
