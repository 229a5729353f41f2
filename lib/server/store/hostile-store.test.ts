// Stores whose responses are too large, endless, or not Loupe's. Bounded by bytes and
// numbers of requests.
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { saveRecording } from "../../../fixtures/save-recording.ts";
import { S3Client } from "./s3-client.ts";
import { TestStore, type TestStoreOptions } from "./s3-server.testkit.ts";
import { parseListPage } from "./s3-xml.ts";
import { closeLoupes, openLoupe } from "./shared-store.testkit.ts";
import { formatEntry, getIndexKey, type LogSegment, STORE_VERSION } from "./store-entry.ts";
import { STORE_LIMITS } from "./store-limits.ts";
import { readStoreSettings } from "./store-settings.ts";
import { MemoryBudget, StoredLog } from "./stored-log.ts";

const OSLO = "20260101-100000-oslo00";
const ROME = "20260102-100000-rome00";

const stores: TestStore[] = [];
afterEach(async () => {
  await closeLoupes();
  for (const store of stores.splice(0)) await store.close();
});

async function startStore(options: TestStoreOptions = {}): Promise<TestStore> {
  const store = await TestStore.start(options);
  stores.push(store);
  return store;
}

function createClient(store: TestStore): S3Client {
  const settings = readStoreSettings(store.environment);
  if (!settings) throw new Error("no store");
  return new S3Client(settings, { attempts: 1 });
}

const getKey = (id: string) => `runs/${id}/000000000000-0123456789abcdef.jsonl.gz`;

function createEntry(id: string, segments: readonly LogSegment[], name = id): Buffer {
  const labels = {
    given: null,
    tags: [],
    notes: 0,
    verdict: null,
    facts: null,
    firstMessage: null,
  };
  return formatEntry({
    version: STORE_VERSION,
    id,
    server: "other",
    summary: { name, ...labels, at: null, changedAt: "2026-01-02T10:00:00Z", live: false },
    recordedBytes: 10,
    segments,
    isRedacted: false,
    metadata: "",
  });
}

function putEntry(store: TestStore, id: string, entry: Buffer): void {
  store.objects.set(`loupe/${getIndexKey(id)}`, { bytes: entry, etag: `"${id}"` });
}

/** A Loupe with one recording of its own, beside what the store has. */
async function openBeside(store: TestStore) {
  const { library, folder, sync } = await openLoupe("here", store.environment);
  await saveRecording(folder, OSLO);
  await sync();
  const ids = (await library.recordings.catalog.list()).map(({ id }) => id).sort();
  return { library, ids, state: library.recordings.sharedStore?.getState() };
}

describe("an entry that is left alone, and reported", () => {
  const block = { bytes: 10, packedBytes: 10, lines: 1 };
  test.each<[string, Buffer, RegExp]>([
    [
      "claims a block of 1.2 GB",
      createEntry(ROME, [
        { key: getKey(ROME), blocks: [{ bytes: 1.2e9, packedBytes: 1.17e6, lines: 1 }] },
      ]),
      /too large/,
    ],
    [
      "claims a block that is a thousand times its packed size",
      createEntry(ROME, [
        { key: getKey(ROME), blocks: [{ ...block, bytes: 20e6, packedBytes: 2e4 }] },
      ]),
      /too large/,
    ],
    [
      "names the folder above",
      createEntry(ROME, [{ key: `runs/${ROME}/..`, blocks: [block] }]),
      /no object/,
    ],
    [
      "names its folder",
      createEntry(ROME, [{ key: `runs/${ROME}/.`, blocks: [block] }]),
      /no object/,
    ],
    [
      "names a log of another",
      createEntry(ROME, [{ key: getKey(OSLO), blocks: [block] }]),
      /no object/,
    ],
    ["has a name of a megabyte", createEntry(ROME, [], "x".repeat(1 << 20)), /"summary.name"/],
    [
      "is larger than any entry",
      createEntry(ROME, [], "x".repeat(3 << 20)),
      /more than 2,097,152 bytes/,
    ],
    ["is no entry", Buffer.from("[]"), /no entry/],
  ])("%s", async (_, entry, reason) => {
    const store = await startStore();
    putEntry(store, ROME, entry);
    const { ids, state } = await openBeside(store);
    expect(ids).toEqual([OSLO]);
    expect(state).toMatchObject({ problem: null, waiting: 0 });
    expect(state?.unreadable).toMatchObject({ count: 1, id: ROME });
    expect(state?.unreadable?.reason).toMatch(reason);
    expect(store.requests.some(({ path }) => path.includes(`/runs/${ROME}`))).toBe(false);
  });
});

test("an index object without end is not read to its end", async () => {
  const store = await startStore();
  putEntry(store, ROME, createEntry(ROME, []));
  store.chooseFault = ({ path, method }) =>
    method === "GET" && path.includes(ROME) ? { kind: "endless" } : null;
  const { ids, state } = await openBeside(store);
  expect(ids).toEqual([OSLO]);
  expect(state?.unreadable?.id).toBe(ROME);
  expect(store.endlessBytes).toBeLessThan(STORE_LIMITS.entryBytes * 3);
});

