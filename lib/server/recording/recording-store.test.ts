import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { LIMITS } from "../../api/limits.ts";
import type { MetadataChange } from "../../api/recording-metadata.ts";
import {
  OK_HEAD,
  startHttpServer,
  startRawServer,
  stopServers,
} from "../exchange/exchange.testkit.ts";
import { Library } from "../library.ts";
import { readSettings } from "../settings.ts";
import { MetadataFiles } from "./metadata-files.ts";

let data = "";
let library: Library;
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), "loupe-shelf-"));
  library = opened();
});
afterEach(async () => {
  stopServers();
  await rm(data, { recursive: true });
});

/** The recording as another process opens it. */
const opened = () => new Library(readSettings({ LOUPE_DATA: data }));
const at = "2026-11-20T10:00:00.000Z";
const named = (name: string): MetadataChange => ({ a: "name", at, name });
const tagged = (...add: string[]): MetadataChange => ({ a: "tags", at, add, remove: [] });
const noted = (id: string): MetadataChange => ({
  a: "note",
  at,
  id,
  x: "x-1",
  event: 0,
  text: "see",
});

async function record(name = "made"): Promise<string> {
  const recorder = await library.recordings.create(name);
  recorder.append({ r: "note", t: 1, text: "something" });
  await recorder.waitUntilWritten();
  return recorder.id;
}

const bytesOf = async (id: string) => readFile(await library.recordings.getPath(id), "utf8");
const aboutPath = (id: string) => join(library.recordings.folder, `${id}.about.jsonl`);

describe("metadata", () => {
  test("is stored beside the log and visible to every process", async () => {
    const id = await record();
    const before = await bytesOf(id);
    await library.recordings.updateMetadata(id, [named("Weather"), tagged("bug")]);
    const [summary] = await opened().recordings.catalog.list();
    expect(summary).toMatchObject({ id, name: "made", given: "Weather", tags: ["bug"] });
    expect(await bytesOf(id)).toBe(before);
  });

  test("keeps concurrent changes of two processes", async () => {
    const id = await record();
    const other = opened();
    const ids = Array.from({ length: 40 }, (_, i) => `n-${i}`);
    await Promise.all(
      ids.map((one, i) => (i % 2 ? library : other).recordings.updateMetadata(id, [noted(one)])),
    );
    const { notes } = await library.recordings.getMetadata(id);
    expect(notes.map((note) => note.id).sort()).toEqual(ids.sort());
  });

  test("loses only a torn line", async () => {
    const id = await record();
    await library.recordings.updateMetadata(id, [named("Kept")]);
    await appendFile(aboutPath(id), '{"a":"name","name":"Tor');
    await opened().recordings.updateMetadata(id, [tagged("after")]);
    expect(await library.recordings.getMetadata(id)).toMatchObject({
      name: "Kept",
      tags: ["after"],
    });
  });

  test("that is binary or a folder does not hide a recording", async () => {
    const [first, second] = [await record(), await record()];
    await writeFile(aboutPath(first), Buffer.from([0, 255, 254, 10, 123, 10]));
    await mkdir(aboutPath(second));
    const list = await opened().recordings.catalog.list();
    expect(list.map(({ given, tags }) => ({ given, tags }))).toEqual([
      { given: null, tags: [] },
      { given: null, tags: [] },
    ]);
  });

  test("is not written for an unknown recording", async () => {
    for (const id of ["../../etc/passwd", "20260101-000000-abcdef"]) {
      const attempts = await Promise.allSettled([
        library.recordings.updateMetadata(id, [named("x")]),
        library.recordings.getMetadata(id),
        library.recordings.duplicate(id, ""),
        library.recordings.saveVerdict(id, {
          kind: "completed",
          clean: true,
          because: "",
          endedBy: null,
          bytes: 1,
        }),
      ]);
      for (const attempt of attempts) {
        expect(attempt).toMatchObject({ reason: { code: "unknown-recording" } });
      }
    }
  });

  test("has a size limit", async () => {
    const id = await record();
    const abouts = new MetadataFiles(library.recordings.folder);
    const long: MetadataChange = { ...noted("n-1"), text: "x".repeat(4000) } as MetadataChange;
    await abouts.append(
      id,
      Array.from({ length: 1000 }, () => long),
    );
    await expect(
      abouts.append(
        id,
        Array.from({ length: 1000 }, () => long),
      ),
    ).rejects.toMatchObject({
      code: "bad-request",
    });
    expect((await abouts.read(id)).notes).toHaveLength(1);
  });
});

