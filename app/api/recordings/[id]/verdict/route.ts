import { readVerdict } from "../../../../../lib/server/asked-about.ts";
import { answering } from "../../../../../lib/server/problem.ts";
import { libraryOf } from "../../../../../lib/server/registry.ts";

export const dynamic = "force-dynamic";

interface Context {
  params: Promise<{ id: string }>;
}

export const PUT = answering(async (request, { params }: Context) => {
  const { id } = await params;
  return Response.json({ kept: await libraryOf(request).judge(id, await readVerdict(request)) });
});
