import { answering } from "../../../../lib/server/problem.ts";
import { replays } from "../../../../lib/server/replay/replays.ts";

export const dynamic = "force-dynamic";

interface Context {
  params: Promise<{ id: string }>;
}

export const GET = answering(async (_request, { params }: Context) =>
  Response.json(replays().state((await params).id)),
);

export const DELETE = answering(async (_request, { params }: Context) => {
  replays().stop((await params).id);
  return new Response(null, { status: 204 });
});
