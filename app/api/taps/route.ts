import { TAP_REQUEST } from "../../../lib/api/schemas/api-requests.ts";
import { handleErrors } from "../../../lib/server/http/api-error.ts";
import { readRequest } from "../../../lib/server/http/read-request.ts";
import { getTaps } from "../../../lib/server/workspace.ts";

export const dynamic = "force-dynamic";

export const GET = handleErrors(async (request) => Response.json(getTaps(request).list()));

/** Starts a tap, or says in which field why not. */
export const POST = handleErrors(async (request) =>
  Response.json(await getTaps(request).start(await readRequest(request, TAP_REQUEST))),
);
