import { VERDICT_UPDATE } from "../../../../../lib/api/schemas/api-requests.ts";
import { handleErrors } from "../../../../../lib/server/http/api-error.ts";
import { readRequest } from "../../../../../lib/server/http/read-request.ts";
import { getLibrary } from "../../../../../lib/server/workspace.ts";

export const dynamic = "force-dynamic";

interface RouteContext {
  params: Promise<{ id: string }>;
}

export const PUT = handleErrors(async (request, { params }: RouteContext) => {
  const { id } = await params;
  return Response.json({
    kept: await getLibrary(request).recordings.saveVerdict(
      id,
      await readRequest(request, VERDICT_UPDATE),
    ),
  });
});
