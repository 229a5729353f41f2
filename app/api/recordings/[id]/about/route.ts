import { readSayings } from "../../../../../lib/server/asked-about.ts";
import { answering } from "../../../../../lib/server/problem.ts";
import { libraryOf } from "../../../../../lib/server/registry.ts";

export const dynamic = "force-dynamic";

interface Context {
  params: Promise<{ id: string }>;
}

export const GET = answering(async (request, { params }: Context) =>
  Response.json(await libraryOf(request).about((await params).id)),
);

export const PATCH = answering(async (request, { params }: Context) => {
  const { id } = await params;
  return Response.json(await libraryOf(request).say(id, await readSayings(request, new Date())));
});
