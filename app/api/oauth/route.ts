import { readOAuthRequest } from "../../../lib/server/asked.ts";
import { askProvider } from "../../../lib/server/oauth.ts";
import { answering } from "../../../lib/server/problem.ts";
import { readSettings } from "../../../lib/server/settings.ts";

export const dynamic = "force-dynamic";

export const POST = answering(async (request) => {
  const { wide, allowTargets } = readSettings();
  const asked = await readOAuthRequest(request);
  const answer = await askProvider(asked, { wide, allow: allowTargets });
  return Response.json(answer, { headers: { "cache-control": "no-store" } });
});
