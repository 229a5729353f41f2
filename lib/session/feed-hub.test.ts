// A shared feed for several windows, against the server's own feeds.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { MAX_FEED_RECORDINGS } from "../api/api-types.ts";
import type { FeedRequest } from "../api/schemas/api-requests.ts";
import { Library } from "../server/library.ts";
import { createFeed } from "../server/recording/feed.ts";
import { readSettings } from "../server/settings.ts";
import { FeedHub, type HubMessage, type HubRequest } from "./feed-hub.ts";
import { FeedReader } from "./feed-reader.ts";

let data = "";
let library: Library;
let requests: FeedRequest[] = [];
let hub: FeedHub;
let tickMs = 15_000;
let isRefused = false;
const open: AbortSignal[] = [];
const ports: MessagePort[] = [];

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), "loupe-hub-"));
  library = new Library(readSettings({ LOUPE_DATA: data }));
  requests = [];
  tickMs = 15_000;
  isRefused = false;
  hub = new FeedHub(async (request, signal) => {
    requests.push(request);
    if (isRefused) throw new Error("refused");
    open.push(signal);
    return createFeed(library.recordings, request, { signal }, tickMs);
  });
});
afterEach(async () => {
  for (const port of ports.splice(0)) {
    port.postMessage({ type: "unsubscribe" } satisfies HubRequest);
    port.close();
  }
  await expect.poll(() => open.every(({ aborted }) => aborted)).toBe(true);
  await rm(data, { recursive: true });
});

/** A window that subscribes to one recording. */
function joinHub(recording: string, from = 0, takes = true) {
  const { port1, port2 } = new MessageChannel();
  ports.push(port1);
  const had: [number, text: string, at: number][] = [];
  const lines: string[] = [];
  const state = { isLost: false, had, lines, port: port1 };
  const reader = new FeedReader({
    onRecord(number, record, at) {
      if (record.r === "note") had.push([number, record.text, at]);
    },
    onLine: (line) => lines.push(line.feed),
  });
  port1.onmessage = ({ data }: MessageEvent<HubMessage>) => {
    if (data.type === "closed") state.isLost = true;
    else reader.push(data.bytes);
    if (takes) port1.postMessage({ type: "ack", messages: 1 } satisfies HubRequest);
  };
  hub.connect(port2);
  port1.postMessage({ type: "subscribe", recording, from } satisfies HubRequest);
  return state;
}

const note = (text: string) => ({ r: "note", t: 1, text }) as const;
const textsOf = ({ had }: { had: readonly (readonly [number, string, number])[] }) =>
  had.map(([, text]) => text);

test("each window gets the lines of its own recording, with numbers and offsets, over one feed", async () => {
  const [a, b] = await Promise.all([
    library.recordings.create("a"),
    library.recordings.create("b"),
  ]);
  const windows = [joinHub(a.id), joinHub(b.id), joinHub(a.id)];
  for (let i = 0; i < 300; i++) {
    (i % 3 ? a : b).append(note(`${i % 3 ? "a" : "b"}${i} ü`));
    if (i % 7 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  await expect.poll(() => windows.map(({ had }) => had.length)).toEqual([200, 100, 200]);
  for (const [i, { had }] of windows.entries()) {
    expect(had.map(([number]) => number)).toEqual(had.map((_, n) => n + 1));
    expect(textsOf({ had }).every((text) => text.startsWith(i === 1 ? "b" : "a"))).toBe(true);
  }
  expect(windows[0]?.had).toEqual(windows[2]?.had);
  expect(requests.at(-1)?.subscriptions).toHaveLength(2);
  expect(open.filter(({ aborted }) => !aborted)).toHaveLength(1);
});

test("windows that join or leave miss nothing and do not affect others", async () => {
  const recorder = await library.recordings.create("a");
  const stays = joinHub(recorder.id, 1);
  let said = 0;
  const post = async () => {
    recorder.append(note(String(said++)));
    await new Promise((resolve) => setImmediate(resolve));
  };
  const others: ReturnType<typeof joinHub>[] = [];
  for (let i = 0; i < 40; i++) {
    await post();
    if (i % 4 === 0) others.push(joinHub(recorder.id, 1 + (i % 9)));
    if (i % 6 === 0) others.shift()?.port.postMessage({ type: "unsubscribe" } satisfies HubRequest);
    if (i % 5 === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  }
  for (const one of [stays, ...others]) {
    await expect.poll(() => one.had.at(-1)?.[0]).toBe(said);
    const numbers = new Set(one.had.map(([number]) => number));
    const first = Math.min(...numbers);
    expect([...numbers].sort((x, y) => x - y)).toEqual(
      Array.from({ length: said - first + 1 }, (_, n) => first + n),
    );
  }
});

test("a window that acknowledges nothing is dropped, and the others stay", async () => {
  const recorder = await library.recordings.create("a");
  const [good, slow] = [joinHub(recorder.id), joinHub(recorder.id, 0, false)];
  for (let i = 1; i <= 60; i++) {
    recorder.append(note("x".repeat(200_000)));
    while (good.had.length < i) await new Promise((resolve) => setTimeout(resolve, 1));
  }
  expect(slow.isLost).toBe(true);
  expect(slow.had.length).toBeLessThan(60);
  expect(good.isLost).toBe(false);
});

test("ticks detect a window that is gone without unsubscribing", async () => {
  tickMs = 20;
  const recorder = await library.recordings.create("a");
  const [good, dead] = [joinHub(recorder.id), joinHub(recorder.id, 0, false)];
  await expect.poll(() => dead.isLost).toBe(true);
  expect(good.isLost).toBe(false);
});

test("a window for which a feed has no room is refused, and the others stay", async () => {
  const recorder = await library.recordings.create("a");
  const first = joinHub(recorder.id);
  const others = Array.from({ length: MAX_FEED_RECORDINGS - 1 }, (_, i) => joinHub(`no-${i}`));
  await expect.poll(() => others.every(({ lines }) => lines.includes("gone"))).toBe(true);
  const [late, shares] = [joinHub("one-more"), joinHub(recorder.id)];
  await expect.poll(() => late.isLost).toBe(true);
  await expect.poll(() => shares.lines).toContain("caught-up");
  recorder.append(note("on"));
  await expect.poll(() => [textsOf(first), textsOf(shares)]).toEqual([["on"], ["on"]]);
  expect([first, ...others, shares].some(({ isLost }) => isLost)).toBe(false);
  expect(requests.at(-1)?.subscriptions).toHaveLength(MAX_FEED_RECORDINGS);
});

test("a feed that fails or ends is closed for all windows, which may subscribe again", async () => {
  const recorder = await library.recordings.create("a");
  const before = joinHub(recorder.id);
  await expect.poll(() => before.lines).toContain("caught-up");
  isRefused = true;
  const after = joinHub(recorder.id);
  await expect.poll(() => [before.isLost, after.isLost]).toEqual([true, true]);
  isRefused = false;
  const again = joinHub(recorder.id);
  await expect.poll(() => again.lines).toContain("caught-up");
  await library.recordings.remove(recorder.id);
  await expect.poll(() => again.lines.at(-1)).toBe("gone");
  await expect.poll(() => again.isLost).toBe(true);
});
