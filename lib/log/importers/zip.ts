/**
 * Imports a zip archive: opens the first file that contains A2A, and names the others. Reads from
 * the start, so a truncated archive yields what it has.
 *
 *     zip run.zip run.jsonl && loupe inspect run.zip
 */

import { crc32 } from "../../compression/crc32.ts";
import { DecompressionLimit, Inflate, InflateError } from "../../compression/inflate.ts";
import { ByteQueue } from "../../text/byte-queue.ts";
import { formatPlural } from "../../text/plural.ts";
import { SKIPPED_TEXT_LIMIT } from "../../wire/record.ts";
import {
  type Importer,
  type ImportSink,
  type ImportStream,
  type OpenNestedLog,
  UnreadableLog,
} from "../importer.ts";
import { TrialImport } from "../zip/trial-import.ts";
import { isZip, takeDescriptor, takeHeader, type ZipFile } from "../zip/zip-header.ts";

export const zip: Importer = {
  id: "zip",
  label: "zip",
  sniff: (_, bytes) => isZip(bytes),
  start: (sink, inside) => new ZipImport(sink, inside),
};

/** Folders, and files that operating systems add. */
const NON_LOG_FILE = /\/$|^__MACOSX\/|(?:^|\/)\.DS_Store$/;

interface OpenZipFile {
  readonly file: ZipFile;
  readonly inflate: Inflate | null;
  /** `null` if its content is not needed. */
  readonly trial: TrialImport | null;
  remaining: number;
  crc: number;
  /** The rest of the file is skipped. */
  isSkipped: boolean;
  /** The file's data descriptor follows. */
  isAtDescriptor: boolean;
}

class ZipImport implements ImportStream {
  readonly #sink: ImportSink;
  readonly #openNestedLog: OpenNestedLog;
  readonly #queue = new ByteQueue();
  readonly #limit = new DecompressionLimit();
  #current: OpenZipFile | null = null;
  #accepted: TrialImport | null = null;
  #isOver = false;
  /** Files that were not opened, with the reason if needed. */
  readonly #others: string[] = [];

  constructor(sink: ImportSink, inside: OpenNestedLog) {
    this.#sink = sink;
    this.#openNestedLog = inside;
  }

  push(bytes: Uint8Array): void {
    if (this.#isOver) return;
    this.#queue.push(bytes);
    while (!this.#isOver && (this.#current ? this.#unpack(this.#current) : this.#openNext()));
  }

  end(): void {
    const cut = this.#current;
    if (cut) {
      this.#current = null;
      this.#skip(`the archive is cut off inside ${cut.file.name}`);
      this.#closeFile(cut, null);
    } else if (!this.#isOver) this.#skip("the archive is cut off");
    const names = this.#others.join(", ");
    if (!this.#accepted) {
      throw new UnreadableLog(
        `No file in this archive contains A2A (from byte 0): ${names || "it has no files"}.`,
      );
    }
    const count = this.#others.length;
    if (count === 0) return;
    const reason = `${formatPlural(count, "other file")} in this archive, not opened`;
    const text = names.slice(0, SKIPPED_TEXT_LIMIT);
    this.#sink.skip({ at: this.#queue.offset, reason, text, beside: true });
  }

  #openNext(): boolean {
    const file = takeHeader(this.#queue);
    if (file === "wait") return false;
    if (file === "end") {
      this.#isOver = true;
      return false;
    }
    const isReadable = file.unreadableReason === null;
    const isWanted = isReadable && !this.#accepted && !NON_LOG_FILE.test(file.name);
    const trial = isWanted ? new TrialImport(this.#sink, this.#openNestedLog) : null;
    const isInflated = file.method === 8 && (isWanted || file.packedLength === null);
    const current: OpenZipFile = {
      file,
      trial,
      inflate:
        isReadable && isInflated
          ? new Inflate((bytes) => this.#addContent(current, bytes), this.#limit)
          : null,
      remaining: file.packedLength ?? Number.POSITIVE_INFINITY,
      crc: 0,
      isSkipped: !isWanted && file.packedLength !== null,
      isAtDescriptor: false,
    };
    this.#current = current;
    // The start of the next file is unknown.
    if (!isReadable && file.packedLength === null) this.#stop(current);
    return true;
  }

  #unpack(current: OpenZipFile): boolean {
    if (current.isAtDescriptor) {
      const descriptor = takeDescriptor(this.#queue);
      if (descriptor) this.#closeFile(current, descriptor.crc);
      return descriptor !== null;
    }
    const { file, inflate } = current;
    const bytes = this.#queue.peek(current.remaining);
    if (bytes.length === 0 && current.remaining > 0) return false;
    const taken = current.isSkipped ? bytes.length : this.#feed(current, bytes);
    this.#queue.take(taken);
    current.remaining -= taken;
    if (this.#isOver) return false;
    current.isSkipped ||= current.trial?.outcome === "rejected" && file.packedLength !== null;
    if (file.packedLength === null) current.isAtDescriptor = inflate?.isDone === true;
    else if (current.remaining === 0) this.#closeFile(current, current.isSkipped ? null : file.crc);
    else if (inflate?.isDone) current.isSkipped = true;
    return true;
  }

  /** Returns how many of the bytes belong to the file. */
  #feed(current: OpenZipFile, bytes: Uint8Array): number {
    const { file, inflate } = current;
    if (!inflate) {
      this.#addContent(current, bytes);
      return bytes.length;
    }
    try {
      return inflate.push(bytes);
    } catch (error) {
      if (!(error instanceof InflateError)) throw error;
      this.#skip(`${file.name} is damaged: ${error.message}`);
      if (file.packedLength === null) this.#stop(current);
      else current.isSkipped = true;
      return bytes.length;
    }
  }

  #stop(current: OpenZipFile): void {
    this.#closeFile(current, null);
    this.#isOver = true;
  }

  #addContent(current: OpenZipFile, bytes: Uint8Array): void {
    current.crc = crc32(bytes, current.crc);
    current.trial?.push(bytes);
  }

  /** `expectedCrc`: the checksum stored in the archive. */
  #closeFile({ file, trial, crc }: OpenZipFile, expectedCrc: number | null): void {
    this.#current = null;
    if (trial && expectedCrc !== null && crc !== expectedCrc) {
      this.#skip(`${file.name} is damaged: its checksum does not match`);
    }
    trial?.end();
    if (trial?.outcome === "accepted") this.#accepted = trial;
    else if (!NON_LOG_FILE.test(file.name)) {
      this.#others.push(
        file.unreadableReason ? `${file.name} (${file.unreadableReason})` : file.name,
      );
    }
  }

  #skip(reason: string): void {
    this.#sink.skip({ at: this.#queue.offset, reason, text: "" });
  }
}
