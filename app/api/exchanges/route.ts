import type { ExchangeStarted } from "../../../lib/api/api-types.ts";
import { handleErrors } from "../../../lib/server/http/api-error.ts";
import { readExchangeRequest } from "../../../lib/server/http/api-requests.ts";
import { getLibrary } from "../../../lib/server/workspace.ts";

export const dynamic = "force-dynamic";

export const POST = handleErrors(async (request) => {
  const { recording, exchange } = await getLibrary(request).start(
    await readExchangeRequest(request),
  );
  return Response.json({ recording, exchange } satisfies ExchangeStarted, { status: 202 });
});
