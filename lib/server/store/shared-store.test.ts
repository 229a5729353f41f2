// Loupes over one store, on real sockets: they show one library, and lose nothing when it fails.
import { readFileSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { saveRecording } from "../../../fixtures/save-recording.ts";
import { RecordingMarkers } from "../recording/recording-markers.ts";
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
const listIds = async ({ library }: TestLoupe) =>
  (await library.recordings.catalog.list()).map(({ id }) => id).sort();
const find = async ({ library }: TestLoupe, id: string) =>
  (await library.recordings.catalog.list()).find((one) => one.id === id);

describe("two Loupes", () => {
  test.each(["kept", "ignored", "refused"] as const)(
    "change one name at the same time: the later wins, the other is told (conditions of writes are %s)",
    async (conditions) => {
      await store.close();
      store = await TestStore.start({ conditions });
      const first = await openWithRecording("first", OSLO);
      const second = await open("second");
      await second.sync();
      await first.library.recordings.updateMetadata(OSLO, rename("Early"));
      await new Promise((resolve) => setTimeout(resolve, 5));
      await second.library.recordings.updateMetadata(OSLO, rename("Late"));
      await Promise.all([first.sync(), second.sync()]);
      for (const loupe of [first, second, first, second]) await loupe.sync();
      expect((await find(first, OSLO))?.given).toBe("Late");
      expect((await find(second, OSLO))?.given).toBe("Late");
      const conflict = { recording: OSLO, kind: "name", yours: "Early", theirs: "Late" };
      expect(first.library.recordings.sharedStore?.getState().conflicts).toMatchObject([conflict]);
      expect(second.library.recordings.sharedStore?.getState().conflicts).toEqual([]);
    },
  );
});

describe("the objects of a recording", () => {
  test("are read by ranges: for some bytes, the entry and one block", async () => {
    const first = await open("first");
    await saveRecording(first.folder, OSLO, { bytes: 3_000_000 });
    await first.sync();
    const second = await open("second");
    await second.sync();
    const before = store.requests.length;
    const { stream } = await second.library.recordings.openBytes(OSLO);
    await readAll(stream(2_000_000, 2_000_099));
    const ranges = store.requests.slice(before).map(({ headers }) => headers.range);
    expect(ranges).toEqual([undefined, expect.stringMatching(/^bytes=\d+-\d+$/)]);
  });

  test("are segments while it is recorded, one file of gzip afterwards, and none when deleted", async () => {
    const first = await open("first");
    const recorder = await first.library.recordings.create("http://agent.example/");
    let isLive = true;
    first.library.recordings.isLive = () => isLive;
    const listSegments = () => store.keys.filter((key) => key.endsWith(".jsonl.gz"));
    for (const text of ["one", "two", "three"]) {
      recorder.append({ r: "note", t: recorder.now(), text });
      await recorder.waitUntilWritten();
      await first.sync();
    }
    expect(listSegments()).toHaveLength(3);
    isLive = false;
    await first.sync();
    const [key = "", ...more] = listSegments();
    expect(more).toEqual([]);
    const packed = store.objects.get(`loupe/${key}`)?.bytes ?? "";
    expect(gunzipSync(packed)).toEqual(readFileSync(recorder.path));
    await first.library.recordings.remove(recorder.id);
    await first.sync();
    expect(store.keys.filter((one) => one.startsWith("runs/"))).toEqual([]);
  });
});

test("what another process records is uploaded as live, and deleted only when it has ended", async () => {
  const first = await open("first");
  await saveRecording(first.folder, OSLO);
  const markers = new RecordingMarkers(join(first.folder, "recordings"));
  const release = await markers.hold(OSLO);
  await first.sync();
  const second = await open("second");
  await second.sync();
  expect(await find(second, OSLO)).toMatchObject({ place: "store", live: true, verdict: null });
  await second.library.recordings.remove(OSLO);
  for (const loupe of [second, first]) await loupe.sync();
  expect(await find(first, OSLO)).toMatchObject({ live: true });
  await release();
  await first.sync();
  expect(await find(first, OSLO)).toBeUndefined();
});

describe("a store that fails", () => {
  test("is said, and what waits is uploaded when it is back, also by the next process", async () => {
    const first = await openWithRecording("first", OSLO);
    store.isDown = true;
    await saveRecording(first.folder, ROME);
    await first.library.recordings.updateMetadata(OSLO, rename("Offline"));
    await first.sync();
    expect(first.library.recordings.sharedStore?.getState()).toMatchObject({
      waiting: 2,
      problem: expect.stringContaining("does not respond"),
    });
    expect(await listIds(first)).toEqual([OSLO, ROME]);
    expect((await find(first, OSLO))?.given).toBe("Offline");
    await first.library.recordings.sharedStore?.close();
    const later = await open("first", {}, first.folder);
    expect(await listIds(later)).toEqual([OSLO, ROME]);
    store.isDown = false;
    await later.sync();
    expect(later.library.recordings.sharedStore?.getState()).toMatchObject({
      waiting: 0,
      problem: null,
    });
    const second = await open("second");
    await second.sync();
    expect(await find(second, OSLO)).toMatchObject({ given: "Offline" });
    expect(await find(second, ROME)).toMatchObject({ place: "store" });
  });

  test("still shows what is known of the other's recordings", async () => {
    await openWithRecording("first", OSLO);
    const second = await open("second");
    await second.sync();
    await second.library.recordings.sharedStore?.close();
    store.isDown = true;
    const later = await open("second", {}, second.folder);
    expect(await listIds(later)).toEqual([OSLO]);
    await expect(later.library.recordings.openLines(OSLO)).rejects.toThrow(
      "The store does not respond",
    );
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
    if (!isListed)
      expect(first.library.recordings.sharedStore?.getState()).toMatchObject({ waiting: 1 });
    await waitUntil(async () => {
      await first.sync();
      return first.library.recordings.sharedStore?.getState().waiting === 0;
    });
    await second.sync();
    const { size, stream } = await second.library.recordings.openBytes(OSLO);
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
    const { stream } = await second.library.recordings.openBytes(OSLO);
    await expect(readAll(stream(0, 99))).rejects.toThrow("damaged");
  });

  test("never gets or shows the secret key", async () => {
    const first = await openWithRecording("first", OSLO);
    const state = await first.library.recordings.catalog.getState();
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
    await first.library.recordings.store.ensureSpace(500_000);
    expect(await logs()).toEqual([`${OSLO}.jsonl`]);
    expect(await find(first, ROME)).toMatchObject({ place: "store" });
    const { size } = await first.library.recordings.openBytes(ROME);
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
    const { size, stream } = await second.library.recordings.openBytes(OSLO);
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
    expect(first.library.recordings.sharedStore?.getState()).toMatchObject({
      waiting: 0,
      problem: null,
    });
  });
});
