import { appendFile, mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { RecordingStore } from "./recording-store.ts";

const RECORDINGS = 1100;
let data = "";
beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), "loupe-list-"));
  data = folder;
  // The list may still be being saved.
  onTestFinished(() => rm(folder, { recursive: true, maxRetries: 5 }));
});

const createId = (index: number) => `20260101-000000-${index.toString(36).padStart(6, "0")}`;
const getPath = (id: string) => join(data, "recordings", `${id}.jsonl`);
const getListPath = () => join(data, "recordings.list");
const readListText = () => readFile(getListPath(), "utf8").catch(() => "");

const writeLog = (id: string, name: string) =>
  writeFile(getPath(id), `${JSON.stringify({ r: "loupe", version: 1, id, by: "test", name })}\n`);

async function createRecordings(count = RECORDINGS): Promise<string[]> {
  await mkdir(join(data, "recordings"));
  const ids = Array.from({ length: count }, (_, index) => createId(index));
  for (const id of ids) await writeLog(id, `Recording ${id}`);
  return ids;
}

/** The list that a new process makes. */
async function list() {
  const recordings = await new RecordingStore(data).list(() => false);
  return new Map(recordings.map((one) => [one.id, one]));
}

async function listAndSave() {
  const listed = await list();
  await expect.poll(readListText).not.toBe("");
  return listed;
}

describe("a large library", () => {
  test("is listed the same from the file as from the recordings", async () => {
    await createRecordings();
    const before = await listAndSave();
    expect(before.size).toBe(RECORDINGS);
    expect(await list()).toEqual(before);
    expect((await stat(getListPath())).mode & 0o777).toBe(0o600);
  });

  test("shows what was recorded, named and deleted while no process listed it", async () => {
    const [first = "", second = "", third = ""] = await createRecordings();
    await listAndSave();
    await rm(getPath(first));
    const name = { a: "name", at: "2026-01-01T00:00:00.000Z", name: "Given" };
    await writeFile(getPath(second).replace(".jsonl", ".about.jsonl"), `${JSON.stringify(name)}\n`);
    await appendFile(getPath(third), '{"r":"note","t":1,"text":"more"}\n');
    const fresh = createId(RECORDINGS);
    await writeLog(fresh, "Fresh");
    const listed = await list();
    expect(listed.size).toBe(RECORDINGS);
    expect(listed.has(first)).toBe(false);
    expect(listed.get(second)?.given).toBe("Given");
    expect(listed.get(third)?.bytes).toBe((await stat(getPath(third))).size);
    expect(listed.get(fresh)?.name).toBe("Fresh");
  });

  test.each([
    ["a file of another version", (text: string) => `loupe/0 0${text.slice(text.indexOf("\n"))}`],
    ["a torn file", (text: string) => text.slice(0, text.length / 2)],
    ["a file of other lines", () => '[1]\nnull\n{"summary":1}\n\u0000'],
  ])("is listed in spite of %s", async (_, damage) => {
    await createRecordings();
    const before = await listAndSave();
    await writeFile(getListPath(), damage(await readListText()));
    expect(await list()).toEqual(before);
  });

  test("forgets a deleted recording, and everything when it is no longer large", async () => {
    const ids = await createRecordings();
    await listAndSave();
    const [deleted = "", ...others] = ids;
    const deletedText = `Recording ${deleted}`;
    expect(await readListText()).toContain(deletedText);
    await rm(getPath(deleted));
    await list();
    await expect.poll(readListText).not.toContain(deletedText);
    expect(await readListText()).toContain(others[0]);
    await Promise.all(others.map((id) => rm(getPath(id))));
    await list();
    await expect.poll(readListText).not.toContain("Recording");
  });
});

test("a small library has no file", async () => {
  await createRecordings(3);
  expect((await list()).size).toBe(3);
  expect(await readListText()).toBe("");
});
