import { handleErrors } from "../../../lib/server/http/api-error.ts";
import { readTapRequest } from "../../../lib/server/http/api-requests.ts";
import { getTaps } from "../../../lib/server/workspace.ts";

export const dynamic = "force-dynamic";

export const GET = handleErrors(async (request) => Response.json(getTaps(request).list()));

/** Starts a tap, or says in which field why not. */
export const POST = handleErrors(async (request) =>
  Response.json(await getTaps(request).start(await readTapRequest(request))),
);
