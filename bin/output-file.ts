/**
 * The file that a command writes its result to. Opened before the work begins, which may be long and
 * would be lost.
 *
 * Guarantees: only a plain file is ever replaced, and only if that is allowed; a device or a pipe is
 * written to as it is; a folder, a socket or anything else is refused and left as it was; nothing
 * waits for a reader of a pipe; a terminal gets nothing that it would obey.
 */

import { constants } from "node:fs";
import { access, type FileHandle, lstat, open, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { isatty } from "node:tty";
import { getErrorMessage } from "../lib/text/error-message.ts";
import { escapeControls } from "../lib/text/hidden-characters.ts";

interface OutputOptions {
  /** A plain file that exists is replaced. */
  readonly isForced: boolean;
  /** Other users cannot read it: it is a log. */
  readonly isPrivate?: boolean;
}

type OutputContent = string | Iterable<string> | AsyncIterable<string>;

export interface OutputFile {
  readonly path: string;
  /** What was written can be read again. */
  readonly isPlain: boolean;
  /** Writes the whole content and closes the file. */
  write(content: OutputContent): Promise<void>;
  /** Has no effect after `write`. */
  close(): Promise<void>;
}

/** Resolves to an error message if it cannot be written. A new file is created by `write`. */
export async function openOutput(
  path: string,
  options: OutputOptions,
): Promise<OutputFile | string> {
  try {
    const kind = await getFileKind(path);
    if (kind === "device") return new SpecialFile(path, await openDevice(path));
    if (kind === "pipe") return new SpecialFile(path, await openPipe(path));
    const error = await findPlainFileError(path, options.isForced);
    return error ?? new PlainFile(path, options);
  } catch (error) {
    return describeError(path, error);
  }
}

/** An error message if the path is neither new nor a plain file that may be replaced. */
export async function findPlainFileError(path: string, isForced: boolean): Promise<string | null> {
  try {
    const kind = await getFileKind(path);
    if (kind === "none") {
      await access(dirname(path), constants.W_OK).catch(() => {
        throw new Error("its folder does not exist or is not writable");
      });
    } else if (kind !== "file") throw new Error(`it is ${KIND_NAMES[kind]}, not a file`);
    else if (!isForced) throw new Error(FILE_EXISTS);
    else await access(path, constants.W_OK);
    return null;
  } catch (error) {
    return describeError(path, error);
  }
}

export async function isExistingFile(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

const FILE_EXISTS = "the file exists; use --force to replace it";

function describeError(path: string, error: unknown): string {
  const isExisting = error instanceof Error && "code" in error && error.code === "EEXIST";
  return `cannot write ${path}: ${isExisting ? FILE_EXISTS : getErrorMessage(error)}`;
}

const KIND_NAMES = {
  folder: "a folder",
  pipe: "a pipe",
  device: "a device",
  socket: "a socket",
  disk: "a disk",
} as const;

type FileKind = "none" | "file" | keyof typeof KIND_NAMES;

/** What a path leads to, also through links. */
async function getFileKind(path: string): Promise<FileKind> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    return null;
  });
  if (!found) {
    const link = await lstat(path).catch(() => null);
    if (link) throw new Error("it is a link to a file that does not exist");
    return "none";
  }
  if (found.isFile()) return "file";
  if (found.isDirectory()) return "folder";
  if (found.isFIFO()) return "pipe";
  if (found.isCharacterDevice()) return "device";
  return found.isSocket() ? "socket" : "disk";
}

const { O_WRONLY, O_NONBLOCK, O_NOCTTY } = constants;

const openDevice = (path: string) => open(path, O_WRONLY | O_NOCTTY);

/** Without a reader, opening a pipe would wait for one. */
async function openPipe(path: string): Promise<FileHandle> {
  const probe = await open(path, O_WRONLY | O_NONBLOCK).catch((error: NodeJS.ErrnoException) => {
    throw error.code === "ENXIO" ? new Error("it is a pipe that no program reads") : error;
  });
  try {
    return await open(path, O_WRONLY);
  } finally {
    await probe.close();
  }
}

class PlainFile implements OutputFile {
  readonly isPlain = true;
  readonly path: string;
  readonly #options: OutputOptions;

  constructor(path: string, options: OutputOptions) {
    this.path = path;
    this.#options = options;
  }

  async write(content: OutputContent): Promise<void> {
    const { isForced, isPrivate = false } = this.#options;
    try {
      const file = await open(this.path, isForced ? "w" : "wx", isPrivate ? 0o600 : 0o666);
      if (isPrivate) await file.chmod(0o600);
      await copyTo(content, file.createWriteStream());
    } catch (error) {
      throw new Error(describeError(this.path, error));
    }
  }

  async close(): Promise<void> {}
}

class SpecialFile implements OutputFile {
  readonly isPlain = false;
  readonly path: string;
  readonly #file: FileHandle;

  constructor(path: string, file: FileHandle) {
    this.path = path;
    this.#file = file;
  }

  async write(content: OutputContent): Promise<void> {
    const shown = isatty(this.#file.fd) ? escapeAll(content) : content;
    try {
      await copyTo(shown, this.#file.createWriteStream());
    } catch (error) {
      throw new Error(describeError(this.path, error));
    }
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}

const copyTo = (content: OutputContent, stream: Writable) =>
  pipeline(Readable.from(content), stream);

async function* escapeAll(content: OutputContent): AsyncGenerator<string> {
  if (typeof content === "string") yield escapeControls(content);
  else for await (const chunk of content) yield escapeControls(chunk);
}
