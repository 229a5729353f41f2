import { handleErrors } from "../../../../lib/server/http/api-error.ts";
import { getLibrary } from "../../../../lib/server/workspace.ts";

export const dynamic = "force-dynamic";

/** Statistics of the messages that were sent more than once, in recordings that pass the filters. */
export const GET = handleErrors(async (request) => {
  const query = new URL(request.url).searchParams.get("q") ?? "";
  return Response.json(await getLibrary(request).recordings.catalog.getMessages(query));
});
