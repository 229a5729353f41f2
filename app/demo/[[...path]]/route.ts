import { demoOf } from "../../../lib/server/registry.ts";

export const dynamic = "force-dynamic";

async function answer(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const scheme = request.headers.get("x-forwarded-proto") ?? "http";
  const endpoint = `${scheme}://${request.headers.get("host")}/demo`;
  return demoOf(request).answer(request, endpoint, pathname.slice("/demo".length));
}

export { answer as GET, answer as POST };
