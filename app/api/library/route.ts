import { readLimit } from "../../../lib/server/asked-about.ts";
import { answering } from "../../../lib/server/problem.ts";
import { library } from "../../../lib/server/registry.ts";

export const dynamic = "force-dynamic";

export const GET = answering(async () => Response.json(await library().state()));

export const PUT = answering(async (request) => {
  await library().shelf.limit.set(await readLimit(request));
  return Response.json(await library().state());
});
