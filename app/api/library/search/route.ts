import { handleErrors } from "../../../../lib/server/http/api-error.ts";
import { getLibrary } from "../../../../lib/server/workspace.ts";

export const dynamic = "force-dynamic";

export const GET = handleErrors(async (request) => {
  const query = new URL(request.url).searchParams.get("q") ?? "";
  return Response.json(await getLibrary(request).recordings.catalog.search(query));
});
