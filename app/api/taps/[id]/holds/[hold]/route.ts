import { HOLD_COMMAND } from "../../../../../../lib/api/schemas/api-requests.ts";
import { handleErrors } from "../../../../../../lib/server/http/api-error.ts";
import { readRequest } from "../../../../../../lib/server/http/read-request.ts";
import { getTaps } from "../../../../../../lib/server/workspace.ts";

export const dynamic = "force-dynamic";

interface RouteContext {
  params: Promise<{ id: string; hold: string }>;
}

/** Lets what is held go on, or does something else with it. */
export const POST = handleErrors(async (request, { params }: RouteContext) => {
  const command = await readRequest(request, HOLD_COMMAND);
  const { id, hold } = await params;
  getTaps(request).resume(id, hold, command);
  return new Response(null, { status: 204 });
});
