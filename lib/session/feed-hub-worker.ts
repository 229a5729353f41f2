/** The shared worker that holds the one feed of a browser's windows. */
import { FeedHub } from "./feed-hub.ts";
import { openFeed } from "./open-feed.ts";

const hub = new FeedHub(openFeed);

addEventListener("connect", (event) => {
  const [port] = event instanceof MessageEvent ? event.ports : [];
  if (port) hub.connect(port);
});
