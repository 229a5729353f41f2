import { OAUTH_REQUEST } from "../../../lib/api/schemas/api-requests.ts";
import { sendOAuthRequest } from "../../../lib/server/agent/oauth.ts";
import { handleErrors } from "../../../lib/server/http/api-error.ts";
import { readCallRequest } from "../../../lib/server/http/read-request.ts";
import { readSettings } from "../../../lib/server/settings.ts";

export const dynamic = "force-dynamic";

export const POST = handleErrors(async (request) => {
  const { wide, allowTargets } = readSettings();
  const oauthRequest = await readCallRequest(request, OAUTH_REQUEST);
  const response = await sendOAuthRequest(oauthRequest, { wide, allow: allowTargets });
  return Response.json(response, { headers: { "cache-control": "no-store" } });
});
