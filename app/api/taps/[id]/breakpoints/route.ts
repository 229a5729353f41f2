import { BREAKPOINT_REQUEST } from "../../../../../lib/api/schemas/api-requests.ts";
import { handleErrors } from "../../../../../lib/server/http/api-error.ts";
import { readRequest } from "../../../../../lib/server/http/read-request.ts";
import { getTaps } from "../../../../../lib/server/workspace.ts";

export const dynamic = "force-dynamic";

interface RouteContext {
  params: Promise<{ id: string }>;
}

/** Sets a breakpoint, or says why the step is none. */
export const POST = handleErrors(async (request, { params }: RouteContext) => {
  const step = await readRequest(request, BREAKPOINT_REQUEST);
  const { id: tap } = await params;
  return Response.json({ id: getTaps(request).addBreakpoint(tap, step) });
});
