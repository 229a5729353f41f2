import { INBOX_REQUEST } from "../../../lib/api/schemas/api-requests.ts";
import { handleErrors } from "../../../lib/server/http/api-error.ts";
import { readRequest } from "../../../lib/server/http/read-request.ts";
import { readSettings } from "../../../lib/server/settings.ts";
import { getLibrary } from "../../../lib/server/workspace.ts";

export const dynamic = "force-dynamic";

export const POST = handleErrors(async (request) => {
  const inbox = await getLibrary(request).inboxes.open(await readRequest(request, INBOX_REQUEST));
  const scheme = request.headers.get("x-forwarded-proto") ?? "http";
  // Default: the origin the browser used, which agents on the same machine or network can reach.
  const base = readSettings().publicUrl ?? `${scheme}://${request.headers.get("host")}`;
  return Response.json({ ...inbox, url: base + inbox.path }, { status: 201 });
});