describe("a verdict", () => {
  const completed = {
    kind: "completed",
    clean: true,
    because: "The agent said so.",
    endedBy: "agent",
  };

  test("is valid only for exactly the bytes it was found for", async () => {
    const id = await record();
    const { bytes } = await library.recordings.getSummary(id);
    expect(await library.recordings.saveVerdict(id, { ...completed, bytes: bytes - 1 })).toBe(
      false,
    );
    expect((await library.recordings.getSummary(id)).verdict).toBeNull();
    expect(await library.recordings.saveVerdict(id, { ...completed, bytes })).toBe(true);
    expect((await opened().recordings.getSummary(id)).verdict).toEqual(completed);
    const recorder = await library.recordings.getRecorder(id);
    recorder.append({ r: "note", t: 2, text: "more" });
    await recorder.waitUntilWritten();
    expect((await library.recordings.getSummary(id)).verdict).toBeNull();
  });

  test("is hidden while an exchange runs, or if from another version", async () => {
    const url = await startRawServer((socket) => void socket.write(`${OK_HEAD}\r\nfirst`));
    const { recording, exchange } = await library.exchanges.start({
      method: "GET",
      url,
      headers: [],
    });
    const { bytes } = await library.recordings.getSummary(recording);
    expect(await library.recordings.saveVerdict(recording, { ...completed, bytes })).toBe(false);
    await library.exchanges.abort(recording, exchange);
    const id = await record();
    const size = (await library.recordings.getSummary(id)).bytes;
    await library.recordings.updateMetadata(id, [
      { a: "verdict", at, ...completed, bytes: size, by: "loupe/9" },
    ]);
    expect((await library.recordings.getSummary(id)).verdict).toBeNull();
  });

  test("is not written again if unchanged", async () => {
    const id = await record();
    const { bytes } = await library.recordings.getSummary(id);
    await library.recordings.saveVerdict(id, { ...completed, bytes });
    const before = await readFile(aboutPath(id), "utf8");
    expect(await library.recordings.saveVerdict(id, { ...completed, bytes })).toBe(true);
    expect(await readFile(aboutPath(id), "utf8")).toBe(before);
  });
});

describe("a duplicate", () => {
  test("has the same bytes and metadata", async () => {
    const id = await record();
    await library.recordings.updateMetadata(id, [named("Weather"), tagged("bug"), noted("n-1")]);
    const copy = await library.recordings.duplicate(id, "Weather, again");
    expect(await bytesOf(copy.id)).toBe(await bytesOf(id));
    expect(copy).toMatchObject({ given: "Weather, again", tags: ["bug"], notes: 1 });
    await library.recordings.updateMetadata(copy.id, [named("Other")]);
    expect((await library.recordings.getMetadata(id)).name).toBe("Weather");
    expect((await readdir(library.recordings.folder)).some((file) => file.endsWith(".part"))).toBe(
      false,
    );
  });

  test("of a recording in progress ends with a complete line", async () => {
    const url = await startRawServer((socket) => void socket.write(`${OK_HEAD}\r\nfirst`));
    const { recording, exchange } = await library.exchanges.start({
      method: "GET",
      url,
      headers: [],
    });
    await expect.poll(() => bytesOf(recording)).toContain("first");
    await appendFile(await library.recordings.getPath(recording), '{"r":"data","x":"x-');
    const copy = await library.recordings.duplicate(recording, "");
    const lines = (await bytesOf(copy.id)).split("\n");
    expect(lines.pop()).toBe("");
    for (const line of lines) expect(() => JSON.parse(line)).not.toThrow();
    await library.exchanges.abort(recording, exchange);
  });
});

