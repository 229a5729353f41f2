import { readLimitChange } from "../../../lib/server/asked-about.ts";
import { answering } from "../../../lib/server/problem.ts";
import { libraryOf } from "../../../lib/server/registry.ts";

export const dynamic = "force-dynamic";

export const GET = answering(async (request) =>
  Response.json(await libraryOf(request).limits.state()),
);

export const PUT = answering(async (request) => {
  const library = libraryOf(request);
  await library.setLimits(await readLimitChange(request));
  return Response.json(await library.limits.state());
});
