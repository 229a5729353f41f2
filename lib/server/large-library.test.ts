// A library with more recordings than a page lists: they are still found, and changes still show.
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MAX_LISTED_RECORDINGS } from "../api/api-types.ts";
import { Library } from "./library.ts";
import { readSettings } from "./settings.ts";

const COUNT = MAX_LISTED_RECORDINGS + 3;
const OLDEST = createId(0);

let data = "";
let library: Library;
beforeAll(() => {
  data = mkdtempSync(join(tmpdir(), "loupe-large-"));
  mkdirSync(join(data, "recordings"));
  for (let n = 0; n < COUNT; n++) {
    const id = createId(n);
    const head = { r: "loupe", version: 1, id, at: null, by: "test", name: `http://agent-${n}/` };
    writeFileSync(getPath(id), `${JSON.stringify(head)}\n`);
    const changed = new Date(Date.UTC(2026, 0, 1) + n * 1000);
    utimesSync(getPath(id), changed, changed);
  }
  library = new Library(readSettings({ LOUPE_DATA: data }));
});
// What the search found is still being stored.
afterAll(() => rm(data, { recursive: true, maxRetries: 20 }));

function createId(n: number): string {
  return `20260101-000000-${n.toString(36).padStart(6, "0")}`;
}

const getPath = (id: string) => join(data, "recordings", `${id}.jsonl`);
const find = async (id: string) =>
  (await library.recordings.catalog.list()).find((one) => one.id === id);

test("a page gets the newest, with the number of all, and a search finds the others", async () => {
  await library.recordings.catalog.list();
  const { recordings, total } = await library.recordings.catalog.getState();
  expect([recordings.length, total]).toEqual([MAX_LISTED_RECORDINGS, COUNT]);
  expect(recordings[0]?.id).toBe(createId(COUNT - 1));
  const { hits, unlisted } = await library.recordings.catalog.search("agent-0");
  expect(hits.map(({ id }) => id)).toEqual([OLDEST]);
  expect(unlisted).toMatchObject([{ id: OLDEST, name: "http://agent-0/" }]);
  expect((await library.recordings.catalog.search(`agent-${COUNT - 1}`)).unlisted).toEqual([]);
  // A filter finds them too, whatever the page lists.
  const filtered = await library.recordings.catalog.search("agent:agent-0 agent:agent-1");
  expect(filtered.hits).toHaveLength(2);
  expect(filtered.unlisted).toContainEqual(expect.objectContaining({ id: OLDEST }));
  expect((await library.recordings.catalog.search("agent:agent")).hits).toEqual([]);
});

test("a name that is given here shows at once, also of an old recording", async () => {
  await library.recordings.catalog.list();
  const at = new Date().toISOString();
  await library.recordings.updateMetadata(OLDEST, [{ a: "name", at, name: "The first" }]);
  expect(await find(OLDEST)).toMatchObject({ given: "The first" });
});

test("what another process changes shows in the end, and at once if it is deleted", async () => {
  const before = await find(OLDEST);
  appendFileSync(getPath(OLDEST), '{"r":"note","t":1,"text":"later"}\n');
  let lists = 0;
  while ((await find(OLDEST))?.bytes === before?.bytes) expect(++lists).toBeLessThan(100);
  rmSync(getPath(OLDEST));
  expect(await find(OLDEST)).toBeUndefined();
});
