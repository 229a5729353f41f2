import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { FeedReader } from "../../session/feed-reader.ts";
import { Library } from "../library.ts";
import { readSettings } from "../settings.ts";
import { createFeed } from "./feed.ts";
import type { RecordingLines } from "./recording-source.ts";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

let data = "";
let library: Library;
let leave = new AbortController();
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), "loupe-feed-"));
  library = new Library(readSettings({ LOUPE_DATA: data }));
  leave = new AbortController();
});
afterEach(async () => {
  leave.abort();
  await rm(data, { recursive: true });
});

type Line = Record<string, unknown>;

/** Yields the feed's lines. */
async function* lines(stream: ReadableStream<Uint8Array>): AsyncGenerator<Line> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of stream) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = parts.pop() ?? "";
    for (const part of parts) yield JSON.parse(part);
  }
}

/** Reads up to a matching line and returns all lines up to it. */
async function until(
  source: AsyncGenerator<Line>,
  isLast: (line: Line) => boolean,
): Promise<Line[]> {
  const seen: Line[] = [];
  for (;;) {
    const { value, done } = await source.next();
    if (done) return seen;
    seen.push(value);
    if (isLast(value)) return seen;
  }
}

const open = (...subscriptions: { recording: string; from: number }[]) =>
  lines(createFeed(library.recordings, { subscriptions }, leave));
const startIn = (log: readonly string[], line: number) =>
  Buffer.byteLength(log.slice(0, line).join("\n")) + 1;
const startOf = async ({ path }: { path: string }, line: number) =>
  startIn((await readFile(path, "utf8")).split("\n"), line);
const caughtUp = (line: Line) => line.feed === "caught-up";
const note = (text: string) => ({ r: "note", t: 1, text }) as const;

test("announces a recording, sends existing lines, then new ones", async () => {
  const recorder = await library.recordings.create("a");
  recorder.append(note("one"));
  await recorder.waitUntilWritten();
  const source = open({ recording: recorder.id, from: 1 });
  const size = async () => (await library.recordings.getSummary(recorder.id)).bytes;
  expect(await until(source, caughtUp)).toEqual([
    { feed: "recording", recording: recorder.id, from: 1, at: await startOf(recorder, 1) },
    note("one"),
    { feed: "caught-up", recording: recorder.id, next: 2, bytes: await size(), live: false },
  ]);
  recorder.append(note("two"));
  expect(await until(source, caughtUp)).toEqual([
    note("two"),
    { feed: "caught-up", recording: recorder.id, next: 3, bytes: await size(), live: false },
  ]);
});

