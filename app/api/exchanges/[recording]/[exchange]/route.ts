import { answering } from "../../../../../lib/server/problem.ts";
import { libraryOf } from "../../../../../lib/server/registry.ts";
import type { ExchangeAborted } from "../../../../../lib/wire/api-types.ts";

export const dynamic = "force-dynamic";

interface Context {
  params: Promise<{ recording: string; exchange: string }>;
}

export const DELETE = answering(async (request, { params }: Context) => {
  const { recording, exchange } = await params;
  const aborted = await libraryOf(request).abort(recording, exchange);
  return Response.json({ aborted } satisfies ExchangeAborted);
});
