import { handleErrors } from "../../../lib/server/api-error.ts";
import { readExchangeRequest } from "../../../lib/server/api-requests.ts";
import { getLibrary } from "../../../lib/server/workspace.ts";
import type { ExchangeStarted } from "../../../lib/wire/api-types.ts";

export const dynamic = "force-dynamic";

export const POST = handleErrors(async (request) => {
  const { recording, exchange } = await getLibrary(request).start(
    await readExchangeRequest(request),
  );
  return Response.json({ recording, exchange } satisfies ExchangeStarted, { status: 202 });
});
