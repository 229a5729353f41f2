/**
 * Compares a delivered text with the stored one: missing and extra ranges, to the character. A
 * single gap or a single extra range is found exactly in texts of any length.
 */

import { type DiffSegment, diffTexts } from "./text-diff.ts";

export interface ComparedSegment {
  /** `lost`: only in the stored text. `only`: only in the delivered text. */
  readonly kind: "same" | "lost" | "only";
  readonly text: string;
  /** Start in the stored text. */
  readonly stored: number;
  /** Start in the delivered text. */
  readonly delivered: number;
}

export interface TextComparison {
  readonly segments: readonly ComparedSegment[];
  readonly lost: number;
  readonly only: number;
  /** False if the texts differ too much to compare word by word. */
  readonly isFineGrained: boolean;
}

const KINDS = { same: "same", removed: "only", added: "lost" } as const;

/**
 * `isChunkStart` tells whether a chunk of the delivered text begins at a position: gaps are aligned
 * to chunks.
 */
export function compareTexts(
  delivered: string,
  stored: string,
  isChunkStart: (position: number) => boolean = () => false,
): TextComparison {
  const { head, tail } = findCommonEnds(delivered, stored);
  const middle = diffTexts(
    delivered.slice(head, delivered.length - tail),
    stored.slice(head, stored.length - tail),
  );
  const all = [
    { kind: "same", text: stored.slice(0, head) },
    ...middle.segments,
    { kind: "same", text: stored.slice(stored.length - tail) },
  ] as const;
  const segments = alignGapsToChunks(addPositions(mergeGaps(all)), isChunkStart);
  const sum = (kind: ComparedSegment["kind"]) =>
    segments.reduce((all, segment) => all + (segment.kind === kind ? segment.text.length : 0), 0);
  return {
    segments,
    lost: sum("lost"),
    only: sum("only"),
    isFineGrained: middle.isFineGrained,
  };
}

/** Lengths of the common start and end. */
function findCommonEnds(delivered: string, stored: string): { head: number; tail: number } {
  const head = countCommonPrefix(delivered, stored);
  const tail = countCommonSuffix(delivered, stored, head);
  const isOneRange = head + tail === Math.min(delivered.length, stored.length);
  if (isOneRange) return { head, tail };
  // The rest is compared by words, so do not split a word.
  const begun = WORD_END.exec(stored.slice(0, head))?.[0].length ?? 0;
  const ended = WORD_START.exec(stored.slice(stored.length - tail))?.[0].length ?? 0;
  return { head: head - begun, tail: tail - ended };
}

const WORD_END = /[\p{L}\p{N}_]+$/u;
const WORD_START = /^[\p{L}\p{N}_]+/u;

/** Merges two gaps if the text between them could as well be before or after both. */
function mergeGaps(segments: readonly DiffSegment[]): DiffSegment[] {
  const found: DiffSegment[] = [];
  for (const segment of segments) {
    if (segment.text === "") continue;
    const [gap, between] = found.slice(-2);
    const isSplit = gap?.kind === "added" && between?.kind === "same" && segment.kind === "added";
    const merged = isSplit ? mergeGap(gap.text, between.text, segment.text) : null;
    if (merged) found.splice(-2, 2, ...merged);
    else found.push(segment);
  }
  return found;
}

function mergeGap(first: string, between: string, second: string): DiffSegment[] | null {
  const { length } = between;
  if ((first + between).startsWith(between)) {
    const text = (first + between).slice(length) + second;
    return [
      { kind: "same", text: between },
      { kind: "added", text },
    ];
  }
  if (!(between + second).endsWith(between)) return null;
  const text = first + (between + second).slice(0, second.length);
  return [
    { kind: "added", text },
    { kind: "same", text: between },
  ];
}

function countCommonPrefix(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let at = 0;
  while (at < most && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  return splitsSurrogatePair(a, at) || splitsSurrogatePair(b, at) ? at - 1 : at;
}

function countCommonSuffix(a: string, b: string, head: number): number {
  const most = Math.min(a.length, b.length) - head;
  let count = 0;
  while (count < most && a.charCodeAt(a.length - 1 - count) === b.charCodeAt(b.length - 1 - count))
    count++;
  const splits =
    splitsSurrogatePair(a, a.length - count) || splitsSurrogatePair(b, b.length - count);
  return splits ? count - 1 : count;
}

function splitsSurrogatePair(text: string, at: number): boolean {
  return at > 0 && at < text.length && (text.codePointAt(at - 1) ?? 0) > 0xffff;
}

/**
 * A gap among repeated words can begin at several positions. Moves it to the start of a chunk, if
 * one of them is.
 */
function alignGapsToChunks(
  segments: readonly ComparedSegment[],
  isChunkStart: (position: number) => boolean,
): ComparedSegment[] {
  const found = [...segments];
  for (let i = 1; i + 1 < found.length; i++) {
    const [before, gap, after] = [found[i - 1], found[i], found[i + 1]];
    if (!before || !after || gap?.kind !== "lost") continue;
    if (before.kind !== "same" || after.kind !== "same") continue;
    const by = findShift(before, gap, isChunkStart);
    if (by === 0) {
      const isEnd = i + 2 === found.length && !isChunkStart(gap.delivered);
      if (isEnd && (gap.text + after.text).startsWith(after.text))
        found.splice(i, 2, ...moveGapToEnd(gap, after));
      continue;
    }
    const moved = before.text.slice(before.text.length - by);
    const [stored, delivered] = [gap.stored - by, gap.delivered - by];
    const shifted = (moved + gap.text).slice(0, gap.text.length);
    const text = (moved + gap.text).slice(gap.text.length) + after.text;
    found[i - 1] = { ...before, text: before.text.slice(0, before.text.length - by) };
    found[i] = { ...gap, text: shifted, stored, delivered };
    found[i + 1] = { ...after, text, stored: after.stored - by, delivered: after.delivered - by };
  }
  return found.filter(({ text }) => text !== "");
}

/**
 * Moves a gap after the text that follows it, to the end of the delivered text, where a chunk ends.
 */
function moveGapToEnd(gap: ComparedSegment, after: ComparedSegment): ComparedSegment[] {
  const { length } = after.text;
  const { stored, delivered } = gap;
  const text = (gap.text + after.text).slice(length);
  return [
    { ...after, stored, delivered },
    { ...gap, text, stored: stored + length, delivered: delivered + length },
  ];
}

/** How many characters to move a gap left so that it isChunkStart at a chunk; 0 for none. */
function findShift(
  { text }: ComparedSegment,
  { text: gap, delivered }: ComparedSegment,
  isChunkStart: (position: number) => boolean,
): number {
  if (isChunkStart(delivered)) return 0;
  const all = text + gap;
  for (let by = 1; by <= text.length; by++) {
    const at = text.length - by;
    // Text may move across the gap only if it is equal on both sides.
    if (all[at] !== all[at + gap.length]) return 0;
    if (isChunkStart(delivered - by) && !splitsSurrogatePair(all, at)) return by;
  }
  return 0;
}

function addPositions(segments: readonly DiffSegment[]): ComparedSegment[] {
  const found: ComparedSegment[] = [];
  let stored = 0;
  let delivered = 0;
  for (const { kind, text } of segments) {
    const before = found.at(-1);
    if (before?.kind === KINDS[kind])
      found[found.length - 1] = { ...before, text: before.text + text };
    else found.push({ kind: KINDS[kind], text, stored, delivered });
    if (kind !== "removed") stored += text.length;
    if (kind !== "added") delivered += text.length;
  }
  return found;
}
