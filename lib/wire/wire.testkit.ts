/**
 * For tests of framers: texts cut at any places, and the frames that come of them.
 */

import type { Frame, Framer, FrameSink } from "./frame.ts";

export type FramerFactory = (emit: FrameSink) => Framer;

/** The frames of a body that came in these pieces. */
export function collectFrames(make: FramerFactory, ...pieces: readonly string[]): Frame[] {
  const frames: Frame[] = [];
  const framer = make((frame) => frames.push(frame));
  for (const piece of pieces) framer.push(piece);
  framer.end();
  return frames;
}

/** How many frames come of a body, of which kinds, without keeping them. */
export function countFrames(make: FramerFactory, pieces: Iterable<string>): Record<string, number> {
  const counts: Record<string, number> = {};
  const framer = make(({ kind }) => {
    counts[kind] = (counts[kind] ?? 0) + 1;
  });
  for (const piece of pieces) framer.push(piece);
  framer.end();
  return counts;
}

/** A text or bytes cut at places given in thousandths of its length. */
export function splitAt<T extends { slice(from: number, to: number): T; length: number }>(
  whole: T,
  at: readonly number[],
): T[] {
  const places = at.map((part) => Math.floor((part * (whole.length + 1)) / 1000));
  const sorted = [0, ...places.sort((a, b) => a - b), whole.length];
  return sorted.slice(1).map((end, i) => whole.slice(sorted[i] ?? 0, end));
}

/** Every piece one UTF-16 unit. */
export function splitUnits(text: string): string[] {
  return text.split("");
}

export function* splitEvery(text: string, size: number): Generator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}
