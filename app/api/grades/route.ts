import { GRADE_REQUEST } from "../../../lib/api/schemas/api-requests.ts";
import { createGradeStream } from "../../../lib/server/conform/grade-stream.ts";
import { handleErrors } from "../../../lib/server/http/api-error.ts";
import { createLineResponse } from "../../../lib/server/http/line-stream.ts";
import { getPublicOrigin } from "../../../lib/server/http/public-origin.ts";
import { readRequest } from "../../../lib/server/http/read-request.ts";
import { getLibrary } from "../../../lib/server/workspace.ts";

export const dynamic = "force-dynamic";

/** The grades that are kept, newest first. */
export const GET = handleErrors(async (request) =>
  Response.json(await getLibrary(request).grades.list()),
);

/** Grades an agent, until the page closes the response. */
export const POST = handleErrors(async (request) => {
  const lines = await createGradeStream(
    getLibrary(request),
    await readRequest(request, GRADE_REQUEST),
    getPublicOrigin(request),
  );
  return createLineResponse(lines);
});
