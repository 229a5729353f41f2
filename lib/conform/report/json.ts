/** Prints a grade as the JSON of `loupe conform --json`. Members are added, never renamed. */

import { countStatuses, type FailOnStatus, type Grade, getScore, isFailing } from "../grade.ts";

export function createGradeReport(grade: Grade, failOn: FailOnStatus): object {
  const { results, requests, leftBehind, stale, ...head } = grade;
  return {
    ...head,
    fails: isFailing(grade, failOn),
    score: getScore(grade),
    counts: countStatuses(grade),
    requests,
    leftBehind,
    stale,
    results,
  };
}
