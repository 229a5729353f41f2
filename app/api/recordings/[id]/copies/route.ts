import { handleErrors } from "../../../../../lib/server/http/api-error.ts";
import { readCopyName } from "../../../../../lib/server/http/library-requests.ts";
import { getLibrary } from "../../../../../lib/server/workspace.ts";

export const dynamic = "force-dynamic";

interface RouteContext {
  params: Promise<{ id: string }>;
}

export const POST = handleErrors(async (request, { params }: RouteContext) => {
  const { id } = await params;
  const copy = await getLibrary(request).duplicate(id, await readCopyName(request));
  return Response.json(copy, { status: 201 });
});
