import { getDemoAgent } from "../../../lib/server/workspace.ts";

export const dynamic = "force-dynamic";

async function handleRequest(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const scheme = request.headers.get("x-forwarded-proto") ?? "http";
  const endpoint = `${scheme}://${request.headers.get("host")}/demo`;
  return getDemoAgent(request).handleRequest(request, endpoint, pathname.slice("/demo".length));
}

export { handleRequest as GET, handleRequest as POST };
