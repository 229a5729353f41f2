import { readExchangeRequest } from "../../../lib/server/asked.ts";
import { answering } from "../../../lib/server/problem.ts";
import { libraryOf } from "../../../lib/server/registry.ts";
import type { ExchangeStarted } from "../../../lib/wire/api-types.ts";

export const dynamic = "force-dynamic";

export const POST = answering(async (request) => {
  const { recording, exchange } = await libraryOf(request).start(
    await readExchangeRequest(request),
  );
  return Response.json({ recording, exchange } satisfies ExchangeStarted, { status: 202 });
});
