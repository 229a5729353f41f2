/** Keeps a report of ACTS as a grade, so that the page shows it and its failed tests can be repeated. */

import { parseActsReport } from "../../conform/acts/report.ts";
import { createReportGrade } from "../../conform/acts/report-grade.ts";
import type { StoredGrade } from "../../conform/stored-grade.ts";
import { getErrorMessage } from "../../text/error-message.ts";
import { ApiError } from "../http/api-error.ts";
import { createRecordingId } from "../ids.ts";
import type { Library } from "../library.ts";

/** Throws an `ApiError` that names the place of what cannot be read. */
export async function keepActsReport(library: Library, text: string): Promise<StoredGrade> {
  const report = parseActsReport(parseText(text));
  if (typeof report === "string") throw new ApiError("bad-request", `${report}.`);
  const grade = { ...createReportGrade(report, createRecordingId(new Date())), report };
  await library.grades.add(grade);
  return grade;
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch (error) {
    throw new ApiError("bad-request", getErrorMessage(error));
  }
}
