import { Readable } from "node:stream";
import { handleErrors } from "../../../lib/server/http/api-error.ts";
import { getLibrary, getReplays } from "../../../lib/server/workspace.ts";

export const dynamic = "force-dynamic";

export const GET = handleErrors(async (request) => Response.json(getReplays(request).list()));

/** Starts a replay of a recording by its id, or of the record lines in the body. */
export const POST = handleErrors(async (request) => {
  const { searchParams } = new URL(request.url);
  const id = searchParams.get("recording");
  const options = searchParams.get("options") ?? "";
  const lines: AsyncIterable<Uint8Array> = request.body ?? Readable.from([]);
  const source =
    id === null ? lines : { id, path: await getLibrary(request).recordings.getPath(id) };
  return Response.json(await getReplays(request).start(source, options, request.signal), {
    status: 201,
  });
});
