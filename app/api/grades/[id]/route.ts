import { GRADE_REPORTS } from "../../../../lib/conform/report/reports.ts";
import { ApiError, handleErrors } from "../../../../lib/server/http/api-error.ts";
import { getPublicOrigin } from "../../../../lib/server/http/public-origin.ts";
import { getLibrary } from "../../../../lib/server/workspace.ts";

export const dynamic = "force-dynamic";

type Context = { params: Promise<{ id: string }> };

/** The grade, or with `?as=html` a file of it. */
export const GET = handleErrors(async (request, { params }: Context) => {
  const grade = await getLibrary(request).grades.get((await params).id);
  const name = new URL(request.url).searchParams.get("as");
  if (name === null) return Response.json(grade);
  const report = Object.entries(GRADE_REPORTS).find(([known]) => known === name)?.[1];
  if (!report) throw new ApiError("bad-request", "A grade has no such report.");
  const app = getPublicOrigin(request);
  return new Response(report.print(grade, { failOn: "fail", app }), {
    headers: {
      "content-type": report.mediaType,
      // Text of the agent must not be a page of this origin.
      "content-disposition": `attachment; filename="${report.fileName}"`,
    },
  });
});

export const DELETE = handleErrors(async (request, { params }: Context) => {
  await getLibrary(request).grades.remove((await params).id);
  return new Response(null, { status: 204 });
});
