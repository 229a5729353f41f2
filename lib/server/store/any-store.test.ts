// What holds over any store: by default the test store, else the one that the environment names, which
// scripts/swift.mjs sets up.
import { randomUUID } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { saveRecording } from "../../../fixtures/save-recording.ts";
import { TestStore } from "./s3-server.testkit.ts";
import { closeLoupes, openLoupe, readAll, type TestLoupe } from "./shared-store.testkit.ts";

const OSLO = "20260101-100000-oslo00";
const ROME = "20260102-100000-rome00";
const { LOUPE_TEST_STORE: bucket, ...variables } = process.env;
const TIMEOUT_MS = bucket ? 120_000 : 20_000;

let own: TestStore | null = null;
let environment: Record<string, string> = {};
beforeAll(async () => {
  if (!bucket) own = await TestStore.start();
});
beforeEach(() => {
  const prefix = randomUUID();
  environment = {
    ...Object.fromEntries(
      Object.entries(variables).flatMap(([name, value]) =>
        name.startsWith("AWS_") && value !== undefined ? [[name, value]] : [],
      ),
    ),
    ...own?.environment,
    LOUPE_STORE: `${bucket ?? "s3://team"}/${prefix}`,
  };
});
afterEach(closeLoupes, TIMEOUT_MS);
afterAll(() => own?.close());

const open = (server: string, env: object = {}, folder?: string) =>
  openLoupe(server, { ...environment, ...env }, folder);

async function openWithRecording(server: string, id: string): Promise<TestLoupe> {
  const loupe = await open(server);
  await saveRecording(loupe.folder, id);
  await sync(loupe);
  return loupe;
}

/** A real store may fail for a while: Loupe goes on until all is well. */
async function sync({ library, sync: syncOnce }: TestLoupe): Promise<void> {
  do await syncOnce();
  while (library.recordings.sharedStore?.getState().problem !== null);
}

const rename = (name: string) => [{ a: "name", at: new Date().toISOString(), name } as const];
const listIds = async ({ library }: TestLoupe) =>
  (await library.recordings.catalog.list()).map(({ id }) => id).sort();
const find = async ({ library }: TestLoupe, id: string) =>
  (await library.recordings.catalog.list()).find((one) => one.id === id);

describe("two Loupes", { timeout: TIMEOUT_MS }, () => {
  test("show one library, with the facts of each recording", async () => {
    const first = await openWithRecording("first", OSLO);
    const second = await openWithRecording("second", ROME);
    await sync(first);
    for (const loupe of [first, second]) expect(await listIds(loupe)).toEqual([OSLO, ROME]);
    expect(await find(first, ROME)).toMatchObject({
      place: "store",
      server: "second",
      firstMessage: "Rain in Oslo?",
      name: "http://agent.example/",
      facts: { turns: 1 },
      verdict: { kind: "completed" },
      live: false,
    });
    expect(await find(first, OSLO)).toMatchObject({ place: "both", server: "first" });
  });

  test("read the same bytes, from any offset and any line", async () => {
    const first = await open("first");
    const text = await saveRecording(first.folder, OSLO, { bytes: 5_000_000 });
    await sync(first);
    const second = await open("second");
    await sync(second);
    const { size, stream } = await second.library.recordings.openBytes(OSLO);
    expect(size).toBe(Buffer.byteLength(text));
    const bytes = Buffer.from(text);
    expect(await readAll(stream(3_000_000, 3_000_099))).toBe(
      bytes.toString("utf8", 3_000_000, 3_000_100),
    );
    expect(await readAll(stream(0, size - 1))).toBe(text);
    const lines = await second.library.recordings.openLines(OSLO);
    const ended = new AbortController();
    let read = "";
    let next = 1500;
    for await (const batch of lines.tail(1500, ended.signal)) {
      expect(batch.from).toBe(next);
      next = batch.next;
      read += batch.bytes.toString();
      if (batch.bytes.length === 0) ended.abort();
    }
    expect(read).toBe(
      text
        .split(/(?<=\n)/)
        .slice(1500)
        .join(""),
    );
    expect(lines.isLive()).toBe(false);
  });

  test("find by name, tag, agent's text and message what either has recorded", async () => {
    const first = await open("first");
    await saveRecording(first.folder, OSLO, { answer: "Warm, says the forecast" });
    const at = new Date().toISOString();
    const changes = [
      ...rename("Weather check"),
      { a: "tags", at, add: ["nightly"], remove: [] } as const,
    ];
    await first.library.recordings.updateMetadata(OSLO, changes);
    await sync(first);
    const second = await open("second");
    await sync(second);
    await second.library.recordings.catalog.analyzeAll(() => undefined);
    for (const query of ["weather", "nightly", "forecast", "rain oslo"]) {
      expect(
        (await second.library.recordings.catalog.search(query)).hits.map(({ id }) => id),
      ).toEqual([OSLO]);
    }
    expect((await second.library.recordings.catalog.search("snow")).hits).toEqual([]);
  });

  test("see the names, tags and notes of each other", async () => {
    const first = await openWithRecording("first", OSLO);
    const second = await open("second");
    await sync(second);
    await second.library.recordings.updateMetadata(OSLO, rename("From the second"));
    const at = new Date().toISOString();
    const note = { a: "note", id: "n-00000000", x: "x1", event: 0, text: "here", at } as const;
    await second.library.recordings.updateMetadata(OSLO, [note]);
    await sync(second);
    await sync(first);
    expect(await find(first, OSLO)).toMatchObject({ given: "From the second", notes: 1 });
    expect((await first.library.recordings.getMetadata(OSLO)).notes).toMatchObject([
      { text: "here" },
    ]);
  });

  test("delete for each other, and only what was deleted", async () => {
    const first = await openWithRecording("first", OSLO);
    await saveRecording(first.folder, ROME);
    await sync(first);
    const second = await open("second");
    await sync(second);
    await second.library.recordings.remove(OSLO);
    expect(await listIds(second)).toEqual([ROME]);
    await sync(second);
    await sync(first);
    expect(await listIds(first)).toEqual([ROME]);
    await sync(first);
    expect(await listIds(second)).toEqual([ROME]);
  });

  test("do not continue each other's recordings, but copies of them", async () => {
    await openWithRecording("first", OSLO);
    const second = await open("second");
    await sync(second);
    await expect(second.library.recordings.getRecorder(OSLO)).rejects.toThrow("not continued");
    await expect(second.library.recordings.getRecorder(OSLO)).rejects.toMatchObject({
      code: "read-only",
    });
    const copy = await second.library.recordings.duplicate(OSLO, "Mine");
    expect(copy).toMatchObject({ given: "Mine", firstMessage: "Rain in Oslo?" });
    await expect(second.library.recordings.getRecorder(copy.id)).resolves.toMatchObject({
      id: copy.id,
    });
  });
});

