import { handleErrors } from "../../../lib/server/http/api-error.ts";
import { readRequestChanges } from "../../../lib/server/http/library-requests.ts";
import { getLibrary } from "../../../lib/server/workspace.ts";

export const dynamic = "force-dynamic";

export const GET = handleErrors(async (request) =>
  Response.json(await getLibrary(request).requests.get()),
);

export const PATCH = handleErrors(async (request) =>
  Response.json(await getLibrary(request).requests.change(await readRequestChanges(request))),
);
