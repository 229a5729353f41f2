/** Recordings that were deleted here, until the store knows of it. */

import { isRecordingId } from "../ids.ts";
import { JsonFile } from "../recording/json-file.ts";

export class StoreDeletions {
  readonly #file: JsonFile;

  constructor(folder: string, name: string) {
    this.#file = new JsonFile(folder, name);
  }

  async list(): Promise<string[]> {
    const stored = await this.#file.read().catch(() => null);
    const isId = (one: unknown): one is string => typeof one === "string" && isRecordingId(one);
    return Array.isArray(stored) ? stored.filter(isId) : [];
  }

  add(id: string): Promise<void> {
    return this.#file.change(async () => [...new Set([...(await this.list()), id])]);
  }

  remove(id: string): Promise<void> {
    return this.#file.change(async () => (await this.list()).filter((one) => one !== id));
  }
}
