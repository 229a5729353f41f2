import { connect } from "../../../lib/server/agent/connect.ts";
import { handleErrors } from "../../../lib/server/http/api-error.ts";
import { readConnectRequest } from "../../../lib/server/http/api-requests.ts";
import { getLibrary } from "../../../lib/server/workspace.ts";

export const dynamic = "force-dynamic";

export const POST = handleErrors(async (request) =>
  Response.json(await connect(getLibrary(request), await readConnectRequest(request))),
);
