/**
 * The recordings of conformance grades, by grade. A grade makes dozens of recordings, which would hide all
 * others: lists show one row for each grade, and count it as one.
 */

import type { RecordingSummary } from "../api/api-types.ts";
import { isOfGrade } from "../api/recording-metadata.ts";
import { formatPlural } from "../text/plural.ts";

/** Those of grades that older versions made say nothing of their grade: together they are one. */
const UNKNOWN_GRADE = "unknown";

const getGradeId = ({ grade }: RecordingSummary): string => grade ?? UNKNOWN_GRADE;

/** `60 recordings of a grade`, `381 recordings of 3 grades`; without a number if that is unknown. */
export function formatGrades(list: readonly RecordingSummary[]): string {
  const ofGrades = list.filter(isOfGrade);
  const grades = countGrades(ofGrades);
  if (grades === 0) return "";
  const isKnown = ofGrades.every(({ grade }) => grade !== undefined);
  const whose = !isKnown ? "grades" : grades === 1 ? "a grade" : formatPlural(grades, "grade");
  return `${formatPlural(ofGrades.length, "recording")} of ${whose}`;
}

export const countGrades = (list: readonly RecordingSummary[]): number => groupByGrade(list).size;

function groupByGrade<Recording extends RecordingSummary>(
  list: readonly Recording[],
): ReadonlyMap<string, readonly Recording[]> {
  const grades = new Map<string, Recording[]>();
  for (const recording of list.filter(isOfGrade)) {
    const id = getGradeId(recording);
    const others = grades.get(id);
    if (others) others.push(recording);
    else grades.set(id, [recording]);
  }
  return grades;
}

export type LibraryRow<Recording extends RecordingSummary = RecordingSummary> =
  | {
      readonly kind: "recording";
      readonly key: string;
      readonly recording: Recording;
      /** It is listed below its grade. */
      readonly isInGrade: boolean;
    }
  | {
      readonly kind: "grade";
      readonly key: string;
      readonly recordings: readonly Recording[];
      readonly isOpen: boolean;
    };

/**
 * The rows of a list in its order: a grade is where its first recording would be, with its recordings
 * below if it is open.
 */
export function createLibraryRows<Recording extends RecordingSummary>(
  list: readonly Recording[],
  isOpen: (grade: string) => boolean,
): LibraryRow<Recording>[] {
  const byGrade = groupByGrade(list);
  const shown = new Set<string>();
  const createRow = (recording: Recording, isInGrade: boolean) =>
    ({ kind: "recording", key: recording.id, recording, isInGrade }) as const;
  return list.flatMap((recording): LibraryRow<Recording>[] => {
    if (!isOfGrade(recording)) return [createRow(recording, false)];
    const id = getGradeId(recording);
    if (shown.has(id)) return [];
    shown.add(id);
    const recordings = byGrade.get(id) ?? [];
    const row = { kind: "grade", key: id, recordings, isOpen: isOpen(id) } as const;
    return [row, ...(row.isOpen ? recordings.map((one) => createRow(one, true)) : [])];
  });
}
