// Follows recordings that another process writes, and refuses what only that process can do.
import { appendFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FeedReader } from "../../session/feed-reader.ts";
import { startHttpServer, stopServers } from "../exchange/exchange.testkit.ts";
import { Library } from "../library.ts";
import { readSettings } from "../settings.ts";
import { createFeed } from "./feed.ts";
import { Recorder } from "./recorder.ts";
import { type RecordingHolder, RecordingMarkers } from "./recording-markers.ts";

const HEADER = { r: "loupe", version: 1, id: "one", at: null, by: "test" } as const;
const format = (record: object) => `${JSON.stringify(record)}\n`;

let data = "";
let library: Library;
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), "loupe-elsewhere-"));
  library = openLibrary();
});
afterEach(async () => {
  stopServers();
  await rm(data, { recursive: true, force: true });
});

/** The library as another process opens it. */
const openLibrary = () => new Library(readSettings({ LOUPE_DATA: data }));
const note = (t: number, text = `${t}`) => ({ r: "note", t, text }) as const;

/** A recording that another process makes. */
async function recordElsewhere() {
  const other = openLibrary();
  const recorder = await other.recordings.create("tap 1=2");
  const release = await other.recordings.store.markers.hold(recorder.id);
  return { other, recorder, id: recorder.id, release };
}

/** What a follower of the feed gets: records, and whether they are live. */
function follow(id: string, from = 0) {
  const leave = new AbortController();
  const records: string[] = [];
  const states: { live: boolean; elsewhere?: boolean }[] = [];
  const reader = new FeedReader({
    onRecord: (_number, record) => void records.push(JSON.stringify(record)),
    onLine: (line) => {
      if (line.feed === "caught-up") states.push(line);
    },
  });
  const feed = createFeed(library.recordings, { subscriptions: [{ recording: id, from }] }, leave);
  const done = (async () => {
    for await (const bytes of feed) reader.push(bytes);
  })();
  const waitFor = (isReached: () => boolean) =>
    new Promise<void>((resolve) => {
      const timer = setInterval(() => {
        if (!isReached()) return;
        clearInterval(timer);
        resolve();
      }, 5);
    });
  const close = async () => {
    leave.abort();
    await done;
  };
  return { records, states, waitFor, close };
}

test("a follower gets what another process writes, live, until it has ended", async () => {
  const { recorder, id, release } = await recordElsewhere();
  const follower = follow(id);
  await follower.waitFor(() => follower.states.length > 0);
  expect(follower.states[0]).toMatchObject({ live: true, elsewhere: true });
  recorder.append(note(1));
  await follower.waitFor(() => follower.records.length === 2);
  recorder.append(note(2));
  recorder.append(note(3));
  await recorder.waitUntilWritten();
  await release();
  await follower.waitFor(() => follower.states.at(-1)?.live === false);
  expect(follower.states.at(-1)).not.toHaveProperty("elsewhere");
  const file = (await readFile(recorder.path, "utf8")).trimEnd().split("\n");
  expect(follower.records).toEqual(file);
  await follower.close();
});

test("at any split of the writes, and from any line, a follower gets the file", async () => {
  const lines = fc.array(fc.record({ t: fc.nat(), text: fc.string({ unit: "binary" }) }), {
    minLength: 1,
    maxLength: 20,
  });
  const splits = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 });
  let run = 0;
  const property = fc.asyncProperty(lines, splits, fc.nat(25), async (notes, shares, from) => {
    const path = join(data, `${++run}.jsonl`);
    await writeFile(path, format(HEADER));
    let holder: RecordingHolder = "elsewhere";
    const recorder = await Recorder.open(path, "one", async () => holder);
    await recorder.refresh();
    const read: Buffer[] = [];
    const stop = new AbortController();
    let first = -1;
    const reading = (async () => {
      for await (const batch of recorder.tail(from, stop.signal)) {
        if (first < 0) first = batch.from;
        if (batch.bytes.length > 0) read.push(batch.bytes);
        else if (!recorder.isHeldElsewhere) return;
      }
    })();
    const bytes = Buffer.from(notes.map(({ t, text }) => format(note(t, text))).join(""));
    const cuts = shares.map((share) => Math.floor(share * bytes.length)).sort((a, b) => a - b);
    let at = 0;
    for (const cut of [...cuts, bytes.length]) {
      await appendFile(path, bytes.subarray(at, cut));
      at = cut;
      await recorder.refresh();
    }
    holder = "none";
    await recorder.refresh();
    await reading;
    await recorder.close();
    const file = await readFile(path);
    // A line that does not exist yet is the next one.
    const start = file.toString().split("\n").slice(0, first).join("\n").length;
    expect(first).toBe(Math.min(from, 1));
    const skipped = first === 0 ? 0 : start + 1;
    expect(Buffer.concat(read).equals(file.subarray(skipped))).toBe(true);
  });
  await fc.assert(property, { numRuns: 60 });
});

