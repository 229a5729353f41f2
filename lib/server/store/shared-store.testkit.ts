/** Loupes with folders of their own over one store, for tests. */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Library } from "../library.ts";
import { readSettings } from "../settings.ts";
import { readStoreSettings } from "./store-settings.ts";

export interface TestLoupe {
  readonly library: Library;
  readonly folder: string;
  /** Brings everything to the store. */
  sync(): Promise<void>;
}

const folders: string[] = [];
const libraries: Library[] = [];

export async function openLoupe(
  server: string,
  environment: Readonly<Record<string, string>>,
  folder?: string,
): Promise<TestLoupe> {
  const data = folder ?? (await mkdtemp(join(tmpdir(), "loupe-store-")));
  folders.push(data);
  const settings = readStoreSettings({ ...environment, LOUPE_STORE_NAME: server });
  if (!settings) throw new Error("LOUPE_STORE is not set.");
  const own = readSettings({ ...environment, LOUPE_DATA: data });
  const library = new Library({ ...own, sharedStore: settings });
  libraries.push(library);
  return { library, folder: data, sync: async () => library.recordings.sharedStore?.syncNow() };
}

export async function closeLoupes(): Promise<void> {
  for (const { recordings } of libraries.splice(0)) await recordings.sharedStore?.close();
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
}

/** Waits until a condition holds. */
export async function waitUntil(isTrue: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 20));
}

export async function readAll(stream: ReadableStream<Uint8Array>): Promise<string> {
  return new Response(stream).text();
}
