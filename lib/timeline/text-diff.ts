/**
 * Text diff by lines, and by words within changed lines. Above a work limit only the common start
 * and end are found, and the result says so.
 */

export interface DiffSegment {
  readonly kind: "same" | "removed" | "added";
  readonly text: string;
}

export interface TextDiffResult {
  readonly segments: readonly DiffSegment[];
  /** False if the middle was too large to compare word by word. */
  readonly isFineGrained: boolean;
}

/** Maximum number of line or word pairs to compare. */
const CELL_LIMIT = 4_000_000;

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
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  const most = Math.min(before.length, after.length) - head;
  while (tail < most && before[before.length - 1 - tail] === after[after.length - 1 - tail]) {
    tail++;
  }
  const old = before.slice(head, before.length - tail);
  const fresh = after.slice(head, after.length - tail);
  const isFine = old.length * fresh.length <= limit;
  const segments: DiffSegment[] = [
    { kind: "same", text: before.slice(0, head).join("") },
    ...(isFine ? diffByCommonSubsequence(old, fresh) : createReplacement(old, fresh)),
    { kind: "same", text: before.slice(before.length - tail).join("") },
  ];
  return { segments: mergeSegments(segments), isFineGrained: isFine };
}

function createReplacement(old: readonly string[], fresh: readonly string[]): DiffSegment[] {
  return [
    { kind: "removed", text: old.join("") },
    { kind: "added", text: fresh.join("") },
  ];
}

/** Longest common subsequence: `lengths` holds the value for every pair of suffixes. */
function diffByCommonSubsequence(old: readonly string[], fresh: readonly string[]): DiffSegment[] {
  const width = fresh.length + 1;
  const lengths = new Uint32Array((old.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = fresh.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        old[i] === fresh[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const segments: DiffSegment[] = [];
  let i = 0;
  let j = 0;
  while (i < old.length || j < fresh.length) {
    const text = old[i] ?? "";
    if (i < old.length && j < fresh.length && text === fresh[j]) {
      segments.push({ kind: "same", text });
      i++;
      j++;
    } else if (j >= fresh.length || (i < old.length && at(i + 1, j) >= at(i, j + 1))) {
      segments.push({ kind: "removed", text });
      i++;
    } else {
      segments.push({ kind: "added", text: fresh[j] ?? "" });
      j++;
    }
  }
  return segments;
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