test("a line that another process is writing is not touched; one torn by its crash is closed", async () => {
  const { recorder, id, release } = await recordElsewhere();
  await appendFile(recorder.path, '{"r":"note","t":1,"te');
  const before = await readFile(recorder.path, "utf8");
  const follower = follow(id);
  await follower.waitFor(() => follower.states.length > 0);
  expect(await readFile(recorder.path, "utf8")).toBe(before);
  expect(follower.records).toHaveLength(1);
  await release();
  await follower.waitFor(() => follower.states.at(-1)?.live === false);
  expect(JSON.parse(follower.records[1] ?? "")).toMatchObject({
    r: "note",
    text: expect.stringMatching(/^The previous line is incomplete/),
  });
  await follower.close();
});

test("lists it as running, without a verdict, in every process", async () => {
  const { other, id, recorder, release } = await recordElsewhere();
  expect(await library.recordings.catalog.list()).toMatchObject([
    { id, live: true, verdict: null, facts: null },
  ]);
  expect(await other.recordings.store.list((one) => one === id)).toMatchObject([
    { id, live: true },
  ]);
  expect(await library.recordings.getSummary(id)).toMatchObject({ live: true });
  const verdict = { kind: "completed", clean: true, because: "", endedBy: null, bytes: 1 };
  expect(await library.recordings.saveVerdict(id, verdict)).toBe(false);
  recorder.append(note(1));
  await recorder.waitUntilWritten();
  await release();
  expect(await library.recordings.catalog.list()).toMatchObject([{ id, live: false }]);
});

test("is renamed, tagged and copied, but neither deleted nor continued", async () => {
  const { id, recorder, release } = await recordElsewhere();
  const at = new Date().toISOString();
  await library.recordings.updateMetadata(id, [{ a: "name", at, name: "Hotels" }]);
  await appendFile(recorder.path, '{"r":"note","t":1,"te');
  const copy = await library.recordings.duplicate(id, "Copy");
  expect(copy).toMatchObject({ given: "Copy", live: false });
  expect(await readFile(await library.recordings.getPath(copy.id), "utf8")).not.toContain('"te');
  const request = { recording: id, method: "GET", url: "http://127.0.0.1:9/", headers: [] };
  await expect(library.recordings.remove(id)).rejects.toMatchObject({ code: "live" });
  await expect(library.exchanges.start(request)).rejects.toMatchObject({ code: "live" });
  await expect(library.inboxes.open({ recording: id })).rejects.toMatchObject({ code: "live" });
  expect(await library.recordings.getSummary(id)).toMatchObject({ given: "Hotels", live: true });
  await release();
  const { done } = await library.exchanges.start(request);
  await done;
  await (await library.recordings.getRecorder(id)).waitUntilWritten();
  const kinds = (await readFile(await library.recordings.getPath(id), "utf8"))
    .trimEnd()
    .split("\n")
    .flatMap((line) => (line.endsWith("‹torn›") ? [] : [JSON.parse(line).r]));
  expect(kinds).toEqual(["loupe", "note", "resume", "open", "end"]);
  await library.recordings.remove(id);
  expect(await library.recordings.catalog.list()).toMatchObject([{ id: copy.id }]);
});

test("an exchange of this process is marked until it is in the file", async () => {
  const url = await startHttpServer((_, response) => void response.write("{"));
  const started = await library.exchanges.start({ method: "GET", url, headers: [] });
  const { recording, exchange, done } = started;
  expect(await new RecordingMarkers(library.recordings.folder).findHolder(recording)).toBe(
    "elsewhere",
  );
  expect(await library.recordings.store.markers.findHolder(recording)).toBe("here");
  await library.exchanges.abort(recording, exchange);
  await done;
  await vi.waitFor(async () => {
    expect(await library.recordings.store.markers.findHolder(recording)).toBe("none");
  }, 10_000);
  const log = await readFile(await library.recordings.getPath(recording), "utf8");
  expect(log).toMatch(/"r":"end".*\n$/);
});
