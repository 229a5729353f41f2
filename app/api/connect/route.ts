import { handleErrors } from "../../../lib/server/api-error.ts";
import { readConnectRequest } from "../../../lib/server/api-requests.ts";
import { connect } from "../../../lib/server/connect.ts";
import { getLibrary } from "../../../lib/server/workspace.ts";

export const dynamic = "force-dynamic";

export const POST = handleErrors(async (request) =>
  Response.json(await connect(getLibrary(request), await readConnectRequest(request))),
);
