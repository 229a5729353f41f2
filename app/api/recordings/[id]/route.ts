import { ApiError, handleErrors } from "../../../../lib/server/http/api-error.ts";
import { parseRangeHeader } from "../../../../lib/server/recording/file-range.ts";
import { getLibrary, getReplays } from "../../../../lib/server/workspace.ts";

export const dynamic = "force-dynamic";

interface RouteContext {
  params: Promise<{ id: string }>;
}

/** Returns the log, or a range of its bytes, with the file's current content. */
export const GET = handleErrors(async (request, { params }: RouteContext) => {
  const { id } = await params;
  const { size, stream } = await getLibrary(request).recordings.openBytes(id);
  const range = parseRangeHeader(request.headers.get("range"), size);
  if (range === "none") {
    return new Response(null, { status: 416, headers: { "content-range": `bytes */${size}` } });
  }
  const { from, to } = range ?? { from: 0, to: size - 1 };
  return new Response(stream(from, to), {
    status: range ? 206 : 200,
    headers: {
      "content-type": "application/x-ndjson",
      "content-disposition": `attachment; filename="${id}.jsonl"`,
      "cache-control": "no-cache, no-transform",
      "accept-ranges": "bytes",
      ...(range && { "content-range": `bytes ${from}-${to}/${size}` }),
    },
  });
});

/**
 * With `unless=live`, keeps a recording that is in progress: to delete it is to stop its exchanges.
 * One that another process records is always kept.
 */
export const DELETE = handleErrors(async (request, { params }: RouteContext) => {
  const { id } = await params;
  const library = getLibrary(request);
  const mayStopLive = new URL(request.url).searchParams.get("unless") !== "live";
  if (!mayStopLive && library.recordings.isLive(id)) {
    throw new ApiError("live", "This recording is in progress.");
  }
  await library.recordings.remove(id);
  getReplays(request).stop(id);
  return new Response(null, { status: 204 });
});
