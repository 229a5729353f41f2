import { HOLD_COMMAND } from "../../../../../../../lib/api/schemas/api-requests.ts";
import { handleErrors } from "../../../../../../../lib/server/http/api-error.ts";
import { readRequest } from "../../../../../../../lib/server/http/read-request.ts";
import { getTaps } from "../../../../../../../lib/server/workspace.ts";

export const dynamic = "force-dynamic";

interface RouteContext {
  params: Promise<{ id: string; hold: string }>;
}

/** Says whether a command would be refused, and which rules the event would break then. */
export const POST = handleErrors(async (request, { params }: RouteContext) => {
  const command = await readRequest(request, HOLD_COMMAND);
  const { id, hold } = await params;
  return Response.json(getTaps(request).checkCommand(id, hold, command));
});
