/**
 * Metadata files of the recordings in a folder: `<id>.about.jsonl` beside each log, with its name,
 * tags, notes and verdict.
 *
 * Guarantees: a change is one append, so another tab or the command line may write at the same time;
 * a line torn by a crash is closed and only that line is lost; logs are never touched; a file is read
 * again only if it has changed.
 */
import { appendFile, open, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  EMPTY_METADATA,
  type MetadataChange,
  parseMetadata,
  type RecordingMetadata,
  toMetadataChanges,
} from "../../api/recording-metadata.ts";
import { ApiError } from "../http/api-error.ts";

const SUFFIX = ".about.jsonl";
/** Far more than users write. Anything beyond it is not read. */
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

  readonly #onChange: (id: string) => void;

  /** `onChange` is told of every recording whose file this process has changed. */
  constructor(folder: string, onChange: (id: string) => void = () => undefined) {
    this.#folder = folder;
    this.#onChange = onChange;
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

  /** The lines of the file; empty if there is none. */
  async readText(id: string): Promise<string> {
    const path = this.#getPath(id);
    const found = await stat(path).catch(() => null);
    return found?.isFile() ? (await readUpTo(path, found.size)).toString("utf8") : "";
  }

  append(id: string, changes: readonly MetadataChange[]): Promise<RecordingMetadata> {
    return this.appendLines(id, formatLines(changes));
  }

  /** Appends whole lines, for example of another Loupe. */
  async appendLines(id: string, lines: string): Promise<RecordingMetadata> {
    const path = this.#getPath(id);
    const bytes = (await stat(path).catch(() => null))?.size ?? 0;
    if (bytes + lines.length > MAX_BYTES) {
      throw new ApiError(
        "bad-request",
        "This recording's metadata file is full.",
        "Duplicate the recording: the copy keeps the current notes and tags and has space again.",
      );
    }
    const isTorn = bytes > 0 && (await readLastByte(path, bytes)) !== NEWLINE;
    this.#onChange(id);
    await appendFile(path, `${isTorn ? "\n" : ""}${lines}`, { mode: 0o600 });
    this.#onChange(id);
    return this.read(id);
  }

  /** Creates the file of a new recording. */
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

function formatLines(changes: readonly MetadataChange[]): string {
  return changes.map((change) => `${JSON.stringify(change)}\n`).join("");
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
