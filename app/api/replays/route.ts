import { Readable } from "node:stream";
import { answering } from "../../../lib/server/problem.ts";
import { library } from "../../../lib/server/registry.ts";
import { replays } from "../../../lib/server/replay/replays.ts";

export const dynamic = "force-dynamic";

/** Of a recording by its id, or of the record lines in the body. */
export const POST = answering(async (request) => {
  const { searchParams } = new URL(request.url);
  const id = searchParams.get("recording");
  const options = searchParams.get("options") ?? "";
  const lines: AsyncIterable<Uint8Array> = request.body ?? Readable.from([]);
  const source = id === null ? lines : { id, path: await library().pathOf(id) };
  return Response.json(await replays().start(source, options), { status: 201 });
});
