/**
 * Keeps the runs that operations opened last.
 *
 * Guarantees: credentials are replaced in a run before anything of it is returned; a run is read again
 * when its file has changed, or what users decided about its calls.
 */

import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { EdgeDecision } from "../../api/recording-metadata.ts";
import { findCredentials } from "../../operations/find-credentials.ts";
import { OperationError } from "../../operations/operation.ts";
import { type OpenRun, openRunChunks } from "../../operations/read-run.ts";
import { formatError } from "../http/api-error.ts";
import { maskBytes } from "../masking/mask-stream.ts";
import { MatcherCache } from "../masking/matcher-cache.ts";

const MASK = "‹masked›";
const MAX_OPEN_RUNS = 4;
/** A larger log would take the memory of the process. */
const MAX_RUN_BYTES = 128 << 20;

/** A longer log is not searched for credentials just to list it. */
const MAX_SEARCHED_BYTES = 2 << 20;
const MAX_MASKS = 500;

type Mask = (text: string) => string;

interface CachedRun {
  readonly stamp: string;
  readonly run: Promise<OpenRun>;
}

export class RunCache {
  /** By path, oldest use first. */
  readonly #runs = new Map<string, CachedRun>();

  /** By path, size and time of the last change. */
  readonly #masks = new Map<string, Promise<Mask>>();

  /** What replaces the credentials of a log in a text; `null` if the log is too long. */
  async findMask(path: string): Promise<Mask | null> {
    const { size, mtimeMs } = await stat(path);
    if (size > MAX_SEARCHED_BYTES) return null;
    const key = `${path} ${size} ${mtimeMs}`;
    const mask = this.#masks.get(key) ?? createMask(path);
    this.#masks.set(key, mask);
    for (const oldest of this.#masks.keys()) {
      if (this.#masks.size <= MAX_MASKS) break;
      this.#masks.delete(oldest);
    }
    return mask;
  }

  /** `edges`: what users decided about the calls of the run. */
  async open(name: string, path: string, edges: readonly EdgeDecision[]): Promise<OpenRun> {
    const { size, mtimeMs } = await stat(path);
    if (size > MAX_RUN_BYTES) {
      throw new OperationError(
        `The log has ${size} bytes, more than the ${MAX_RUN_BYTES} that operations read. Open it in the browser, or export a part of it.`,
      );
    }
    const stamp = `${name} ${size} ${mtimeMs} ${JSON.stringify(edges)}`;
    const known = this.#runs.get(path);
    this.#runs.delete(path);
    const cached =
      known?.stamp === stamp
        ? known
        : { stamp, run: openRunChunks(name, createReadStream(path), { redacts: true, edges }) };
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

async function createMask(path: string): Promise<Mask> {
  const matcher = new MatcherCache().get(await findCredentials(createReadStream(path)));
  if (matcher.isEmpty) return (text) => text;
  return (text) => maskBytes(Buffer.from(text), matcher, () => MASK).toString();
}

/** The reason may quote the log. */
export function refuseLog(error: unknown): never {
  throw new OperationError("The log cannot be read.", formatError(error));
}
