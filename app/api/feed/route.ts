import { FEED_REQUEST } from "../../../lib/api/schemas/api-requests.ts";
import { handleErrors } from "../../../lib/server/http/api-error.ts";
import { readRequest } from "../../../lib/server/http/read-request.ts";
import { createFeed } from "../../../lib/server/recording/feed.ts";
import { getLibrary } from "../../../lib/server/workspace.ts";

export const dynamic = "force-dynamic";

export const POST = handleErrors(async (request) => {
  const lines = createFeed(
    getLibrary(request).recordings,
    await readRequest(request, FEED_REQUEST),
    request,
  );
  return new Response(lines, {
    headers: {
      "content-type": "application/x-ndjson",
      // Without no-transform, Next.js compresses the response and so delays its lines.
      "cache-control": "no-cache, no-transform",
    },
  });
});
