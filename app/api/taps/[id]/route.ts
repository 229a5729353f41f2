import { handleErrors } from "../../../../lib/server/http/api-error.ts";
import { getTaps } from "../../../../lib/server/workspace.ts";

export const dynamic = "force-dynamic";

interface RouteContext {
  params: Promise<{ id: string }>;
}

/** Ends the calls of a tap and stops it. */
export const DELETE = handleErrors(async (request, { params }: RouteContext) => {
  await getTaps(request).stop((await params).id);
  return new Response(null, { status: 204 });
});
