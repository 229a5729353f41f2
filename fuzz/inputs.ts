/** Creates input number `index` of a run: from the grammar or a file, then mutated. */

import { drawConversation, type FuzzConversation } from "./grammar/conversation.ts";
import { mutateInput } from "./mutate-input.ts";
import type { RandomSource } from "./random-source.ts";
import type { Seed } from "./seeds.ts";
import { COLLECTORS, createLogLines } from "./wrap/collectors.ts";
import { compressInput } from "./wrap/compressed.ts";
import { wrapInHar } from "./wrap/har.ts";
import { wrapInCapture, wrapInCurlHead, wrapInCurlVerbose } from "./wrap/http.ts";
import { wrapInGrpcRecords, wrapInRecords } from "./wrap/records.ts";
import {
  pickSingleMessage,
  wrapInArray,
  wrapInEventStream,
  wrapInGrpcurl,
  wrapInLines,
} from "./wrap/streams.ts";
import { createTokenLog } from "./wrap/tokens.ts";

type WrapConversation = (draw: RandomSource, conversation: FuzzConversation) => string | Buffer;

const WRAPPERS: readonly [WrapConversation, ...WrapConversation[]] = [
  wrapInEventStream,
  wrapInEventStream,
  wrapInEventStream,
  wrapInLines,
  wrapInArray,
  pickSingleMessage,
  wrapInGrpcurl,
  wrapInRecords,
  wrapInRecords,
  wrapInRecords,
  createTokenLog,
  createTokenLog,
  wrapInGrpcRecords,
  wrapInCapture,
  wrapInCurlHead,
  wrapInCurlVerbose,
  wrapInHar,
  wrapInCollector,
  wrapInCollector,
  wrapInCollector,
];

function wrapInCollector(draw: RandomSource, conversation: FuzzConversation): string {
  const wraps = Object.values(COLLECTORS);
  return wraps[draw.below(wraps.length)]?.(createLogLines(conversation, draw), draw) ?? "";
}

/** The largest excerpt of a seed file, so that reading stays fast. */
const SEED_BYTES = 2400;

export function drawInput(draw: RandomSource, seeds: readonly Seed[]): Buffer {
  const input = draw.isLucky(0.65) ? drawConversationInput(draw) : drawMutatedSeed(draw, seeds);
  const other = () =>
    draw.isLucky(0.5) ? drawConversationInput(draw) : drawMutatedSeed(draw, seeds);
  const changed = draw.isLucky(0.6) ? mutateInput(draw, input, other) : input;
  if (!draw.isLucky(0.12)) return changed;
  const inside = draw.isLucky(0.1) ? compressInput(draw, changed) : changed;
  const outside = compressInput(draw, inside);
  return draw.isLucky(0.3) ? mutateInput(draw, outside, other) : outside;
}

function drawConversationInput(draw: RandomSource): Buffer {
  const wrapped = draw.pickOne(WRAPPERS)(draw, drawConversation(draw));
  return typeof wrapped === "string" ? Buffer.from(wrapped) : wrapped;
}

/** The beginning, which identifies the format, plus a part of the middle. */
function drawMutatedSeed(draw: RandomSource, seeds: readonly Seed[]): Buffer {
  const { bytes } = seeds[draw.below(seeds.length)] ?? { bytes: Buffer.alloc(0) };
  if (bytes.length <= SEED_BYTES) return bytes;
  const from = draw.isLucky(0.5) ? 0 : draw.below(bytes.length - SEED_BYTES);
  const head = bytes.subarray(0, from === 0 ? SEED_BYTES : SEED_BYTES / 4);
  return from === 0 ? head : Buffer.concat([head, bytes.subarray(from, from + SEED_BYTES / 2)]);
}
