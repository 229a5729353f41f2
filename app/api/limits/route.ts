import { handleErrors } from "../../../lib/server/http/api-error.ts";
import { readLimitChange } from "../../../lib/server/http/library-requests.ts";
import { getLibrary } from "../../../lib/server/workspace.ts";

export const dynamic = "force-dynamic";

export const GET = handleErrors(async (request) =>
  Response.json(await getLibrary(request).limits.getState()),
);

export const PUT = handleErrors(async (request) => {
  const library = getLibrary(request);
  await library.setLimits(await readLimitChange(request));
  return Response.json(await library.limits.getState());
});