describe("a live recording", { timeout: TIMEOUT_MS }, () => {
  test("comes in segments, and is one object when it has ended", async () => {
    const first = await open("first");
    const recorder = await first.library.recordings.create("http://agent.example/");
    let isLive = true;
    first.library.recordings.isLive = () => isLive;
    const second = await open("second");
    const note = (text: string) => recorder.append({ r: "note", t: recorder.now(), text });
    for (const text of ["one", "two", "three"]) {
      note(text);
      await recorder.waitUntilWritten();
      await sync(first);
    }
    await sync(second);
    expect(await find(second, recorder.id)).toMatchObject({ live: true, place: "store" });
    const lines = await second.library.recordings.openLines(recorder.id);
    const { value } = await lines.tail(1, new AbortController().signal).next();
    expect(value?.bytes.toString()).toContain('"one"');
    expect(lines.isLive()).toBe(true);
    isLive = false;
    await sync(first);
    await sync(second);
    expect(await find(second, recorder.id)).toMatchObject({ live: false });
    const { size, stream } = await second.library.recordings.openBytes(recorder.id);
    const text = await readAll(stream(0, size - 1));
    expect(text).toMatch(/"one".*\n.*"two".*\n.*"three"/);
  });
});

test("a link opens the log without credentials", { timeout: TIMEOUT_MS }, async () => {
  const first = await openWithRecording("first", OSLO);
  const link = await first.library.recordings.sharedStore?.createLink(OSLO, 60);
  const response = await fetch(link?.url ?? "");
  const log = gunzipSync(Buffer.from(await response.arrayBuffer())).toString();
  expect(log).toContain("Rain in Oslo?");
});

test("many logs and their changes arrive whole", { timeout: TIMEOUT_MS }, async () => {
  const first = await open("first");
  const texts = new Map<string, string>();
  for (let n = 10; n < 22; n++) {
    const id = `202601${n}-100000-run0${n}`;
    texts.set(id, await saveRecording(first.folder, id, { bytes: 400_000 }));
    await first.library.recordings.updateMetadata(id, rename(`Run ${n}`));
  }
  await sync(first);
  expect(first.library.recordings.sharedStore?.getState().waiting).toBe(0);
  const second = await open("second");
  await sync(second);
  expect(await listIds(second)).toEqual([...texts.keys()]);
  for (const [id, text] of texts) {
    const { size, stream } = await second.library.recordings.openBytes(id);
    expect((await readAll(stream(0, size - 1))) === text, id).toBe(true);
    expect((await find(second, id))?.given).toBe(`Run ${id.slice(6, 8)}`);
  }
});
