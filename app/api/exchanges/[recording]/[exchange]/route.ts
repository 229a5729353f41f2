import { answering } from "../../../../../lib/server/problem.ts";
import { library } from "../../../../../lib/server/registry.ts";
import type { ExchangeAborted } from "../../../../../lib/wire/service.ts";

export const dynamic = "force-dynamic";

interface Context {
  params: Promise<{ recording: string; exchange: string }>;
}

export const DELETE = answering(async (_request, { params }: Context) => {
  const { recording, exchange } = await params;
  const aborted = await library().abort(recording, exchange);
  return Response.json({ aborted } satisfies ExchangeAborted);
});
