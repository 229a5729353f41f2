/**
 * What is said about the recordings of a folder, each in `<id>.about.jsonl` beside its log.
 *
 * Guarantees: a saying is one append, so that another tab or the command line may speak at the same
 * time; a line that a crash tore is closed off and costs nothing but itself; nothing here touches a
 * log; what is read again was changed since.
 */
import { appendFile, open, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  EMPTY_METADATA,
  type MetadataChange,
  parseMetadata,
  type RecordingMetadata,
  toMetadataChanges,
} from "../wire/recording-metadata.ts";
import { ApiError } from "./api-error.ts";

const SUFFIX = ".about.jsonl";
/** Far more than people write; what stands beyond it is not read. */
const MAX_BYTES = 1 << 22;
const NEWLINE = 10;

interface CachedMetadata {
  readonly bytes: number;
  readonly changed: number;
  readonly metadata: RecordingMetadata;
}

export class MetadataFiles {
  readonly #folder: string;
  readonly #cache = new Map<string, CachedMetadata>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  async read(id: string): Promise<RecordingMetadata> {
    const path = this.#getPath(id);
    const found = await stat(path).catch(() => null);
    if (!found?.isFile()) {
      this.#cache.delete(id);
      return EMPTY_METADATA;
    }
    const { size, mtimeMs } = found;
    const known = this.#cache.get(id);
    if (known?.bytes === size && known.changed === mtimeMs) return known.metadata;
    const about = parseMetadata((await readUpTo(path, size)).toString("utf8"));
    this.#cache.set(id, { bytes: size, changed: mtimeMs, metadata: about });
    return about;
  }

  async append(id: string, sayings: readonly MetadataChange[]): Promise<RecordingMetadata> {
    const lines = formatLines(sayings);
    const path = this.#getPath(id);
    const bytes = (await stat(path).catch(() => null))?.size ?? 0;
    if (bytes + lines.length > MAX_BYTES) {
      throw new ApiError(
        "bad-request",
        "Too much was said about this recording already.",
        "A duplicate of it keeps what holds now and has room again.",
      );
    }
    const isTorn = bytes > 0 && (await readLastByte(path, bytes)) !== NEWLINE;
    await appendFile(path, `${isTorn ? "\n" : ""}${lines}`, { mode: 0o600 });
    return this.read(id);
  }

  /** Begins the file of a new recording. */
  async create(id: string, about: RecordingMetadata): Promise<void> {
    const lines = formatLines(toMetadataChanges(about, new Date().toISOString()));
    if (lines !== "") await writeFile(this.#getPath(id), lines, { mode: 0o600, flag: "wx" });
  }

  async remove(id: string): Promise<void> {
    this.#cache.delete(id);
    await rm(this.#getPath(id), { force: true });
  }

  #getPath(id: string): string {
    return join(this.#folder, `${id}${SUFFIX}`);
  }
}

function formatLines(sayings: readonly MetadataChange[]): string {
  return sayings.map((saying) => `${JSON.stringify(saying)}\n`).join("");
}

async function readUpTo(path: string, size: number): Promise<Buffer> {
  const file = await open(path, "r");
  try {
    const length = Math.min(size, MAX_BYTES);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function readLastByte(path: string, size: number): Promise<number | undefined> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
    return bytesRead === 1 ? buffer[0] : undefined;
  } finally {
    await file.close();
  }
}
