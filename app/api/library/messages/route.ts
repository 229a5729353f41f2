import { handleErrors } from "../../../../lib/server/http/api-error.ts";
import { getLibrary } from "../../../../lib/server/workspace.ts";

export const dynamic = "force-dynamic";

/** Statistics of the messages that were sent more than once. */
export const GET = handleErrors(async (request) =>
  Response.json(await getLibrary(request).recordings.catalog.getMessages()),
);
