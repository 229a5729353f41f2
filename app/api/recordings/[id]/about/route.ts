import { handleErrors } from "../../../../../lib/server/http/api-error.ts";
import { readMetadataChanges } from "../../../../../lib/server/http/library-requests.ts";
import { getLibrary } from "../../../../../lib/server/workspace.ts";

export const dynamic = "force-dynamic";

interface RouteContext {
  params: Promise<{ id: string }>;
}

export const GET = handleErrors(async (request, { params }: RouteContext) =>
  Response.json(await getLibrary(request).getMetadata((await params).id)),
);

export const PATCH = handleErrors(async (request, { params }: RouteContext) => {
  const { id } = await params;
  return Response.json(
    await getLibrary(request).updateMetadata(id, await readMetadataChanges(request, new Date())),
  );
});
