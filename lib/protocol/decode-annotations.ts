/**
 * Annotations on values in a frame's JSON that Loupe read differently from how they are written,
 * with the reason. They are located from the bits that the decoder set.
 */

import { EVIDENCE_ANNOTATORS, ISSUE_ANNOTATORS } from "./annotators.ts";
import { isArray, isObject } from "./json.ts";
import type { AnnotationKind, Annotator, FrameValue } from "./value-annotations.ts";

export type { AnnotationKind };

export interface DecodeAnnotation {
  readonly path: readonly (string | number)[];
  readonly kind: AnnotationKind;
  readonly note: string;
}

interface ReadonlyDecodeFlags {
  readonly evidence: number;
  readonly decodeIssues: number;
}

/** Values searched at most, whatever an agent sends. */
const VALUES_LIMIT = 20_000;
/** The protocol has no deeper values; this bounds the length of paths. */
const DEPTH_LIMIT = 64;

/** The annotations of a frame's value, in document order. */
export function findDecodeAnnotations(
  value: unknown,
  { evidence, decodeIssues }: ReadonlyDecodeFlags,
): DecodeAnnotation[] {
  const noted = [
    ...ISSUE_ANNOTATORS.filter(([bit]) => decodeIssues & bit),
    ...EVIDENCE_ANNOTATORS.filter(([bit]) => evidence & bit),
  ].map(([, reader]) => reader);
  if (noted.length === 0) return [];
  const shown = new Set<Annotator>();
  const marks: DecodeAnnotation[] = [];
  for (const frameValue of walkValues(value)) {
    for (const reader of noted) {
      const note = reader.annotate(frameValue);
      if (note === undefined) continue;
      shown.add(reader);
      marks.push({ path: frameValue.path, kind: reader.kind, note });
    }
  }
  for (const reader of noted) {
    if (!shown.has(reader)) marks.unshift({ path: [], kind: reader.kind, note: reader.note });
  }
  return marks;
}

function* walkValues(value: unknown): Generator<FrameValue> {
  const queue: FrameValue[] = [{ path: [], key: "", value, owner: undefined }];
  for (let i = 0; i < queue.length && i < VALUES_LIMIT; i++) {
    const frameValue = queue[i];
    if (!frameValue) return;
    yield frameValue;
    const { path } = frameValue;
    if (path.length >= DEPTH_LIMIT) continue;
    // Metadata and data parts belong to the agent and are not decoded.
    if (
      frameValue.key === "metadata" ||
      (frameValue.key === "data" && typeof path[path.length - 2] === "number")
    )
      continue;
    for (const [key, inner] of getMembers(frameValue.value)) {
      if (queue.length >= VALUES_LIMIT) break;
      queue.push({ path: [...path, key], key, value: inner, owner: frameValue.value });
    }
  }
}

function getMembers(value: unknown): (readonly [string | number, unknown])[] {
  if (isArray(value)) return value.map((item, i) => [i, item] as const);
  return isObject(value) ? Object.entries(value) : [];
}
