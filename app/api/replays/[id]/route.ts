import { handleErrors } from "../../../../lib/server/http/api-error.ts";
import { getReplays } from "../../../../lib/server/workspace.ts";

export const dynamic = "force-dynamic";

interface RouteContext {
  params: Promise<{ id: string }>;
}

export const DELETE = handleErrors(async (request, { params }: RouteContext) => {
  getReplays(request).stop((await params).id);
  return new Response(null, { status: 204 });
});
