import { readInboxRequest } from "../../../lib/server/asked.ts";
import { answering } from "../../../lib/server/problem.ts";
import { libraryOf } from "../../../lib/server/registry.ts";
import { readSettings } from "../../../lib/server/settings.ts";

export const dynamic = "force-dynamic";

export const POST = answering(async (request) => {
  const inbox = await libraryOf(request).openInbox(await readInboxRequest(request));
  const scheme = request.headers.get("x-forwarded-proto") ?? "http";
  // Else as the browser reached this server: right for agents on the same machine or network.
  const base = readSettings().publicUrl ?? `${scheme}://${request.headers.get("host")}`;
  return Response.json({ ...inbox, url: base + inbox.path }, { status: 201 });
});
