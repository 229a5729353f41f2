// Loupes over one store, on real sockets: they show one library, and lose nothing when it fails.
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { saveRecording } from "../../../fixtures/save-recording.ts";
import { SECRET_KEY, TestStore } from "./s3-server.testkit.ts";
import {
  closeLoupes,
  openLoupe,
  readAll,
  type TestLoupe,
  waitUntil,
} from "./shared-store.testkit.ts";

const OSLO = "20260101-100000-oslo00";
const ROME = "20260102-100000-rome00";

let store: TestStore;
beforeEach(async () => {
  store = await TestStore.start();
});
afterEach(async () => {
  await closeLoupes();
  await store.close();
});

const open = (server: string, env: object = {}, folder?: string) =>
  openLoupe(server, { ...store.environment, ...env }, folder);

async function openWithRecording(server: string, id: string): Promise<TestLoupe> {
  const loupe = await open(server);
  await saveRecording(loupe.folder, id);
  await loupe.sync();
  return loupe;
}

const rename = (name: string) => [{ a: "name", at: new Date().toISOString(), name } as const];
const listIds = async ({ library }: TestLoupe) => (await library.list()).map(({ id }) => id).sort();
const find = async ({ library }: TestLoupe, id: string) =>
  (await library.list()).find((one) => one.id === id);

