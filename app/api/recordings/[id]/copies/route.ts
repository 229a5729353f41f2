import { readCopyName } from "../../../../../lib/server/asked-about.ts";
import { answering } from "../../../../../lib/server/problem.ts";
import { libraryOf } from "../../../../../lib/server/registry.ts";

export const dynamic = "force-dynamic";

interface Context {
  params: Promise<{ id: string }>;
}

export const POST = answering(async (request, { params }: Context) => {
  const { id } = await params;
  const copy = await libraryOf(request).duplicate(id, await readCopyName(request));
  return Response.json(copy, { status: 201 });
});
