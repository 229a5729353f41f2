import { Readable } from "node:stream";
import { answering } from "../../../lib/server/problem.ts";
import { libraryOf, replaysOf } from "../../../lib/server/registry.ts";

export const dynamic = "force-dynamic";

export const GET = answering(async (request) => Response.json(replaysOf(request).list()));

/** Of a recording by its id, or of the record lines in the body. */
export const POST = answering(async (request) => {
  const { searchParams } = new URL(request.url);
  const id = searchParams.get("recording");
  const options = searchParams.get("options") ?? "";
  const lines: AsyncIterable<Uint8Array> = request.body ?? Readable.from([]);
  const source = id === null ? lines : { id, path: await libraryOf(request).pathOf(id) };
  return Response.json(await replaysOf(request).start(source, options, request.signal), {
    status: 201,
  });
});