describe("two Loupes", () => {
  test("show one library, with the facts of each recording", async () => {
    const first = await openWithRecording("first", OSLO);
    const second = await openWithRecording("second", ROME);
    await first.sync();
    for (const loupe of [first, second]) expect(await listIds(loupe)).toEqual([OSLO, ROME]);
    expect(await find(first, ROME)).toMatchObject({
      place: "store",
      server: "second",
      said: "Rain in Oslo?",
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
    await first.sync();
    const second = await open("second");
    await second.sync();
    const requests = store.requests.length;
    const { size, stream } = await second.library.openBytes(OSLO);
    expect(size).toBe(Buffer.byteLength(text));
    const bytes = Buffer.from(text);
    expect(await readAll(stream(3_000_000, 3_000_099))).toBe(
      bytes.toString("utf8", 3_000_000, 3_000_100),
    );
    // The entry and one block.
    expect(store.requests.slice(requests).map(({ headers }) => headers.range)).toEqual([
      undefined,
      expect.stringMatching(/^bytes=\d+-\d+$/),
    ]);
    expect(await readAll(stream(0, size - 1))).toBe(text);
    const lines = await second.library.openLines(OSLO);
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
    await first.library.updateMetadata(OSLO, changes);
    await first.sync();
    const second = await open("second");
    await second.sync();
    await second.library.analyzeAll(() => undefined);
    for (const query of ["weather", "nightly", "forecast", "rain oslo"]) {
      expect((await second.library.search(query)).hits.map(({ id }) => id)).toEqual([OSLO]);
    }
    expect((await second.library.search("snow")).hits).toEqual([]);
  });

  test("see the names, tags and notes of each other", async () => {
    const first = await openWithRecording("first", OSLO);
    const second = await open("second");
    await second.sync();
    await second.library.updateMetadata(OSLO, rename("From the second"));
    const at = new Date().toISOString();
    const note = { a: "note", id: "n-00000000", x: "x1", event: 0, text: "here", at } as const;
    await second.library.updateMetadata(OSLO, [note]);
    await second.sync();
    await first.sync();
    expect(await find(first, OSLO)).toMatchObject({ given: "From the second", notes: 1 });
    expect((await first.library.getMetadata(OSLO)).notes).toMatchObject([{ text: "here" }]);
  });

  test.each([true, false])(
    "change one name at the same time: the later wins, the other is told (conditional writes: %s)",
    async (hasConditions) => {
      await store.close();
      store = await TestStore.start({ hasConditions });
      const first = await openWithRecording("first", OSLO);
      const second = await open("second");
      await second.sync();
      await first.library.updateMetadata(OSLO, rename("Early"));
      await new Promise((resolve) => setTimeout(resolve, 5));
      await second.library.updateMetadata(OSLO, rename("Late"));
      await Promise.all([first.sync(), second.sync()]);
      for (const loupe of [first, second, first, second]) await loupe.sync();
      expect((await find(first, OSLO))?.given).toBe("Late");
      expect((await find(second, OSLO))?.given).toBe("Late");
      const conflict = { recording: OSLO, kind: "name", yours: "Early", theirs: "Late" };
      expect(first.library.sharedStore?.getState().conflicts).toMatchObject([conflict]);
      expect(second.library.sharedStore?.getState().conflicts).toEqual([]);
    },
  );

  test("delete for each other, and only what was deleted", async () => {
    const first = await openWithRecording("first", OSLO);
    await saveRecording(first.folder, ROME);
    await first.sync();
    const second = await open("second");
    await second.sync();
    await second.library.remove(OSLO);
    expect(await listIds(second)).toEqual([ROME]);
    await second.sync();
    await first.sync();
    expect(await listIds(first)).toEqual([ROME]);
    expect(store.keys.filter((key) => key.startsWith(`runs/${OSLO}`))).toEqual([]);
    await first.sync();
    expect(await listIds(second)).toEqual([ROME]);
  });

  test("do not continue each other's recordings, but copies of them", async () => {
    await openWithRecording("first", OSLO);
    const second = await open("second");
    await second.sync();
    await expect(second.library.recorder(OSLO)).rejects.toThrow("not continued");
    await expect(second.library.recorder(OSLO)).rejects.toMatchObject({ code: "read-only" });
    const copy = await second.library.duplicate(OSLO, "Mine");
    expect(copy).toMatchObject({ given: "Mine", said: "Rain in Oslo?" });
    await expect(second.library.recorder(copy.id)).resolves.toMatchObject({ id: copy.id });
  });
});

describe("a live recording", () => {
  test("comes in segments, and is one object when it has ended", async () => {
    const first = await open("first");
    const recorder = await first.library.createRecording("http://agent.example/");
    let isLive = true;
    first.library.isLive = () => isLive;
    const second = await open("second");
    const note = (text: string) => recorder.append({ r: "note", t: recorder.now(), text });
    const listSegments = () => store.keys.filter((key) => key.includes(".jsonl.gz"));
    for (const text of ["one", "two", "three"]) {
      note(text);
      await recorder.waitUntilWritten();
      await first.sync();
    }
    expect(listSegments()).toHaveLength(3);
    await second.sync();
    expect(await find(second, recorder.id)).toMatchObject({ live: true, place: "store" });
    const lines = await second.library.openLines(recorder.id);
    const { value } = await lines.tail(1, new AbortController().signal).next();
    expect(value?.bytes.toString()).toContain('"one"');
    expect(lines.isLive()).toBe(true);
    isLive = false;
    await first.sync();
    await second.sync();
    expect(listSegments()).toHaveLength(1);
    expect(await find(second, recorder.id)).toMatchObject({ live: false });
    const { size, stream } = await second.library.openBytes(recorder.id);
    const text = await readAll(stream(0, size - 1));
    expect(text).toMatch(/"one".*\n.*"two".*\n.*"three"/);
    const key = [...store.objects.keys()].find((one) => one.endsWith(".jsonl.gz")) ?? "";
    expect(gunzipSync(store.objects.get(key)?.bytes ?? "").toString()).toBe(text);
  });
});

describe("a store that fails", () => {
  test("is said, and what waits is uploaded when it is back, also by the next process", async () => {
    const first = await openWithRecording("first", OSLO);
    store.isDown = true;
    await saveRecording(first.folder, ROME);
    await first.library.updateMetadata(OSLO, rename("Offline"));
    await first.sync();
    expect(first.library.sharedStore?.getState()).toMatchObject({
      waiting: 2,
      problem: expect.stringContaining("does not respond"),
    });
    expect(await listIds(first)).toEqual([OSLO, ROME]);
    expect((await find(first, OSLO))?.given).toBe("Offline");
    await first.library.sharedStore?.close();
    const later = await open("first", {}, first.folder);
    expect(await listIds(later)).toEqual([OSLO, ROME]);
    store.isDown = false;
    await later.sync();
    expect(later.library.sharedStore?.getState()).toMatchObject({ waiting: 0, problem: null });
    const second = await open("second");
    await second.sync();
    expect(await find(second, OSLO)).toMatchObject({ given: "Offline" });
    expect(await find(second, ROME)).toMatchObject({ place: "store" });
  });

  test("still shows what is known of the other's recordings", async () => {
    await openWithRecording("first", OSLO);
    const second = await open("second");
    await second.sync();
    await second.library.sharedStore?.close();
    store.isDown = true;
    const later = await open("second", {}, second.folder);
    expect(await listIds(later)).toEqual([OSLO]);
    await expect(later.library.openLines(OSLO)).rejects.toThrow("The store does not respond");
  });

  test.each([
    ["lies", { kind: "lie" }],
    ["truncates", { kind: "truncate" }],
    ["resets after writing", { kind: "store-and-reset" }],
    ["resets before writing", { kind: "reset" }],
    ["refuses", { kind: "refuse", status: 503 }],
  ] as const)("that %s: nothing is listed that it does not have", async (_, fault) => {
    const first = await open("first");
    const text = await saveRecording(first.folder, OSLO, { bytes: 100_000 });
    let faults = 5;
    store.chooseFault = ({ method, path }) =>
      method === "PUT" && path.includes(".jsonl.gz") && faults-- > 0 ? fault : null;
    await first.sync();
    const second = await open("second");
    await second.sync();
    const isListed = (await find(second, OSLO)) !== undefined;
    if (!isListed) expect(first.library.sharedStore?.getState()).toMatchObject({ waiting: 1 });
    await waitUntil(async () => {
      await first.sync();
      return first.library.sharedStore?.getState().waiting === 0;
    });
    await second.sync();
    const { size, stream } = await second.library.openBytes(OSLO);
    expect(await readAll(stream(0, size - 1))).toBe(text);
  });

  test("whose log is damaged is an error, not other bytes", async () => {
    await openWithRecording("first", OSLO);
    const second = await open("second");
    await second.sync();
    for (const [key, object] of store.objects) {
      if (!key.endsWith(".jsonl.gz")) continue;
      const bytes = Buffer.from(object.bytes).fill(0, 40, 60);
      store.objects.set(key, { ...object, bytes });
    }
    const { stream } = await second.library.openBytes(OSLO);
    await expect(readAll(stream(0, 99))).rejects.toThrow("damaged");
  });

  test("never gets or shows the secret key", async () => {
    const first = await openWithRecording("first", OSLO);
    const state = await first.library.getState();
    expect(JSON.stringify(state)).not.toContain(SECRET_KEY);
    for (const { bytes } of store.objects.values()) expect(bytes).not.toContain(SECRET_KEY);
    expect(JSON.stringify(store.requests)).not.toContain(SECRET_KEY);
  });
});

describe("a full folder", () => {
  test("loses only logs that the store has confirmed, and shows them as before", async () => {
    const first = await open("first", { LOUPE_MAX_LIBRARY: "1MB" });
    await saveRecording(first.folder, OSLO, { bytes: 400_000 });
    await saveRecording(first.folder, ROME, { bytes: 400_000 });
    await first.sync();
    const [key = ""] = [...store.objects.keys()].filter(
      (one) => one.includes(OSLO) && one.endsWith(".gz") && !one.includes("analysis"),
    );
    store.objects.delete(key);
    const logs = async () =>
      (await readdir(join(first.folder, "recordings"))).filter((name) => !name.includes("about"));
    await first.library.store.ensureSpace(500_000);
    expect(await logs()).toEqual([`${OSLO}.jsonl`]);
    expect(await find(first, ROME)).toMatchObject({ place: "store" });
    const { size } = await first.library.openBytes(ROME);
    expect(size).toBeGreaterThan(400_000);
  });
});

describe("redaction", () => {
  test("comes before the upload, of the log, its analysis and its entry", async () => {
    const token = "ghp_0123456789abcdefghijABCDEFGHIJ012345";
    const first = await open("first", { LOUPE_STORE_REDACT: "1" });
    const text = await saveRecording(first.folder, OSLO, {
      question: `Use ${token} for it`,
      answer: `I used ${token}`,
    });
    await first.sync();
    const second = await open("second");
    await second.sync();
    const { size, stream } = await second.library.openBytes(OSLO);
    const stored = await readAll(stream(0, size - 1));
    expect(text).toContain(token);
    expect(stored).toMatch(/Use x\dredacted/);
    for (const { bytes } of store.objects.values()) {
      const plain = bytes[0] === 0x1f ? gunzipSync(bytes) : bytes;
      expect(plain.toString()).not.toContain(token);
    }
    expect(await find(second, OSLO)).toMatchObject({ verdict: { kind: "completed" } });
    expect((await stat(join(first.folder, "recordings", `${OSLO}.jsonl`))).size).toBe(text.length);
    await first.sync();
    expect(first.library.sharedStore?.getState()).toMatchObject({ waiting: 0, problem: null });
  });
});

test("a link opens the log without credentials", async () => {
  const first = await openWithRecording("first", OSLO);
  const link = await first.library.sharedStore?.createLink(OSLO, 60);
  const response = await fetch(link?.url ?? "");
  const log = gunzipSync(Buffer.from(await response.arrayBuffer())).toString();
  expect(log).toContain("Rain in Oslo?");
  expect(response.headers.get("content-type")).not.toBe("text/html");
});
