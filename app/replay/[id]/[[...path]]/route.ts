import { handleErrors } from "../../../../lib/server/http/api-error.ts";
import { createRouteResponse } from "../../../../lib/server/replay/route-response.ts";
import { getReplays } from "../../../../lib/server/workspace.ts";

export const dynamic = "force-dynamic";

interface RouteContext {
  params: Promise<{ id: string }>;
}

/** Answers as the agent whose log is replayed. */
const handle = handleErrors(async (request, { params }: RouteContext) => {
  const { id } = await params;
  const { pathname, search } = new URL(request.url);
  const scheme = request.headers.get("x-forwarded-proto") ?? "http";
  const own = `/replay/${encodeURIComponent(id)}`;
  const incoming = {
    verb: request.method,
    path: (pathname.slice(own.length) || "/") + search,
    headers: [...request.headers],
    body: await request.text(),
  };
  const base = `${scheme}://${request.headers.get("host")}${own}`;
  const { response, stopped } = getReplays(request).respond(id, incoming, base);
  return createRouteResponse(response, [request.signal, stopped]);
});

export { handle as DELETE, handle as GET, handle as POST };
