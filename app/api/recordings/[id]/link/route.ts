import { LINK_REQUEST } from "../../../../../lib/api/schemas/api-requests.ts";
import { ApiError, handleErrors } from "../../../../../lib/server/http/api-error.ts";
import { readRequest } from "../../../../../lib/server/http/read-request.ts";
import { getLibrary } from "../../../../../lib/server/workspace.ts";

export const dynamic = "force-dynamic";

interface RouteContext {
  params: Promise<{ id: string }>;
}

export const POST = handleErrors(async (request, { params }: RouteContext) => {
  const { id } = await params;
  const { sharedStore } = getLibrary(request).recordings;
  if (!sharedStore) throw new ApiError("bad-request", "This Loupe has no shared store.");
  const { seconds } = await readRequest(request, LINK_REQUEST);
  return Response.json(await sharedStore.createLink(id, seconds));
});
