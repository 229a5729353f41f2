import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { answering } from "../../../../lib/server/problem.ts";
import { libraryOf, replaysOf } from "../../../../lib/server/registry.ts";

export const dynamic = "force-dynamic";

interface Context {
  params: Promise<{ id: string }>;
}

/** The log itself, as it stands in the file now. */
export const GET = answering(async (request, { params }: Context) => {
  const { id } = await params;
  const file = createReadStream(await libraryOf(request).pathOf(id));
  return new Response(Readable.toWeb(file) as ReadableStream<Uint8Array>, {
    headers: {
      "content-type": "application/x-ndjson",
      "content-disposition": `attachment; filename="${id}.jsonl"`,
      "cache-control": "no-cache, no-transform",
    },
  });
});

export const DELETE = answering(async (request, { params }: Context) => {
  const { id } = await params;
  await libraryOf(request).remove(id);
  replaysOf(request).stop(id);
  return new Response(null, { status: 204 });
});
