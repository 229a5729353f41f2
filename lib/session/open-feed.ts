/** Opens a feed of records from the server. */
import type { FeedRequest } from "../api/api-types.ts";
import { fetchFromServer, toApiClientError } from "./api-client.ts";

export async function openFeed(
  request: FeedRequest,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const response = await fetchFromServer("/api/feed", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(request),
    signal,
  });
  if (!response.ok || !response.body) throw await toApiClientError(response);
  return response.body;
}
