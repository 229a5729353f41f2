/**
 * The grades of one data folder, so that they can be listed and compared: a file for each.
 *
 * Guarantees: only the newest are kept; a file that is no grade, or has a word that Loupe does not
 * know, is not listed.
 */

import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import {
  type GradeSummary,
  parseGrade,
  type StoredGrade,
  summarizeGrade,
} from "../../conform/stored-grade.ts";
import { ApiError } from "../http/api-error.ts";
import { isRecordingId } from "../ids.ts";
import { JsonFile } from "../recording/json-file.ts";

const FOLDER = "grades";
/** A grade has some hundred kilobytes. */
const MAX_GRADES = 50;

export class GradeStore {
  readonly #folder: string;
  /** What the files say, which never change. */
  readonly #summaries = new Map<string, GradeSummary | null>();

  constructor(dataFolder: string) {
    this.#folder = join(dataFolder, FOLDER);
  }

  async add(grade: StoredGrade): Promise<void> {
    await new JsonFile(this.#folder, `${grade.id}.json`).change(async () => grade);
    const ids = await this.#listIds();
    for (const id of ids.slice(MAX_GRADES)) await this.#delete(id);
  }

  /** Newest first. */
  async list(): Promise<readonly GradeSummary[]> {
    const found: GradeSummary[] = [];
    for (const id of await this.#listIds()) {
      let summary = this.#summaries.get(id);
      if (summary === undefined) {
        const grade = await this.#read(id);
        summary = grade && summarizeGrade(grade);
        this.#summaries.set(id, summary);
      }
      if (summary) found.push(summary);
    }
    return found;
  }

  async get(id: string): Promise<StoredGrade> {
    const grade = isRecordingId(id) ? await this.#read(id) : null;
    if (!grade) throw new ApiError("not-found", "There is no such grade.");
    return grade;
  }

  async remove(id: string): Promise<void> {
    await this.get(id);
    await this.#delete(id);
  }

  async #read(id: string): Promise<StoredGrade | null> {
    return parseGrade(await new JsonFile(this.#folder, `${id}.json`).read());
  }

  async #delete(id: string): Promise<void> {
    this.#summaries.delete(id);
    await rm(join(this.#folder, `${id}.json`), { force: true });
  }

  async #listIds(): Promise<readonly string[]> {
    const names = await readdir(this.#folder).catch(() => []);
    const ids = names.map((name) => name.replace(/\.json$/, "")).filter(isRecordingId);
    return ids.sort().reverse();
  }
}
