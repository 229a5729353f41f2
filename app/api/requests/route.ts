import { CHANGES_REQUEST } from "../../../lib/requests/schemas.ts";
import { handleErrors } from "../../../lib/server/http/api-error.ts";
import { readRequest } from "../../../lib/server/http/read-request.ts";
import { getLibrary } from "../../../lib/server/workspace.ts";

export const dynamic = "force-dynamic";

export const GET = handleErrors(async (request) =>
  Response.json(await getLibrary(request).requests.get()),
);

/** All that is saved, with its files, may be sent at once. */
const MAX_CHANGES_BYTES = 24 << 20;

export const PATCH = handleErrors(async (request) => {
  const { changes } = await readRequest(request, CHANGES_REQUEST, MAX_CHANGES_BYTES);
  return Response.json(await getLibrary(request).requests.change(changes));
});
