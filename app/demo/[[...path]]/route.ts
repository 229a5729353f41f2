import { DemoAgent } from "../../../lib/server/demo/agent.ts";

export const dynamic = "force-dynamic";

const agent = new DemoAgent();

async function answer(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const scheme = request.headers.get("x-forwarded-proto") ?? "http";
  const endpoint = `${scheme}://${request.headers.get("host")}/demo`;
  return agent.answer(request, endpoint, pathname.slice("/demo".length));
}

export { answer as GET, answer as POST };
