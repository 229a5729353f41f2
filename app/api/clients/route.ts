import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { CLIENT_RUN_REQUEST } from "../../../lib/api/schemas/api-requests.ts";
import { handleErrors } from "../../../lib/server/http/api-error.ts";
import { createLineResponse } from "../../../lib/server/http/line-stream.ts";
import { readQuery } from "../../../lib/server/http/read-request.ts";
import { getClients, getLibrary } from "../../../lib/server/workspace.ts";

export const dynamic = "force-dynamic";

/** The clients on the machine of this server. */
export const GET = handleErrors(async (request) =>
  Response.json(await getClients(request).getState()),
);

/** Runs clients against a recording, or the record lines in the body, until the page closes the response. */
export const POST = handleErrors(async (request) => {
  const run = readQuery(request, CLIENT_RUN_REQUEST);
  const log: AsyncIterable<Uint8Array> =
    run.recording === undefined
      ? (request.body ?? Readable.from([]))
      : createReadStream(await getLibrary(request).recordings.getPath(run.recording));
  return createLineResponse(await getClients(request).start(log, run, request.signal));
});
