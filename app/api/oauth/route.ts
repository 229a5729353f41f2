import { sendOAuthRequest } from "../../../lib/server/agent/oauth.ts";
import { handleErrors } from "../../../lib/server/http/api-error.ts";
import { readOAuthRequest } from "../../../lib/server/http/api-requests.ts";
import { readSettings } from "../../../lib/server/settings.ts";

export const dynamic = "force-dynamic";

export const POST = handleErrors(async (request) => {
  const { wide, allowTargets } = readSettings();
  const oauthRequest = await readOAuthRequest(request);
  const response = await sendOAuthRequest(oauthRequest, { wide, allow: allowTargets });
  return Response.json(response, { headers: { "cache-control": "no-store" } });
});
