import { readFeedRequest } from "../../../lib/server/asked.ts";
import { feed } from "../../../lib/server/feed.ts";
import { answering } from "../../../lib/server/problem.ts";
import { libraryOf } from "../../../lib/server/registry.ts";

export const dynamic = "force-dynamic";

export const POST = answering(async (request) => {
  const lines = feed(libraryOf(request), await readFeedRequest(request), request);
  return new Response(lines, {
    headers: {
      "content-type": "application/x-ndjson",
      // Without no-transform the answer would be compressed, and so held back.
      "cache-control": "no-cache, no-transform",
    },
  });
});
