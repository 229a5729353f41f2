import { BREAKPOINT_CHANGE } from "../../../../../../lib/api/schemas/api-requests.ts";
import { handleErrors } from "../../../../../../lib/server/http/api-error.ts";
import { readRequest } from "../../../../../../lib/server/http/read-request.ts";
import { getTaps } from "../../../../../../lib/server/workspace.ts";

export const dynamic = "force-dynamic";

interface RouteContext {
  params: Promise<{ id: string; breakpoint: string }>;
}

/** Enables or disables a breakpoint. */
export const PATCH = handleErrors(async (request, { params }: RouteContext) => {
  const { isEnabled } = await readRequest(request, BREAKPOINT_CHANGE);
  const { id, breakpoint } = await params;
  getTaps(request).enableBreakpoint(id, breakpoint, isEnabled);
  return new Response(null, { status: 204 });
});

export const DELETE = handleErrors(async (request, { params }: RouteContext) => {
  const { id, breakpoint } = await params;
  getTaps(request).removeBreakpoint(id, breakpoint);
  return new Response(null, { status: 204 });
});
