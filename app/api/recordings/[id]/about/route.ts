import { METADATA_PATCH } from "../../../../../lib/api/schemas/api-requests.ts";
import { handleErrors } from "../../../../../lib/server/http/api-error.ts";
import { createMetadataChanges } from "../../../../../lib/server/http/metadata-changes.ts";
import { readRequest } from "../../../../../lib/server/http/read-request.ts";
import { getLibrary } from "../../../../../lib/server/workspace.ts";

export const dynamic = "force-dynamic";

interface RouteContext {
  params: Promise<{ id: string }>;
}

export const GET = handleErrors(async (request, { params }: RouteContext) =>
  Response.json(await getLibrary(request).recordings.getMetadata((await params).id)),
);

export const PATCH = handleErrors(async (request, { params }: RouteContext) => {
  const { id } = await params;
  const changes = createMetadataChanges(await readRequest(request, METADATA_PATCH), new Date());
  return Response.json(await getLibrary(request).recordings.updateMetadata(id, changes));
});
