import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { answering } from "../../../../lib/server/problem.ts";
import { library } from "../../../../lib/server/registry.ts";
import { replays } from "../../../../lib/server/replay/replays.ts";

export const dynamic = "force-dynamic";

interface Context {
  params: Promise<{ id: string }>;
}

/** The log itself, as it stands in the file now. */
export const GET = answering(async (_request, { params }: Context) => {
  const { id } = await params;
  const file = createReadStream(await library().pathOf(id));
  return new Response(Readable.toWeb(file) as ReadableStream<Uint8Array>, {
    headers: {
      "content-type": "application/x-ndjson",
      "content-disposition": `attachment; filename="${id}.jsonl"`,
      "cache-control": "no-cache, no-transform",
    },
  });
});

export const DELETE = answering(async (_request, { params }: Context) => {
  const { id } = await params;
  await library().remove(id);
  replays().stop(id);
  return new Response(null, { status: 204 });
});
