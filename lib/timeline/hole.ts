/**
 * What one text lacks of another, and has beyond it: each range to the character. A single hole,
 * or a single excess, is found exactly in a text of any length.
 */

import { type DiffPiece, diff } from "./diff.ts";

export interface TextPiece {
  /** `lost`: only the stored text has it. `only`: only the delivered one has. */
  readonly kind: "same" | "lost" | "only";
  readonly text: string;
  /** Where it begins in the stored text. */
  readonly stored: number;
  /** Where it begins in the delivered text. */
  readonly delivered: number;
}

export interface TextComparison {
  readonly pieces: readonly TextPiece[];
  readonly lost: number;
  readonly only: number;
  /** False where too much differs for it to be compared word by word. */
  readonly isFine: boolean;
}

const KINDS = { same: "same", removed: "only", added: "lost" } as const;

/** `begins` says where chunks of the delivered text begin: a hole is looked for between two. */
export function compareTexts(
  delivered: string,
  stored: string,
  begins: (position: number) => boolean = () => false,
): TextComparison {
  const head = commonHead(delivered, stored);
  const tail = commonTail(delivered, stored, head);
  const from = slid(delivered, stored, head, tail, begins);
  const [before, after] = [delivered, stored].map((text) =>
    text.slice(from, text.length - tail - (head - from)),
  );
  const middle = diff(before ?? "", after ?? "");
  const pieces = placed([
    { kind: "same", text: stored.slice(0, from) },
    ...middle.pieces,
    { kind: "same", text: stored.slice(stored.length - tail - (head - from)) },
  ]);
  const sum = (kind: TextPiece["kind"]) =>
    pieces.reduce((all, piece) => all + (piece.kind === kind ? piece.text.length : 0), 0);
  return { pieces, lost: sum("lost"), only: sum("only"), isFine: middle.isFine };
}

function commonHead(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let at = 0;
  while (at < most && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  return splitsPair(a, at) || splitsPair(b, at) ? at - 1 : at;
}

function commonTail(a: string, b: string, head: number): number {
  const most = Math.min(a.length, b.length) - head;
  let count = 0;
  while (count < most && a.charCodeAt(a.length - 1 - count) === b.charCodeAt(b.length - 1 - count))
    count++;
  const splits = splitsPair(a, a.length - count) || splitsPair(b, b.length - count);
  return splits ? count - 1 : count;
}

function splitsPair(text: string, at: number): boolean {
  return at > 0 && at < text.length && (text.codePointAt(at - 1) ?? 0) > 0xffff;
}

/**
 * A hole among repeated words can be said to begin at several places: where a chunk begins, if at
 * one of them one does. Only of use where nothing but a hole is left between head and tail.
 */
function slid(
  delivered: string,
  stored: string,
  head: number,
  tail: number,
  begins: (position: number) => boolean,
): number {
  const hole = stored.length - tail - head;
  if (delivered.length !== head + tail || hole <= 0 || begins(head)) return head;
  for (let at = head; at > 0 && stored[at - 1] === stored[at - 1 + hole]; ) {
    at--;
    if (begins(at)) return at;
  }
  return head;
}

function placed(pieces: readonly DiffPiece[]): TextPiece[] {
  const found: TextPiece[] = [];
  let stored = 0;
  let delivered = 0;
  for (const { kind, text } of pieces) {
    if (text === "") continue;
    found.push({ kind: KINDS[kind], text, stored, delivered });
    if (kind !== "removed") stored += text.length;
    if (kind !== "added") delivered += text.length;
  }
  return found;
}
