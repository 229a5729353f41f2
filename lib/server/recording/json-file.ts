/**
 * A small JSON file in the data folder.
 *
 * Guarantees: a change is stored whole or not at all, and concurrent changes do not overwrite each
 * other.
 */
import { randomBytes } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

export class JsonFile {
  readonly #folder: string;
  readonly #path: string;
  #pendingChange: Promise<unknown> = Promise.resolve();

  constructor(folder: string, name: string) {
    this.#folder = folder;
    this.#path = join(folder, name);
  }

  /** The stored value; `null` if there is no file, `undefined` if it is not JSON. */
  async read(): Promise<unknown> {
    const text = await readFile(this.#path, "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return "null";
      throw error;
    });
    try {
      return JSON.parse(text);
    } catch {
      return undefined;
    }
  }

  /** Stores the value that `update` returns, after all earlier changes. */
  async change(update: () => Promise<unknown>): Promise<void> {
    const changed = this.#pendingChange.then(async () => this.#write(await update()));
    this.#pendingChange = changed.catch(() => undefined);
    await changed;
  }

  async #write(value: unknown): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const fresh = `${this.#path}.${randomBytes(4).toString("hex")}`;
    try {
      await writeFile(fresh, `${JSON.stringify(value)}\n`, { mode: 0o600 });
      await rename(fresh, this.#path);
    } finally {
      await rm(fresh, { force: true });
    }
  }
}
