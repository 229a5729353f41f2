// What a Loupe sees of a run that `loupe tap`, a process of its own, records into its library.

import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { afterEach, expect, test, vi } from "vitest";
import { getFreePort } from "../fixtures/free-port.ts";
import { startTap } from "../fixtures/tap-command.ts";
import { startHttpServer, stopServers } from "../lib/server/exchange/exchange.testkit.ts";
import { Library } from "../lib/server/library.ts";
import { createFeed } from "../lib/server/recording/feed.ts";
import { readSettings } from "../lib/server/settings.ts";
import { FeedReader } from "../lib/session/feed-reader.ts";

afterEach(stopServers);

/** A busy machine may be slow. */
const PATIENCE = { timeout: 15_000 };

/** Starts a tap and a call through it, whose response goes on until the tap ends. */
async function startCall() {
  const agent = await startHttpServer((_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const timer = setInterval(() => response.write("data: {}\n\n"), 20);
    response.on("close", () => clearInterval(timer));
  });
  const library = new Library(readSettings());
  const known = new Set((await library.recordings.catalog.list()).map(({ id }) => id));
  const port = await getFreePort();
  const tap = await startTap(`127.0.0.1:${port}=${new URL(agent).host}`);
  const calling = fetch(`http://127.0.0.1:${port}/`)
    .then((response) => response.text())
    .catch(() => undefined);
  const find = async () =>
    (await library.recordings.catalog.list()).find((one) => !known.has(one.id));
  await vi.waitFor(async () => expect(await find()).toMatchObject({ live: true }), PATIENCE);
  const { id = "" } = (await find()) ?? {};
  return { library, tap, id, calling, find };
}

/** Follows the feed until the run is no longer live. Returns its records, and how often it was live. */
async function followUntilEnd(library: Library, id: string, onLive: () => void) {
  const leave = new AbortController();
  const lines: string[] = [];
  const reader = new FeedReader({
    onRecord: (_number, record) => void lines.push(JSON.stringify(record)),
    onLine(line) {
      if (line.feed !== "caught-up") return;
      if (!line.live) leave.abort();
      else if (lines.some((one) => one.includes('"r":"data"'))) onLive();
    },
  });
  const feed = createFeed(
    library.recordings,
    { subscriptions: [{ recording: id, from: 0 }] },
    leave,
  );
  for await (const bytes of feed) reader.push(bytes);
  return lines;
}

test.each(["SIGINT", "SIGKILL"] as const)("it is live until %s ends the tap", async (signal) => {
  const { library, tap, id, calling, find } = await startCall();
  const exited = once(tap, "exit");
  await expect(library.recordings.remove(id)).rejects.toMatchObject({ code: "live" });
  let liveCount = 0;
  const lines = await followUntilEnd(library, id, () => {
    liveCount += 1;
    if (liveCount === 3) tap.kill(signal);
  });
  await Promise.all([exited, calling]);
  expect(liveCount).toBeGreaterThanOrEqual(3);
  const path = await library.recordings.getPath(id);
  const file = (await readFile(path, "utf8")).trimEnd().split("\n");
  // A line torn by the kill is no record.
  expect(lines).toEqual(file.filter((line) => !line.endsWith("‹torn›")));
  expect(lines.some((line) => line.includes('"r":"end"'))).toBe(signal === "SIGINT");
  await vi.waitFor(async () => expect(await find()).toMatchObject({ id, live: false }), PATIENCE);
  await library.recordings.remove(id);
  expect((await readdir(library.recordings.folder)).filter((name) => name.startsWith(id))).toEqual(
    [],
  );
});
