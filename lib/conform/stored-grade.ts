/** Grades as they are kept and sent: in a list, while one is made, and with the report of another runner. */

import { isArray, isObject } from "../protocol/json.ts";
import { type ActsReport, parseActsReport } from "./acts/report.ts";
import { type ConformResult, countStatuses, type Grade, getScore, type Score } from "./grade.ts";
import { CONFORM_STATUSES, type ConformStatus } from "./judgement.ts";

/** A grade, and the report that it shows if its results are those of another runner. */
export interface StoredGrade extends Grade {
  readonly report?: ActsReport;
}

export interface GradeSummary
  extends Pick<Grade, "id" | "address" | "agent" | "at" | "by" | "profile" | "text" | "repeats"> {
  readonly score: Score;
  readonly counts: Readonly<Record<ConformStatus, number>>;
}

export const summarizeGrade = (grade: Grade): GradeSummary => {
  const { id, address, agent, at, by, profile, text, repeats } = grade;
  const counted = { score: getScore(grade), counts: countStatuses(grade) };
  const summary = { id, address, agent, at, by, profile, text, ...counted };
  return repeats === undefined ? summary : { ...summary, repeats };
};

/** A line of the response while a grade is made. */
export type GradeLine =
  | {
      readonly kind: "result";
      readonly result: ConformResult;
      readonly done: number;
      readonly all: number;
    }
  | { readonly kind: "grade"; readonly grade: Grade }
  | { readonly kind: "failed"; readonly message: string };

/** Returns the grade, or `null` if the value is none, or has a status that Loupe does not know. */
export function parseGrade(value: unknown): StoredGrade | null {
  if (!isObject(value) || typeof value.id !== "string" || !isArray(value.results)) return null;
  const texts = [value.address, value.agent, value.at, value.by, value.profile, value.text];
  const isKnown = (one: unknown) =>
    isObject(one) && CONFORM_STATUSES.some((status) => status === one.status);
  if (texts.some((text) => typeof text !== "string") || !value.results.every(isKnown)) return null;
  if (value.report !== undefined && typeof parseActsReport(value.report) === "string") return null;
  return value as unknown as StoredGrade;
}
