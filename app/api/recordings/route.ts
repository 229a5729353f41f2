import { Readable } from "node:stream";
import { importLog } from "../../../lib/server/import.ts";
import { answering } from "../../../lib/server/problem.ts";
import { libraryOf } from "../../../lib/server/registry.ts";

export const dynamic = "force-dynamic";

export const GET = answering(async (request) => Response.json(await libraryOf(request).list()));

export const POST = answering(async (request) => {
  const log: AsyncIterable<Uint8Array> = request.body ?? Readable.from([]);
  const length = request.headers.get("content-length");
  const library = libraryOf(request);
  await library.shelf.needsRoom(Number(length) || 0);
  const id = await importLog(library.folder, log, length);
  return Response.json(await library.summary(id), { status: 201 });
});
