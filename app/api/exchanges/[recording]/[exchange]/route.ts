import type { ExchangeAborted } from "../../../../../lib/api/api-types.ts";
import { handleErrors } from "../../../../../lib/server/http/api-error.ts";
import { getLibrary } from "../../../../../lib/server/workspace.ts";

export const dynamic = "force-dynamic";

interface RouteContext {
  params: Promise<{ recording: string; exchange: string }>;
}

export const DELETE = handleErrors(async (request, { params }: RouteContext) => {
  const { recording, exchange } = await params;
  const aborted = await getLibrary(request).exchanges.abort(recording, exchange);
  return Response.json({ aborted } satisfies ExchangeAborted);
});