describe("a list", () => {
  const createPage = (token: string, contents = "") =>
    `<ListBucketResult>${contents}<IsTruncated>true</IsTruncated><NextContinuationToken>${token}</NextContinuationToken></ListBucketResult>`;

  test("without end is given up after a number of pages, and recording goes on", async () => {
    const store = await startStore({ createPage: (n) => createPage(`page-${n}`) });
    await expect(createClient(store).list("")).rejects.toThrow("does not end");
    expect(store.requests.length).toBeLessThanOrEqual(STORE_LIMITS.listPages + 1);
    const { ids, state } = await openBeside(store);
    expect(ids).toEqual([OSLO]);
    expect(state?.problem).toMatch(/does not end/);
  });

  test("that repeats itself is given up at once", async () => {
    const store = await startStore({ createPage: (n) => createPage(`page-${n % 2}`) });
    await expect(createClient(store).list("")).rejects.toThrow("does not end");
    expect(store.requests).toHaveLength(3);
  });

  test("of one endless page is not read to its end", async () => {
    const store = await startStore();
    store.chooseFault = () => ({ kind: "endless" });
    await expect(createClient(store).list("")).rejects.toThrow("A list of the store has more than");
    expect(store.endlessBytes).toBeLessThan(STORE_LIMITS.listPageBytes * 3);
  });

  test("has no objects but those that were asked for", async () => {
    const keys = ["loupe/index/a", "loupe/runs/b", "other/index/c", "loupe/index/../../d", ""];
    const contents = keys.map((key) => `<Contents><Key>${key}</Key></Contents>`).join("");
    const page = `<ListBucketResult>${contents}</ListBucketResult>`;
    const store = await startStore({ createPage: () => page });
    const found = await createClient(store).list("index/");
    expect(found.map(({ key }) => key)).toEqual(["index/a"]);
  });

  test("of elements that are never closed is no list", () => {
    const xml = `<ListBucketResult>${"<Contents><Key>a</Key>".repeat(200_000)}`;
    expect(parseListPage(xml)).toBeNull();
    expect(parseListPage(`<ListBucketResult>${"<Contents>".repeat(400_000)}`)).toBeNull();
  });
});

test("a key with dots is not sent", async () => {
  const store = await startStore();
  const client = createClient(store);
  for (const key of ["runs/../index", "runs/.", ".."]) {
    await expect(client.get(key, 10)).rejects.toThrow("is no key");
    await expect(client.delete(key)).rejects.toThrow("is no key");
  }
  expect(store.requests).toEqual([]);
});

test("a store without ranges is read no further than the range", async () => {
  const store = await startStore({ hasNoRanges: true });
  const client = createClient(store);
  await client.put("a", Buffer.alloc(32 << 20, "0123456789"));
  expect((await client.getRange("a", { from: 12, to: 15 }))?.toString()).toBe("234");
});

test("a block that expands to more than it claims is damaged", async () => {
  const store = await startStore();
  const client = createClient(store);
  const bomb = gzipSync(Buffer.alloc(256 << 20));
  await client.put(getKey(ROME), bomb);
  const blocks = [{ bytes: 1 << 20, packedBytes: bomb.length, lines: 1 }];
  const log = new StoredLog(client, { segments: [{ key: getKey(ROME), blocks }] });
  await expect(log.readLines(0).next()).rejects.toThrow("damaged");
});

test("many readers of large blocks share one bound, and all get their bytes", async () => {
  const store = await startStore();
  const client = createClient(store);
  const line = Buffer.alloc(48 << 20, "0123456789abcdefghijklmnopqrstuvwxyz");
  for (let at = 0; at < line.length; at += 97) line[at] = 33 + (at % 89);
  line[line.length - 1] = 10;
  const packed = gzipSync(line, { level: 1 });
  await client.put(getKey(ROME), packed);
  const blocks = [{ bytes: line.length, packedBytes: packed.length, lines: 1 }];
  const logs = Array.from(
    { length: 6 },
    () => new StoredLog(client, { segments: [{ key: getKey(ROME), blocks }] }),
  );
  let most = 0;
  let open = 0;
  await Promise.all(
    logs.map(async (log) => {
      for await (const { bytes } of log.readLines(0)) {
        most = Math.max(most, ++open);
        expect(bytes.length).toBe(line.length);
        await new Promise((resolve) => setTimeout(resolve, 5));
        open--;
      }
    }),
  );
  expect(most).toBeLessThanOrEqual(2);
});

test("a budget never gives more than it has, and serves in order", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(150), { maxLength: 30 }), async (wants) => {
      const budget = new MemoryBudget(100);
      let used = 0;
      const served: number[] = [];
      await Promise.all(
        wants.map(async (want, i) => {
          const release = await budget.reserve(want);
          served.push(i);
          used += Math.min(want, 100);
          expect(used).toBeLessThanOrEqual(100);
          await Promise.resolve();
          used -= Math.min(want, 100);
          release();
          release();
        }),
      );
      expect(served).toEqual(wants.map((_, i) => i));
    }),
  );
});
