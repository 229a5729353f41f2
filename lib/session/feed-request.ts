/** Asking the server for a feed. */
import type { FeedRequest } from "../wire/api-types.ts";
import { problemOf, reach } from "./service.ts";

export async function askFeed(
  request: FeedRequest,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const response = await reach("/api/feed", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(request),
    signal,
  });
  if (!response.ok || !response.body) throw await problemOf(response);
  return response.body;
}
