/** Shared worker that runs the feed hub. */
import { FeedHub } from "./feed-hub.ts";
import { openFeed } from "./open-feed.ts";

const hub = new FeedHub(openFeed);

addEventListener("connect", (event) => {
  const [port] = event instanceof MessageEvent ? event.ports : [];
  if (port) hub.connect(port);
});
