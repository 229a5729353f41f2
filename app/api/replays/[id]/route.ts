import { answering } from "../../../../lib/server/problem.ts";
import { replaysOf } from "../../../../lib/server/registry.ts";

export const dynamic = "force-dynamic";

interface Context {
  params: Promise<{ id: string }>;
}

export const DELETE = answering(async (request, { params }: Context) => {
  replaysOf(request).stop((await params).id);
  return new Response(null, { status: 204 });
});
