import { LIMIT_CHANGE } from "../../../lib/api/schemas/api-requests.ts";
import { handleErrors } from "../../../lib/server/http/api-error.ts";
import { readRequest } from "../../../lib/server/http/read-request.ts";
import { getLibrary } from "../../../lib/server/workspace.ts";

export const dynamic = "force-dynamic";

export const GET = handleErrors(async (request) =>
  Response.json(await getLibrary(request).limits.getState()),
);

export const PUT = handleErrors(async (request) => {
  const { limits } = getLibrary(request);
  await limits.applyChange(await readRequest(request, LIMIT_CHANGE));
  return Response.json(await limits.getState());
});
