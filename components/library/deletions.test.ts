// Deletes recordings through the server's own routes and library.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { DELETE } from "../../app/api/recordings/[id]/route.ts";
import { createPageFetch } from "../../fixtures/page-environment.ts";
import { startHttpServer, stopServers } from "../../lib/server/exchange/exchange.testkit.ts";
import type { Library } from "../../lib/server/library.ts";
import { getLibrary } from "../../lib/server/workspace.ts";
import { createDeletionStore, splitLiveRecordings } from "./deletions.tsx";

let folder: string;
let library: Library;
let page: EventTarget;
/** Two recordings of an agent that responds only when the test tells it to. */
let [quiet, busy] = ["", ""];
let release: () => void;
let becomesBusy: () => Promise<void>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "loupe-removals-"));
  vi.stubEnv("LOUPE_DATA", folder);
  library = getLibrary(new Request("http://page.test/"));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  page = new EventTarget();
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const url = await startHttpServer((request, response) => {
    if (request.url === "/quick") response.end();
    else void released.then(() => response.end());
  });
  const call = (path: string, into = {}) =>
    library.exchanges.start({ method: "GET", url: url + path, headers: [], ...into });
  const [one, other] = await Promise.all([call("/quick"), call("/quick")]);
  await Promise.all([one.done, other.done]);
  [quiet, busy] = [one.recording, other.recording];
  const paths = [quiet, busy].map((id) => {
    const route = (request: Request) => DELETE(request, { params: Promise.resolve({ id }) });
    return [`DELETE /api/recordings/${id}`, route] as const;
  });
  vi.stubGlobal("fetch", await createPageFetch(Object.fromEntries(paths)));
  becomesBusy = async () => void (await call("/slow", { recording: busy }));
});
afterEach(async () => {
  release();
  for (const { id } of await library.recordings.catalog.list()) await library.recordings.remove(id);
  vi.unstubAllGlobals();
  stopServers();
});

const left = async () => (await library.recordings.catalog.list()).map(({ id }) => id);

test("keeps a recording that becomes live while its deletion can be undone", async () => {
  const deleted = new Promise<readonly string[]>((onDeleted) => {
    createDeletionStore()
      .getState()
      .deleteWithUndo({ ids: [quiet, busy], name: "both", restore: () => undefined, onDeleted });
  });
  await becomesBusy();
  // After leaving the page, the deletion cannot be undone.
  page.dispatchEvent(new Event("pagehide"));
  expect(await deleted).toEqual([busy]);
  expect(await left()).toEqual([busy]);
  expect(library.recordings.isLive(busy)).toBe(true);
});

test("treats a missing recording as deleted", async () => {
  const deleted = new Promise<readonly string[]>((onDeleted) => {
    createDeletionStore()
      .getState()
      .deleteWithUndo({ ids: [quiet, busy], name: "both", restore: () => undefined, onDeleted });
  });
  await library.recordings.remove(busy);
  page.dispatchEvent(new Event("pagehide"));
  expect(await deleted).toEqual([]);
  expect(await left()).toEqual([]);
});

test("checks which recordings are live with a fresh list", async () => {
  const list = await library.recordings.catalog.list();
  await becomesBusy();
  const { idle, live } = await splitLiveRecordings(list, () => library.recordings.catalog.list());
  expect(list.map((one) => one.live)).toEqual([false, false]);
  expect([idle, live].map((some) => some.map(({ id }) => id))).toEqual([[quiet], [busy]]);
});
