/**
 * Writes the file of one recording and lets any number of readers follow it.
 *
 * Guarantees: records are in the file in the order they were appended; nothing written is ever
 * changed or removed, even if another process writes to the same file; a reader gets a record only
 * after the system has written it to the file, also one that another process writes; memory does not
 * depend on how slow a reader is. A file that is deleted or truncated, or a full disk, ends the
 * recording with the reason.
 */

import { constants } from "node:fs";
import { type FileHandle, mkdir, open, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { LogHeader, WireRecord } from "../../wire/record.ts";
import { ApiError, toReadableError } from "../http/api-error.ts";
import { LineIndex } from "./line-index.ts";
import { closeTornLine, findEndOfLines, readLogStart, readLogTail } from "./log-file.ts";
import type { RecordingHolder } from "./recording-markers.ts";

/**
 * Clock of one recording: monotonic milliseconds since its start, with three decimals.
 */
class RecordingClock {
  #origin: number;

  /** `elapsed` is the time already passed when this process continued the recording. */
  constructor(elapsed = 0) {
    this.#origin = performance.now() - elapsed;
  }

  now(): number {
    return Math.round((performance.now() - this.#origin) * 1000) / 1000;
  }

  /** Continues after a time that another process has recorded. */
  advanceTo(time: number): void {
    this.#origin = Math.min(this.#origin, performance.now() - time);
  }
}

/** Complete lines, numbered from `from`. An empty batch means that the reader is up to date. */
export interface LineBatch {
  from: number;
  next: number;
  bytes: Buffer;
  /** The file offset after them. */
  end: number;
}

const READ_BYTES = 1 << 18;
const IDLE_CLOSE_MS = 5_000;
/** How often readers look for what another process has written: while it records, and otherwise. */
const FOLLOW_INTERVAL_MS = 250;
const LOOK_INTERVAL_MS = 2_000;
const NEWLINE = 10;
const NO_BYTES = Buffer.alloc(0);
const FILE_DELETED = "The recording's file was deleted or replaced outside this Loupe.";
const FILE_CUT_SHORT = "The recording's file was truncated outside this Loupe.";

export type FindHolder = () => Promise<RecordingHolder>;

interface RecorderStart {
  readonly size: number;
  /** The time already passed; `null` for a new recording. */
  readonly elapsed: number | null;
  /** Absent: only this process records. */
  readonly findHolder?: FindHolder;
}

export class Recorder {
  readonly id: string;
  readonly path: string;
  readonly #index: LineIndex;
  readonly #clock: RecordingClock;
  #needsResume: boolean;

  /** File offset after the last complete line. */
  #size: number;
  /** End of the file when this process last wrote to it or checked it. */
  #end: number;
  #pendingLines: string[] = [];
  #pendingBytes = 0;
  #writing: Promise<void> | null = null;
  #file: FileHandle | null = null;
  #idleTimer: NodeJS.Timeout | undefined;
  readonly #findHolder: FindHolder;
  #isHeldElsewhere = false;
  #lookTimer: NodeJS.Timeout | undefined;
  #refreshing: Promise<void> | null = null;
  readonly #failureController = new AbortController();
  /** The last written batch, for readers that are up to date. */
  #lastBatch = { at: -1, bytes: NO_BYTES };
  readonly #listeners = new Set<() => void>();

  private constructor(
    path: string,
    id: string,
    { size, elapsed, findHolder = async () => "here" }: RecorderStart,
  ) {
    this.id = id;
    this.#findHolder = findHolder;
    this.path = path;
    this.#index = new LineIndex(path);
    this.#clock = new RecordingClock(elapsed ?? 0);
    this.#needsResume = elapsed !== null;
    this.#size = size;
    this.#end = size;
  }

  /** Starts a recording: `<folder>/<id>.jsonl`, readable only by its owner. */
  static async create(
    folder: string,
    header: LogHeader,
    findHolder?: FindHolder,
  ): Promise<Recorder> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return Recorder.createFile(join(folder, `${header.id}.jsonl`), header, findHolder);
  }

  /** Starts a recording in a new file of any name. */
  static async createFile(
    path: string,
    header: LogHeader,
    findHolder?: FindHolder,
  ): Promise<Recorder> {
    const file = await open(path, "ax", 0o600);
    await file.close();
    const start = { size: 0, elapsed: null, ...(findHolder && { findHolder }) };
    const recorder = new Recorder(path, header.id, start);
    recorder.append(header);
    await recorder.waitUntilWritten();
    if (recorder.failure) {
      // An incomplete header is not a recording.
      await rm(path, { force: true });
      throw recorder.failure;
    }
    return recorder;
  }

  /** Continues a recording, or follows that of another process. */
  static async open(path: string, id: string, findHolder?: FindHolder): Promise<Recorder> {
    const { size, header } = await readLogStart(path);
    const { lastTime } = await readLogTail(path, size);
    // Time must not run backwards after the wall clock was set back.
    const byWallClock = header?.at ? Date.now() - Date.parse(header.at) : 0;
    const elapsed = Math.max(lastTime, byWallClock || 0);
    const start = { size: await findEndOfLines(path), elapsed, ...(findHolder && { findHolder }) };
    return new Recorder(path, id, start);
  }

  /** Milliseconds since the start of the recording. */
  now(): number {
    return this.#clock.now();
  }

  /** Bytes appended but not yet in the file. */
  get pendingBytes(): number {
    return this.#pendingBytes;
  }

  /** Bytes of the recording, also those not yet in the file. */
  get length(): number {
    return this.#size + this.#pendingBytes;
  }

  /** Why nothing more can be written, for example a full disk. */
  get failure(): Error | null {
    const { aborted, reason } = this.#failureController.signal;
    return aborted ? reason : null;
  }

  /** Aborts when nothing more can be written. */
  get failureSignal(): AbortSignal {
    return this.#failureController.signal;
  }

  /** Another process records, as of the last look. */
  get isHeldElsewhere(): boolean {
    return this.#isHeldElsewhere;
  }

  append(record: WireRecord): void {
    if (this.failure) return;
    if (this.#needsResume) {
      this.#needsResume = false;
      // Not later than the record that follows, which already has its time.
      const t = ("t" in record ? record.t : null) ?? this.now();
      this.#enqueue({ r: "resume", t, at: new Date().toISOString() });
    }
    this.#enqueue(record);
  }

  #enqueue(record: WireRecord): void {
    const line = `${JSON.stringify(record)}\n`;
    this.#pendingLines.push(line);
    this.#pendingBytes += line.length;
    this.#writing ??= this.#write();
  }

  /** Resolves when everything appended so far is in the file, or writing has failed. */
  async waitUntilWritten(): Promise<void> {
    while (this.#writing) await this.#writing;
  }

  /** Ends the recording; readers get the reason. */
  async close(reason = "The recording was closed."): Promise<void> {
    await this.waitUntilWritten();
    this.#failureController.abort(new Error(reason));
    clearTimeout(this.#idleTimer);
    clearTimeout(this.#lookTimer);
    await this.#closeFile();
    this.#notifyListeners();
  }

  /**
   * Looks for what another process has written. When nobody records, a last line torn by a crash is
   * closed, and a note says so; if that cannot be written, the lines before it can still be read.
   */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  async #refresh(): Promise<void> {
    // Who records is asked before the size: when nobody does, everything is in the file.
    const holder = await this.#findHolder();
    if (holder === "here") return;
    const isElsewhere = holder === "elsewhere";
    let { size } = await stat(this.path);
    if (!isElsewhere && this.#writing === null && size !== this.#size) {
      await closeTornLine(this.path, this.now()).catch(() => undefined);
      ({ size } = await stat(this.path));
    }
    const hasChanged = isElsewhere !== this.#isHeldElsewhere;
    // What this process writes is checked when it is written.
    const hasGrown = this.#writing === null && size > this.#end;
    if (hasGrown) await this.#readGrowth(size);
    if (hasChanged && !isElsewhere) this.#needsResume = true;
    this.#isHeldElsewhere = isElsewhere;
    if (hasChanged || hasGrown) this.#notifyListeners();
  }

  async #readGrowth(size: number): Promise<void> {
    this.#end = size;
    const end = await findEndOfLines(this.path);
    this.#clock.advanceTo((await readLogTail(this.path, end)).lastTime);
    this.#size = Math.max(this.#size, end);
  }

  /**
   * Follows the recording from a line until the signal aborts: batches of complete lines, and an
   * empty batch each time the reader is up to date.
   */
  async *tail(from: number, signal?: AbortSignal): AsyncGenerator<LineBatch> {
    let { line, offset } = await this.#index.find(from, this.#size);
    const file = await open(this.path, "r");
    try {
      while (!signal?.aborted) {
        if (offset < this.#size) {
          const bytes =
            this.#lastBatch.at === offset ? this.#lastBatch.bytes : await this.#read(file, offset);
          const next = line + countLines(bytes);
          offset += bytes.length;
          yield { from: line, next, bytes, end: offset };
          line = next;
        } else {
          yield { from: line, next: line, bytes: NO_BYTES, end: offset };
          if (signal?.aborted) return;
          if (offset < this.#size) continue;
          if (this.failure) throw this.failure;
          await this.#waitForChange(signal);
        }
      }
    } finally {
      await file.close();
    }
  }

  /** Runs one write at a time; records appended meanwhile go into the next. */
  async #write(): Promise<void> {
    clearTimeout(this.#idleTimer);
    try {
      // Everything appended in the same turn goes into the first write.
      await Promise.resolve();
      this.#file ??= await this.#open();
      while (this.#pendingLines.length > 0) {
        const bytes = Buffer.from(this.#pendingLines.join(""));
        const writtenBytes = this.#pendingBytes;
        this.#pendingLines = [];
        await writeAll(this.#file, bytes);
        await this.#checkFile(this.#file, bytes);
        this.#pendingBytes -= writtenBytes;
        this.#notifyListeners();
      }
      this.#idleTimer = setTimeout(() => void this.#closeFile(), IDLE_CLOSE_MS).unref();
    } catch (error) {
      this.#failureController.abort(toReadableError(error));
      this.#pendingLines = [];
      this.#pendingBytes = 0;
      await this.#closeFile();
      this.#notifyListeners();
    } finally {
      this.#writing = null;
    }
  }

  /** Opens the existing file, with anything others wrote since; never creates a new one. */
  async #open(): Promise<FileHandle> {
    await closeTornLine(this.path, this.now());
    const file = await open(this.path, constants.O_WRONLY | constants.O_APPEND);
    try {
      await this.#checkFile(file);
      return file;
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** Checks where the file ends after these bytes of our own. */
  async #checkFile(file: FileHandle, bytes = NO_BYTES): Promise<void> {
    const { size, nlink } = await file.stat();
    if (nlink === 0) throw new ApiError("failed", FILE_DELETED);
    if (size < this.#end + bytes.length) throw new ApiError("failed", FILE_CUT_SHORT);
    const isAlone = size === this.#end + bytes.length;
    this.#lastBatch =
      isAlone && bytes.length > 0 ? { at: this.#end, bytes } : { at: -1, bytes: NO_BYTES };
    this.#size = isAlone && this.#size === this.#end ? size : await findEndOfLines(this.path);
    this.#end = size;
  }

  async #closeFile(): Promise<void> {
    const file = this.#file;
    this.#file = null;
    // Frees the batch: after a pause, readers read the file, and a server has many recordings.
    this.#lastBatch = { at: -1, bytes: NO_BYTES };
    try {
      await file?.close();
    } catch (error) {
      // Some file systems report a failed write only on close.
      if (!this.failure) this.#failureController.abort(toReadableError(error));
      this.#notifyListeners();
    }
  }

  /** Reads from an offset, at least one complete line. */
  async #read(file: FileHandle, offset: number): Promise<Buffer> {
    for (let want = READ_BYTES; ; want *= 2) {
      const length = Math.min(want, this.#size - offset);
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, offset);
      const end = buffer.lastIndexOf(NEWLINE, bytesRead - 1) + 1;
      if (end > 0) return buffer.subarray(0, end);
      if (bytesRead < length || offset + length >= this.#size) {
        throw new ApiError("failed", FILE_CUT_SHORT);
      }
    }
  }

  /** Readers that are up to date look again: whether the recording is live has changed. */
  notifyReaders(): void {
    this.#notifyListeners();
  }

  #notifyListeners(): void {
    for (const listener of this.#listeners) listener();
  }

  /** As long as somebody reads. */
  #look(): void {
    const interval = this.#isHeldElsewhere ? FOLLOW_INTERVAL_MS : LOOK_INTERVAL_MS;
    this.#lookTimer ??= setTimeout(async () => {
      await this.refresh().catch(() => undefined);
      this.#lookTimer = undefined;
      if (this.#listeners.size > 0 && !this.failure) this.#look();
    }, interval).unref();
  }

  #waitForChange(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        this.#listeners.delete(done);
        signal?.removeEventListener("abort", done);
        resolve();
      };
      this.#listeners.add(done);
      this.#look();
      signal?.addEventListener("abort", done);
    });
  }
}

/** Writes in one go, so that other writers to the file write before or after it. */
async function writeAll(file: FileHandle, bytes: Buffer): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done);
    done += bytesWritten;
  }
}

function countLines(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) lines += 1;
  return lines;
}
