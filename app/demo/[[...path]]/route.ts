import { DEMO_AGENT_PATH, DEMO_TEAM_PATH } from "../../../lib/api/demo-paths.ts";
import { isTeamPath } from "../../../lib/server/demo-access.ts";
import { getDemoAgent, getDemoTeam } from "../../../lib/server/workspace.ts";

export const dynamic = "force-dynamic";

async function handleRequest(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const [path, agent] = isTeamPath(pathname)
    ? [DEMO_TEAM_PATH, getDemoTeam(request)]
    : [DEMO_AGENT_PATH, getDemoAgent(request)];
  const scheme = request.headers.get("x-forwarded-proto") ?? "http";
  const endpoint = `${scheme}://${request.headers.get("host")}${path}`;
  return agent.handleRequest(request, endpoint, pathname.slice(path.length));
}

export { handleRequest as GET, handleRequest as POST };
