import { answering } from "../../../../lib/server/problem.ts";
import { replaysOf } from "../../../../lib/server/registry.ts";
import { responseFor } from "../../../../lib/server/replay/response.ts";

export const dynamic = "force-dynamic";

interface Context {
  params: Promise<{ id: string }>;
}

/** A served log, in the place of its agent. */
const handle = answering(async (request, { params }: Context) => {
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
  const { answer, stopped } = replaysOf(request).reply(id, incoming, base);
  return responseFor(answer, [request.signal, stopped]);
});

export { handle as DELETE, handle as GET, handle as POST };