test("two recordings share the stream, each line with its recording and number", async () => {
  const [a, b] = await Promise.all([
    library.recordings.create("a"),
    library.recordings.create("b"),
  ]);
  const source = open({ recording: a.id, from: 1 }, { recording: b.id, from: 1 });
  await until(source, caughtUp);
  await until(source, caughtUp);
  for (let i = 0; i < 200; i += 1) {
    (i % 3 ? a : b).append(note(`${i % 3 ? "a" : "b"}${i}`));
    if (i % 10 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  const count = { [a.id]: 1, [b.id]: 1 };
  let current = "";
  await until(source, (line) => {
    if (line.feed === "recording") {
      current = String(line.recording);
      expect(line.from).toBe(count[current]);
    } else if (line.r === "note") {
      expect(String(line.text)[0]).toBe(current === a.id ? "a" : "b");
      count[current] = (count[current] ?? 0) + 1;
    }
    return (count[a.id] ?? 0) + (count[b.id] ?? 0) === 202;
  });
});

const ID = "20260101-000000-abcdef";

async function keep(log: readonly string[]): Promise<void> {
  await library.recordings.create();
  await writeFile(join(library.recordings.folder, `${ID}.jsonl`), `${log.join("\n")}\n`);
}

test("lines that are not records are left out, and line numbers stay correct", async () => {
  const long = "x".repeat(200);
  const log = [
    '{"r":"loupe","version":1}',
    `{"r":"da${long}`,
    `{"feed":"gone","recording":"${long}"}`,
    '{"r":"note","t":1,"text":"x"}',
    long,
    '{"r":"end"}',
    "torn",
  ];
  await keep(log);
  expect(await until(open({ recording: ID, from: 0 }), caughtUp)).toEqual([
    { feed: "recording", recording: ID, from: 0, at: 0 },
    { r: "loupe", version: 1 },
    { feed: "recording", recording: ID, from: 3, at: startIn(log, 3) },
    note("x"),
    { feed: "recording", recording: ID, from: 5, at: startIn(log, 5) },
    { r: "end" },
    { feed: "caught-up", recording: ID, next: 7, bytes: startIn(log, 7), live: false },
  ]);
});

test("a recording full of short invalid lines does not make a feed many times its size", async () => {
  const records = Array.from({ length: 5000 }, (_, n) => note(`n${n}é`));
  const log = records.flatMap((record) => [JSON.stringify(record), "é", '{"feed":"gone"}', ""]);
  await keep(log);
  const stream = createFeed(
    library.recordings,
    { subscriptions: [{ recording: ID, from: 0 }] },
    leave,
  );
  let bytes = 0;
  let chunks = 0;
  const met: [number: number, record: unknown, at: number][] = [];
  let isThere = false;
  const reader = new FeedReader({
    onRecord: (number, record, at) => met.push([number, record, at]),
    onLine: (line) => {
      isThere ||= line.feed === "caught-up";
      expect(line.feed).not.toBe("gone");
    },
  });
  for await (const chunk of stream) {
    bytes += chunk.length;
    chunks += 1;
    reader.push(chunk);
    if (isThere) break;
  }
  expect(bytes).toBeLessThan(startIn(log, log.length) + 1000);
  expect(chunks).toBeLessThan(20);
  let at = 0;
  const expected = log.flatMap((line, number) => {
    const begin = at;
    at += Buffer.byteLength(line) + 1;
    return number % 4 === 0 ? [[number, JSON.parse(line), begin]] : [];
  });
  expect(met).toEqual(expected);
});

test("a missing or deleted recording is reported as gone", async () => {
  const recorder = await library.recordings.create();
  const source = open({ recording: "nothing", from: 0 }, { recording: recorder.id, from: 0 });
  const gone = (line: Line) => line.feed === "gone";
  expect((await until(source, gone)).at(-1)).toMatchObject({
    recording: "nothing",
    reason: /no recording/,
  });
  await library.recordings.remove(recorder.id);
  expect((await until(source, gone)).at(-1)).toMatchObject({
    recording: recorder.id,
    reason: /deleted/,
  });
  // No more lines can come.
  expect(await source.next()).toEqual({ done: true, value: undefined });
});

test("sends ticks while idle", async () => {
  const recorder = await library.recordings.create();
  const subscriptions = [{ recording: recorder.id, from: 1 }];
  const source = lines(createFeed(library.recordings, { subscriptions }, leave, 20));
  // Reading the file may take longer than a tick.
  const first = await until(source, caughtUp);
  expect(first.filter(({ feed }) => feed !== "tick")).toHaveLength(1);
  expect((await source.next()).value).toEqual({ feed: "tick" });
  expect((await source.next()).value).toEqual({ feed: "tick" });
});

test("a client that does not read pauses the reading", async () => {
  const recorder = await library.recordings.create();
  let readBytes = 0;
  const openLines = async (id: string): Promise<RecordingLines> => {
    const read = await library.recordings.openLines(id);
    return {
      isLive: () => read.isLive(),
      isHeldElsewhere: () => read.isHeldElsewhere(),
      async *tail(from, signal) {
        for await (const batch of read.tail(from, signal)) {
          readBytes += batch.bytes.length;
          yield batch;
        }
      },
    };
  };
  for (let i = 0; i < 400; i += 1) recorder.append(note("x".repeat(100_000)));
  await recorder.waitUntilWritten();
  const subscriptions = [{ recording: recorder.id, from: 0 }];
  const stream = createFeed({ openLines }, { subscriptions }, leave);
  await expect.poll(() => readBytes).toBeGreaterThan(0);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(readBytes).toBeLessThan(10e6);
  let notes = 0;
  await until(lines(stream), (line) => {
    if (line.r === "note") notes += 1;
    return notes === 400;
  });
  expect(readBytes).toBeGreaterThan(40e6);
});

test("a disconnect ends the stream", async () => {
  const recorder = await library.recordings.create();
  const stream = createFeed(
    library.recordings,
    { subscriptions: [{ recording: recorder.id, from: 0 }] },
    leave,
  );
  const seen = await until(lines(stream), ({ feed }) => {
    if (feed === "caught-up") leave.abort();
    return false;
  });
  expect(seen.at(-1)).toMatchObject({ feed: "caught-up" });
  const cancelled = createFeed(
    library.recordings,
    { subscriptions: [{ recording: recorder.id, from: 0 }] },
    new AbortController(),
  );
  await cancelled.cancel();
  recorder.append(note("nobody"));
  await recorder.waitUntilWritten();
});

test("notices a disconnect even if nothing else references the request", async () => {
  const recorder = await library.recordings.create();
  for (let i = 0; i < 40; i += 1) {
    recorder.append(note("x".repeat(100_000)));
    // Lines written together are delivered together.
    await recorder.waitUntilWritten();
  }
  const connection = new AbortController();
  const createRequest = () =>
    new Request("http://loupe.example/api/feed", { signal: connection.signal });
  const subscriptions = [{ recording: recorder.id, from: 0 }];
  const stream = createFeed(library.recordings, { subscriptions }, createRequest());
  // Garbage is collected while the stream waits for a reader.
  for (let i = 0; i < 3; i += 1) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    collect();
  }
  connection.abort();
  let notes = 0;
  for await (const line of lines(stream)) if (line.r === "note") notes += 1;
  expect(notes).toBeLessThan(40);
});
