import { handleErrors } from "../../../../../lib/server/http/api-error.ts";
import { readVerdictUpdate } from "../../../../../lib/server/http/library-requests.ts";
import { getLibrary } from "../../../../../lib/server/workspace.ts";

export const dynamic = "force-dynamic";

interface RouteContext {
  params: Promise<{ id: string }>;
}

export const PUT = handleErrors(async (request, { params }: RouteContext) => {
  const { id } = await params;
  return Response.json({
    kept: await getLibrary(request).saveVerdict(id, await readVerdictUpdate(request)),
  });
});
