import { stat } from "node:fs/promises";
import { rangeAsked } from "../../../../lib/server/byte-range.ts";
import { fileBytes } from "../../../../lib/server/file-bytes.ts";
import { answering } from "../../../../lib/server/problem.ts";
import { libraryOf, replaysOf } from "../../../../lib/server/registry.ts";
import type { ApiErrorBody } from "../../../../lib/wire/api-types.ts";

export const dynamic = "force-dynamic";

interface Context {
  params: Promise<{ id: string }>;
}

/** The log itself, or a range of its bytes, as it stands in the file now. */
export const GET = answering(async (request, { params }: Context) => {
  const { id } = await params;
  const path = await libraryOf(request).pathOf(id);
  const { size } = await stat(path);
  const range = rangeAsked(request.headers.get("range"), size);
  if (range === "none") {
    return new Response(null, { status: 416, headers: { "content-range": `bytes */${size}` } });
  }
  const { from, to } = range ?? { from: 0, to: size - 1 };
  return new Response(fileBytes(path, from, to), {
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

/** With `unless=live` what is being recorded at this moment stays: to delete it is to hang up. */
export const DELETE = answering(async (request, { params }: Context) => {
  const { id } = await params;
  const library = libraryOf(request);
  const mayBreakOff = new URL(request.url).searchParams.get("unless") !== "live";
  if (!mayBreakOff && library.isLive(id)) return Response.json(LIVE, { status: 409 });
  await library.remove(id);
  replaysOf(request).stop(id);
  return new Response(null, { status: 204 });
});

const LIVE: ApiErrorBody = {
  error: { code: "live", by: "loupe", message: "It is being recorded right now." },
};
