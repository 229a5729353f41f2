/**
 * Keeps the runs that operations opened last.
 *
 * Guarantees: credentials are replaced in a run before anything of it is returned; a run is read again
 * when its file has changed.
 */

import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { OperationError } from "../../operations/operation.ts";
import { type OpenRun, openRunChunks } from "../../operations/read-run.ts";
import { formatError } from "../http/api-error.ts";

const MAX_OPEN_RUNS = 4;
/** A larger log would take the memory of the process. */
const MAX_RUN_BYTES = 128 << 20;

interface CachedRun {
  readonly stamp: string;
  readonly run: Promise<OpenRun>;
}

export class RunCache {
  /** By path, oldest use first. */
  readonly #runs = new Map<string, CachedRun>();

  async open(name: string, path: string): Promise<OpenRun> {
    const { size, mtimeMs } = await stat(path);
    if (size > MAX_RUN_BYTES) {
      throw new OperationError(
        `The log has ${size} bytes, more than the ${MAX_RUN_BYTES} that operations read. Open it in the browser, or export a part of it.`,
      );
    }
    const stamp = `${name} ${size} ${mtimeMs}`;
    const known = this.#runs.get(path);
    this.#runs.delete(path);
    const cached =
      known?.stamp === stamp
        ? known
        : { stamp, run: openRunChunks(name, createReadStream(path), { redacts: true }) };
    this.#runs.set(path, cached);
    for (const oldest of this.#runs.keys()) {
      if (this.#runs.size <= MAX_OPEN_RUNS) break;
      this.#runs.delete(oldest);
    }
    try {
      return await cached.run;
    } catch (error) {
      this.#runs.delete(path);
      return refuseLog(error);
    }
  }
}

/** The reason may quote the log. */
export function refuseLog(error: unknown): never {
  throw new OperationError("The log cannot be read.", formatError(error));
}
