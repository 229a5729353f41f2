import { CONNECT_REQUEST } from "../../../lib/api/schemas/api-requests.ts";
import { connect } from "../../../lib/server/agent/connect.ts";
import { handleErrors } from "../../../lib/server/http/api-error.ts";
import { readCallRequest } from "../../../lib/server/http/read-request.ts";
import { getLibrary } from "../../../lib/server/workspace.ts";

export const dynamic = "force-dynamic";

export const POST = handleErrors(async (request) =>
  Response.json(
    await connect(getLibrary(request), await readCallRequest(request, CONNECT_REQUEST)),
  ),
);
