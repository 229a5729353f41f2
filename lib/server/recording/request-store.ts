/**
 * The saved requests of one data folder, in `requests.json`.
 *
 * Guarantees: a file that can't be read is never overwritten; a change that contains a secret is
 * refused as a whole.
 */
import { parseWith } from "../../api/schemas/parse-with.ts";
import {
  applyChanges,
  createAllChanges,
  NO_SAVED_REQUESTS,
} from "../../requests/saved-requests.ts";
import {
  SAVED_REQUESTS,
  type SavedRequests,
  type SavedRequestsChange,
} from "../../requests/schemas.ts";
import { findSecretInChanges } from "../../requests/secrets-in-requests.ts";
import { ApiError } from "../http/api-error.ts";
import { JsonFile } from "./json-file.ts";

const FILE_NAME = "requests.json";
const MAX_LENGTH = 10_000_000;

export class RequestStore {
  readonly #file: JsonFile;

  constructor(dataFolder: string) {
    this.#file = new JsonFile(dataFolder, FILE_NAME);
  }

  async get(): Promise<SavedRequests> {
    const stored = await this.#file.read();
    if (stored === null) return NO_SAVED_REQUESTS;
    const saved = parseWith(SAVED_REQUESTS, stored);
    if (typeof saved !== "string") return applyChanges(NO_SAVED_REQUESTS, createAllChanges(saved));
    throw new ApiError(
      "failed",
      `The saved requests can't be read. ${saved}`,
      `Repair or remove ${FILE_NAME} in the data folder.`,
    );
  }

  /** Applies changes, and returns the result. */
  async change(changes: readonly SavedRequestsChange[]): Promise<SavedRequests> {
    const secret = findSecretInChanges(changes);
    if (secret !== null) throw new ApiError("bad-request", secret);
    let changed = NO_SAVED_REQUESTS;
    await this.#file.change(async () => {
      changed = applyChanges(await this.get(), changes);
      if (JSON.stringify(changed).length <= MAX_LENGTH) return changed;
      throw new ApiError(
        "bad-request",
        `All saved requests together may have ${MAX_LENGTH / 1e6} MB.`,
        "Delete some, or export a collection and delete it here.",
      );
    });
    return changed;
  }
}
