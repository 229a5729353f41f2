import { COPY_REQUEST } from "../../../../../lib/api/schemas/api-requests.ts";
import { handleErrors } from "../../../../../lib/server/http/api-error.ts";
import { readRequest } from "../../../../../lib/server/http/read-request.ts";
import { getLibrary } from "../../../../../lib/server/workspace.ts";

export const dynamic = "force-dynamic";

interface RouteContext {
  params: Promise<{ id: string }>;
}

export const POST = handleErrors(async (request, { params }: RouteContext) => {
  const { id } = await params;
  const { name } = await readRequest(request, COPY_REQUEST);
  const copy = await getLibrary(request).recordings.duplicate(id, name);
  return Response.json(copy, { status: 201 });
});
