import { GRADE_REQUEST } from "../../../lib/api/schemas/api-requests.ts";
import { createGradeStream } from "../../../lib/server/conform/grade-stream.ts";
import { handleErrors } from "../../../lib/server/http/api-error.ts";
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
  return new Response(lines, {
    headers: {
      "content-type": "application/x-ndjson",
      // Without no-transform, Next.js compresses the response and so delays its lines.
      "cache-control": "no-cache, no-transform",
    },
  });
});
