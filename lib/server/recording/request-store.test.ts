import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { EMPTY_MESSAGE } from "../../requests/saved-request.ts";
import { CHANGES_REQUEST } from "../../requests/schemas.ts";
import { RequestStore } from "./request-store.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "loupe-requests-"));
});

const parse = (...changes: unknown[]) => CHANGES_REQUEST.parse({ changes }).changes;
const COLLECTION = { kind: "collection", collection: { id: "c", name: "C", agent: null } };
const createRequest = (id: string, text: string) => ({
  kind: "request",
  collection: "c",
  request: { id, name: id, content: { ...EMPTY_MESSAGE, text } },
});

test("changes are stored, one after the other", async () => {
  const store = new RequestStore(folder);
  expect(await store.get()).toEqual({ collections: [], environments: [] });
  await Promise.all([
    store.change(parse(COLLECTION)),
    ...["a", "b", "d"].map((id) => store.change(parse(createRequest(id, "hello")))),
  ]);
  const saved = await new RequestStore(folder).get();
  expect(saved.collections[0]?.requests.map(({ id }) => id)).toEqual(["a", "b", "d"]);
});

test("a secret is refused, and nothing of the change is stored", async () => {
  const store = new RequestStore(folder);
  const key = `sk-${"a".repeat(30)}`;
  await expect(store.change(parse(COLLECTION, createRequest("a", key)))).rejects.toThrow(/API key/);
  const environment = { id: "e", name: "E", variables: [{ name: "api_key", value: "abc" }] };
  await expect(store.change(parse({ kind: "environment", environment }))).rejects.toThrow(/secret/);
  const content = { kind: "request", method: "GET", url: "http://a/?key=abc" };
  const request = { id: "a", name: "a", content };
  await expect(store.change(parse({ kind: "request", collection: "c", request }))).rejects.toThrow(
    /credential: key/,
  );
  expect(await store.get()).toEqual({ collections: [], environments: [] });
});

test("a file that can't be read is reported and left as it is", async () => {
  const path = join(folder, "requests.json");
  await writeFile(path, "{ damaged");
  const store = new RequestStore(folder);
  await expect(store.get()).rejects.toThrow(/can't be read/);
  await expect(store.change(parse(COLLECTION))).rejects.toThrow(/can't be read/);
  expect(await readFile(path, "utf8")).toBe("{ damaged");
});
