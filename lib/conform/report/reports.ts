/** The files that a grade is exported as, and how each is printed. */

import type { FailOnStatus, Grade } from "../grade.ts";
import { createBadgeJson, formatBadgeSvg } from "./badge.ts";
import { formatGradeHtml } from "./html.ts";
import { createGradeReport } from "./json.ts";
import { formatGradeJunit } from "./junit.ts";
import { formatGradeMarkdown } from "./markdown.ts";
import { createGradeSarif } from "./sarif.ts";

export interface PrintOptions {
  readonly failOn: FailOnStatus;
  /** Where Loupe runs, so that results link to it; `null` if nobody knows. */
  readonly app: string | null;
}

interface GradeReport {
  readonly fileName: string;
  readonly mediaType: string;
  print(grade: Grade, options: PrintOptions): string;
}

const toJson = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

export const GRADE_REPORTS = {
  html: {
    fileName: "grade.html",
    mediaType: "text/html; charset=utf-8",
    print: (grade, { app }) => formatGradeHtml(grade, app),
  },
  json: {
    fileName: "grade.json",
    mediaType: "application/json",
    print: (grade, { failOn }) => toJson(createGradeReport(grade, failOn)),
  },
  junit: {
    fileName: "grade.xml",
    mediaType: "application/xml",
    print: (grade, { failOn }) => formatGradeJunit(grade, failOn),
  },
  sarif: {
    fileName: "grade.sarif",
    mediaType: "application/json",
    print: (grade) => toJson(createGradeSarif(grade)),
  },
  markdown: {
    fileName: "grade.md",
    mediaType: "text/markdown; charset=utf-8",
    print: (grade, { app }) => formatGradeMarkdown(grade, app),
  },
  badge: {
    fileName: "badge.svg",
    mediaType: "image/svg+xml",
    print: (grade) => formatBadgeSvg(grade),
  },
  badgeJson: {
    fileName: "badge.json",
    mediaType: "application/json",
    print: (grade) => `${JSON.stringify(createBadgeJson(grade))}\n`,
  },
} as const satisfies Readonly<Record<string, GradeReport>>;

export type GradeReportName = keyof typeof GRADE_REPORTS;
export const GRADE_REPORT_NAMES = Object.keys(GRADE_REPORTS) as GradeReportName[];
