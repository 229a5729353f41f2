import { Readable } from "node:stream";
import { handleErrors } from "../../../lib/server/http/api-error.ts";
import { importLog } from "../../../lib/server/recording/import-log.ts";
import { getLibrary } from "../../../lib/server/workspace.ts";

export const dynamic = "force-dynamic";

export const GET = handleErrors(async (request) =>
  Response.json(await getLibrary(request).recordings.catalog.list()),
);

export const POST = handleErrors(async (request) => {
  const log: AsyncIterable<Uint8Array> = request.body ?? Readable.from([]);
  const length = request.headers.get("content-length");
  const library = getLibrary(request);
  await library.recordings.store.ensureSpace(Number(length) || 0);
  const id = await importLog(library.recordings.folder, log, length);
  return Response.json(await library.recordings.getSummary(id), { status: 201 });
});
