import { handleErrors } from "../../../lib/server/api-error.ts";
import { readOAuthRequest } from "../../../lib/server/api-requests.ts";
import { sendOAuthRequest } from "../../../lib/server/oauth.ts";
import { readSettings } from "../../../lib/server/settings.ts";

export const dynamic = "force-dynamic";

export const POST = handleErrors(async (request) => {
  const { wide, allowTargets } = readSettings();
  const oauthRequest = await readOAuthRequest(request);
  const response = await sendOAuthRequest(oauthRequest, { wide, allow: allowTargets });
  return Response.json(response, { headers: { "cache-control": "no-store" } });
});
