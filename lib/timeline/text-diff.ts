/**
 * Text diff by lines, and by words within changed lines.
 *
 * **Guarantees:** the cost is bounded. Above the limits only the common start and end are found, and
 * the result says so.
 */

import { findCommonSubsequence } from "../collections/common-subsequence.ts";

export interface DiffSegment {
  readonly kind: "same" | "removed" | "added";
  readonly text: string;
}

interface TextDiffResult {
  readonly segments: readonly DiffSegment[];
  /** False if the middle was too large to compare word by word. */
  readonly isFineGrained: boolean;
}

/** Maximum number of line or word pairs to compare all with all, for the best result. */
const CELL_LIMIT = 4_000_000;
/** Maximum number of lines or words to compare in bounded time. */
const COMPARED_LIMIT = 30_000;

export function diffTexts(before: string, after: string, limit = CELL_LIMIT): TextDiffResult {
  const lines = diffSequences(splitLines(before), splitLines(after), limit);
  let isFine = lines.isFineGrained;
  const segments: DiffSegment[] = [];
  for (let i = 0; i < lines.segments.length; i++) {
    const piece = lines.segments[i];
    const next = lines.segments[i + 1];
    if (!piece) break;
    if (piece.kind === "removed" && next?.kind === "added") {
      const words = diffSequences(splitWords(piece.text), splitWords(next.text), limit);
      isFine &&= words.isFineGrained;
      segments.push(...words.segments);
      i++;
    } else segments.push(piece);
  }
  return { segments: mergeSegments(segments), isFineGrained: isFine };
}

function splitLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function splitWords(text: string): string[] {
  return text.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? [];
}

function diffSequences(
  before: readonly string[],
  after: readonly string[],
  limit: number,
): TextDiffResult {
  const { head, tail } = countCommonEnds(before, after);
  const old = before.slice(head, before.length - tail);
  const fresh = after.slice(head, after.length - tail);
  const isSmall = old.length * fresh.length <= limit;
  const isFine = isSmall || old.length + fresh.length <= COMPARED_LIMIT;
  const segments: DiffSegment[] = [
    { kind: "same", text: before.slice(0, head).join("") },
    ...(isFine ? listChanges(old, fresh, isSmall) : createReplacement(old, fresh)),
    { kind: "same", text: before.slice(before.length - tail).join("") },
  ];
  return { segments: mergeSegments(segments), isFineGrained: isFine };
}

function countCommonEnds(before: readonly string[], after: readonly string[]) {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  const most = Math.min(before.length, after.length) - head;
  while (tail < most && before[before.length - 1 - tail] === after[after.length - 1 - tail]) {
    tail++;
  }
  return { head, tail };
}

function createReplacement(old: readonly string[], fresh: readonly string[]): DiffSegment[] {
  return [
    { kind: "removed", text: old.join("") },
    { kind: "added", text: fresh.join("") },
  ];
}

function listChanges(
  old: readonly string[],
  fresh: readonly string[],
  isSmall: boolean,
): DiffSegment[] {
  const find = isSmall ? findLongestCommonSubsequence : findCommonSubsequence;
  const segments: DiffSegment[] = [];
  let next = 0;
  const addUpTo = (end: number) => {
    segments.push({ kind: "added", text: fresh.slice(next, end).join("") });
    next = end;
  };
  const partner = find(old, fresh);
  for (const [index, text] of old.entries()) {
    const other = partner[index] ?? -1;
    if (other >= 0) {
      addUpTo(other);
      next++;
    }
    segments.push({ kind: other < 0 ? "removed" : "same", text });
  }
  addUpTo(fresh.length);
  return segments;
}

/**
 * Like `findCommonSubsequence`, but the longest one, and of several the one in which changes come
 * first. `lengths` holds the length for every pair of suffixes.
 */
function findLongestCommonSubsequence(
  old: readonly string[],
  fresh: readonly string[],
): Int32Array {
  const width = fresh.length + 1;
  const lengths = new Uint32Array((old.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = fresh.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        old[i] === fresh[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const partner = new Int32Array(old.length).fill(-1);
  for (let i = 0, j = 0; i < old.length && j < fresh.length; ) {
    if (old[i] === fresh[j]) partner[i++] = j++;
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return partner;
}

/**
 * Merges neighbors of one kind, and all changes between two equal segments into one removal and one
 * addition.
 */
function mergeSegments(segments: readonly DiffSegment[]): DiffSegment[] {
  const out: DiffSegment[] = [];
  let removed = "";
  let added = "";
  let same = "";
  const flush = () => {
    if (removed !== "") out.push({ kind: "removed", text: removed });
    if (added !== "") out.push({ kind: "added", text: added });
    removed = "";
    added = "";
  };
  for (const { kind, text } of segments) {
    if (text === "") continue;
    if (kind === "same") {
      flush();
      same += text;
      continue;
    }
    if (same !== "") out.push({ kind: "same", text: same });
    same = "";
    if (kind === "removed") removed += text;
    else added += text;
  }
  flush();
  if (same !== "") out.push({ kind: "same", text: same });
  return out;
}
