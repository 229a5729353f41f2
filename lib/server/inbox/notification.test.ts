// A slow notification is an exchange in progress for clients that follow the recording.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Ingest } from "../../timeline/ingest.ts";
import type { WireRecord } from "../../wire/record.ts";
import { stopServers } from "../exchange/exchange.testkit.ts";
import { Library } from "../library.ts";
import { createFeed } from "../recording/feed.ts";
import { readSettings } from "../settings.ts";
import { openSlowSender, serveInboxes } from "./inbox.testkit.ts";

let data = "";
let library: Library;
let leave = new AbortController();
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), "loupe-notification-"));
  library = new Library(readSettings({ LOUPE_DATA: data }));
  leave = new AbortController();
});
afterEach(async () => {
  leave.abort();
  stopServers();
  await rm(data, { recursive: true });
});

async function inbox() {
  const opened = await library.inboxes.open({});
  return { ...opened, url: (await serveInboxes(library)) + opened.path };
}

type Line = WireRecord | { r: "caught-up"; live: boolean };

/** What the feed sends of a recording from its first record on. */
async function* followFeed(recording: string): AsyncGenerator<Line> {
  const stream = createFeed(library.recordings, { subscriptions: [{ recording, from: 0 }] }, leave);
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines.map((one) => JSON.parse(one))) {
      if (line.feed === "caught-up") yield { r: "caught-up", live: line.live };
      else if (line.feed === undefined) yield line;
    }
  }
}

async function until(source: AsyncGenerator<Line>, isLast: (line: Line) => boolean) {
  const seen: Line[] = [];
  for (;;) {
    const { value, done } = await source.next();
    if (done) throw new Error("The feed ended.");
    seen.push(value);
    if (isLast(value)) return seen;
  }
}

const isCaughtUp = (line: Line) => line.r === "caught-up";
const isOver = (line: Line) => line.r === "caught-up" && !line.live;
const isData = (line: Line) => line.r === "data";

const EVENT = JSON.stringify({
  statusUpdate: { taskId: "t", contextId: "c", status: { state: "TASK_STATE_WORKING" } },
});

test("a body in two parts is live until its end, and is read completely", async () => {
  const { url, recording } = await inbox();
  const source = followFeed(recording);
  await until(source, isOver);

  const sender = openSlowSender(url, EVENT.length);
  sender.write(EVENT.slice(0, 20));
  const lines = await until(source, isData);
  // The page acts on this line: a finished exchange gets no more body.
  lines.push(...(await until(source, isCaughtUp)));
  expect(lines.at(-1)).toEqual({ r: "caught-up", live: true });
  expect(library.recordings.isLive(recording)).toBe(true);
  sender.write(EVENT.slice(20));
  lines.push(...(await until(source, isOver)));
  sender.end();

  const ingest = new Ingest();
  for (const line of lines) {
    if (line.r !== "caught-up") ingest.push(line);
    else if (!line.live) ingest.finish();
  }
  expect(ingest.timeline.lastEvent).toBe(0);
  expect(ingest.timeline.exchanges.map(({ end }) => end?.record.cause)).toEqual(["complete"]);
});

test("deleting the recording stops a notification in progress", async () => {
  const { url, recording } = await inbox();
  const source = followFeed(recording);
  const sender = openSlowSender(url, EVENT.length);
  sender.write(EVENT.slice(0, 20));
  await until(source, isData);
  await library.recordings.remove(recording);
  expect(library.recordings.isLive(recording)).toBe(false);
  expect(await text(sender)).toMatch(/^HTTP\/1.1 503 /);
});

test("it can be stopped alone, and the sender gets no success response", async () => {
  const { url, recording } = await inbox();
  const source = followFeed(recording);
  const sender = openSlowSender(url, EVENT.length);
  sender.write(EVENT.slice(0, 20));
  const open = (await until(source, isData)).find((line) => line.r === "open");
  const x = open?.x ?? "";
  expect(await library.exchanges.abort(recording, x)).toBe(true);
  const end = (await until(source, isOver)).find(({ r }) => r === "end");
  expect(end).toMatchObject({ x, cause: "aborted", error: { by: "loupe" } });
  expect(await text(sender)).toMatch(/^HTTP\/1.1 503 /);
});
