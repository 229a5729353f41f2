import { ApiError, handleErrors } from "../../../../../lib/server/http/api-error.ts";
import { readLinkRequest } from "../../../../../lib/server/http/library-requests.ts";
import { getLibrary } from "../../../../../lib/server/workspace.ts";

export const dynamic = "force-dynamic";

interface RouteContext {
  params: Promise<{ id: string }>;
}

export const POST = handleErrors(async (request, { params }: RouteContext) => {
  const { id } = await params;
  const { sharedStore } = getLibrary(request);
  if (!sharedStore) throw new ApiError("bad-request", "This Loupe has no shared store.");
  const { seconds } = await readLinkRequest(request);
  return Response.json(await sharedStore.createLink(id, seconds));
});
