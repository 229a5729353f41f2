import { Readable } from "node:stream";
import { importLog } from "../../../lib/server/import.ts";
import { answering } from "../../../lib/server/problem.ts";
import { library } from "../../../lib/server/registry.ts";

export const dynamic = "force-dynamic";

export const GET = answering(async () => Response.json(await library().list()));

export const POST = answering(async (request) => {
  const log: AsyncIterable<Uint8Array> = request.body ?? Readable.from([]);
  const id = await importLog(library().folder, log, request.headers.get("content-length"));
  return Response.json(await library().summary(id), { status: 201 });
});
