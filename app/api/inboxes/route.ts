import { INBOX_REQUEST } from "../../../lib/api/schemas/api-requests.ts";
import { handleErrors } from "../../../lib/server/http/api-error.ts";
import { getPublicOrigin } from "../../../lib/server/http/public-origin.ts";
import { readRequest } from "../../../lib/server/http/read-request.ts";
import { getLibrary } from "../../../lib/server/workspace.ts";

export const dynamic = "force-dynamic";

export const POST = handleErrors(async (request) => {
  const inbox = await getLibrary(request).inboxes.open(await readRequest(request, INBOX_REQUEST));
  return Response.json({ ...inbox, url: getPublicOrigin(request) + inbox.path }, { status: 201 });
});
