import type { ExchangeStarted } from "../../../lib/api/api-types.ts";
import { EXCHANGE_REQUEST } from "../../../lib/api/schemas/api-requests.ts";
import { handleErrors } from "../../../lib/server/http/api-error.ts";
import { readCallRequest } from "../../../lib/server/http/read-request.ts";
import { getLibrary } from "../../../lib/server/workspace.ts";

export const dynamic = "force-dynamic";

export const POST = handleErrors(async (request) => {
  const { recording, exchange } = await getLibrary(request).exchanges.start(
    await readCallRequest(request, EXCHANGE_REQUEST),
  );
  return Response.json({ recording, exchange } satisfies ExchangeStarted, { status: 202 });
});
