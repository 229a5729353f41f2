/** Helpers for framer tests: split texts and collect frames. */

import type { Frame, Framer } from "./frame.ts";

/** The frames of a body that arrives in these pieces. */
export function collectFrames(framer: Framer, ...pieces: readonly string[]): Frame[] {
  const frames = pieces.flatMap((piece) => framer.push(piece));
  return [...frames, ...framer.end()];
}

/** Counts the frames of a body by kind, without keeping them. */
export function countFrames(framer: Framer, pieces: Iterable<string>): Record<string, number> {
  const counts: Record<string, number> = {};
  const count = (frames: readonly Frame[]) => {
    for (const { kind } of frames) counts[kind] = (counts[kind] ?? 0) + 1;
  };
  for (const piece of pieces) count(framer.push(piece));
  count(framer.end());
  return counts;
}

/** Splits text or bytes at positions given in thousandths of the length. */
export function splitAt<T extends { slice(from: number, to: number): T; length: number }>(
  whole: T,
  at: readonly number[],
): T[] {
  const positions = at.map((part) => Math.floor((part * (whole.length + 1)) / 1000));
  const sorted = [0, ...positions.sort((a, b) => a - b), whole.length];
  return sorted.slice(1).map((end, i) => whole.slice(sorted[i] ?? 0, end));
}

/** Splits text into single UTF-16 units. */
export function splitUnits(text: string): string[] {
  return text.split("");
}

export function* splitEvery(text: string, size: number): Generator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}
