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

interface UngradedAgent {
  readonly address: string;
  readonly profile: string;
  /** ISO 8601. */
  readonly at: string;
  readonly by: string;
  /** Why nothing could be graded. */
  readonly reason: string;
}

/** The same for an agent of which nothing could be graded: it never passes. */
export function createUngradedReport({ reason, ...head }: UngradedAgent): object {
  const results: Grade["results"] = [];
  return {
    ...head,
    id: null,
    agent: null,
    text: null,
    interfaces: [],
    notGraded: [reason],
    fails: true,
    score: getScore({ results }),
    counts: countStatuses({ results }),
    requests: 0,
    leftBehind: [],
    stale: [],
    results,
  };
}
