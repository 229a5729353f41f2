import { ACTS_REPORT_REQUEST } from "../../../../lib/api/schemas/api-requests.ts";
import { MAX_ACTS_REPORT_BYTES } from "../../../../lib/conform/acts/detect-report.ts";
import { keepActsReport } from "../../../../lib/server/conform/keep-report.ts";
import { handleErrors } from "../../../../lib/server/http/api-error.ts";
import { readRequest } from "../../../../lib/server/http/read-request.ts";
import { getLibrary } from "../../../../lib/server/workspace.ts";

export const dynamic = "force-dynamic";

/** Keeps a report of ACTS as a grade. */
export const POST = handleErrors(async (request) => {
  // Escaped, the text is at most twice as long.
  const { text } = await readRequest(request, ACTS_REPORT_REQUEST, 2 * MAX_ACTS_REPORT_BYTES);
  return Response.json(await keepActsReport(getLibrary(request), text));
});