test("deleting a recording deletes its metadata", async () => {
  const id = await record();
  await library.recordings.updateMetadata(id, [named("Weather")]);
  await library.recordings.remove(id);
  expect(await readdir(library.recordings.folder)).toEqual([]);
});

describe("the limit", () => {
  const big = async () => {
    const id = await record();
    await appendFile(
      await library.recordings.getPath(id),
      `{"r":"note","t":2,"text":"${"x".repeat(2e6)}"}\n`,
    );
    return id;
  };

  test("is reported with the used size, and shared by processes", async () => {
    await record();
    const { usedBytes, limitBytes, recordings } = await library.recordings.catalog.getState();
    expect(limitBytes).toBe(LIMITS.libraryBytes.defaultValue);
    expect(usedBytes).toBe(recordings[0]?.bytes);
    await library.limits.applyChange({ libraryBytes: 5e6 });
    expect((await opened().recordings.catalog.getState()).limitBytes).toBe(5e6);
    await writeFile(join(data, "library.json"), '{"libraryBytes":');
    expect((await opened().recordings.catalog.getState()).limitBytes).toBe(
      LIMITS.libraryBytes.defaultValue,
    );
    await expect(library.limits.applyChange({ libraryBytes: 5 })).rejects.toMatchObject({
      code: "bad-request",
    });
  });

  test("refuses new recordings, and neither stops nor deletes anything", async () => {
    const url = await startRawServer((socket) => void socket.write(`${OK_HEAD}\r\nfirst`));
    const running = await library.exchanges.start({ method: "GET", url, headers: [] });
    const { key } = await library.inboxes.open({ recording: running.recording });
    const id = await big();
    await library.limits.applyChange({ libraryBytes: 1e6 });
    const full = opened();
    const refused = [
      full.exchanges.start({ method: "GET", url, headers: [] }),
      full.inboxes.open({}),
      full.recordings.duplicate(id, ""),
      full.recordings.store.ensureSpace(1),
    ];
    for (const attempt of await Promise.allSettled(refused)) {
      expect(attempt).toMatchObject({ status: "rejected", reason: { code: "library-full" } });
    }
    const push = new Request("http://loupe/inbox", { method: "POST", body: "{}" });
    expect((await library.inboxes.receive(push, running.recording, key)).status).toBeLessThan(300);
    expect(await full.recordings.catalog.list()).toHaveLength(2);
    expect(library.recordings.isLive(running.recording)).toBe(true);
    await library.exchanges.abort(running.recording, running.exchange);
  });

  test("applies as soon as it is reported as reached", async () => {
    const url = await startHttpServer((_, response) => response.end("hi"));
    const ask = () => library.exchanges.start({ method: "GET", url, headers: [] });
    await (await ask()).done;
    await big();
    await library.limits.applyChange({ libraryBytes: 1e6 });
    const { usedBytes, limitBytes } = await library.recordings.catalog.getState();
    expect(usedBytes).toBeGreaterThan(limitBytes);
    await expect(ask()).rejects.toMatchObject({ code: "library-full" });
  });

  test("has space at once after a deletion or a raised limit", async () => {
    const url = await startHttpServer((_, response) => response.end("hi"));
    const id = await big();
    await library.limits.applyChange({ libraryBytes: 1e6 });
    const ask = () => library.exchanges.start({ method: "GET", url, headers: [] });
    await expect(ask()).rejects.toMatchObject({ code: "library-full" });
    await library.limits.applyChange({ libraryBytes: 9e6 });
    await (await ask()).done;
    await library.limits.applyChange({ libraryBytes: 1e6 });
    await opened().recordings.remove(id);
    await (await ask()).done;
  });
});
