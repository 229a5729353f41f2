/** Shared worker that runs the feed hub. */
import { apiClient } from "./api-client.ts";
import { FeedHub } from "./feed-hub.ts";

const hub = new FeedHub(apiClient.openFeed);

addEventListener("connect", (event) => {
  const [port] = event instanceof MessageEvent ? event.ports : [];
  if (port) hub.connect(port);
});
