/**
 * A zip archive: the first of its files that holds A2A is opened, the others are named. Read from
 * its beginning on, so that an archive that was cut off gives what it has.
 */

import { ByteQueue } from "../../wire/byte-queue.ts";
import { crc32 } from "../../wire/crc32.ts";
import { DecompressionLimit, Inflate, InflateError } from "../../wire/inflate.ts";
import { formatPlural } from "../../wire/plural.ts";
import { SKIPPED_TEXT_LIMIT } from "../../wire/record.ts";
import type { Importer, ImportRun, ImportSink, OpenInside } from "../importer.ts";
import { UnreadableLog } from "../unreadable.ts";
import { isZip, takeDescriptor, takeHeader, type ZipFile } from "../zip/header.ts";
import { Trial } from "../zip/trial.ts";

export const zip: Importer = {
  id: "zip",
  label: "zip",
  sniff: (_, bytes) => isZip(bytes),
  start: (sink, inside) => new ZipRun(sink, inside),
};

/** Folders, and what systems put beside files. */
const NO_FILE = /\/$|^__MACOSX\/|(?:^|\/)\.DS_Store$/;

interface Unpacking {
  readonly file: ZipFile;
  readonly inflate: Inflate | null;
  /** `null` where nobody wants its content. */
  readonly trial: Trial | null;
  left: number;
  crc: number;
  /** The rest of it is not read. */
  isPassedOver: boolean;
  /** What follows is what is told behind it. */
  isBehind: boolean;
}

class ZipRun implements ImportRun {
  readonly #sink: ImportSink;
  readonly #inside: OpenInside;
  readonly #queue = new ByteQueue();
  readonly #tightness = new DecompressionLimit();
  #current: Unpacking | null = null;
  #accepted: Trial | null = null;
  #isOver = false;
  /** Files that were not opened, and why where that is not plain. */
  readonly #others: string[] = [];

  constructor(sink: ImportSink, inside: OpenInside) {
    this.#sink = sink;
    this.#inside = inside;
  }

  push(bytes: Uint8Array): void {
    if (this.#isOver) return;
    this.#queue.push(bytes);
    while (!this.#isOver && (this.#current ? this.#unpack(this.#current) : this.#next()));
  }

  end(): void {
    const cut = this.#current;
    if (cut) {
      this.#current = null;
      this.#skip(`the archive is cut off inside of ${cut.file.name}`);
      this.#done(cut, null);
    } else if (!this.#isOver) this.#skip("the archive is cut off");
    const names = this.#others.join(", ");
    if (!this.#accepted) {
      throw new UnreadableLog(
        `No file of this archive holds A2A from byte 0 on: ${names || "it has none"}.`,
      );
    }
    const count = this.#others.length;
    if (count === 0) return;
    const reason = `${formatPlural(count, "other file")} of this archive, not opened`;
    const text = names.slice(0, SKIPPED_TEXT_LIMIT);
    this.#sink.skip({ at: this.#queue.offset, reason, text, beside: true });
  }

  #next(): boolean {
    const file = takeHeader(this.#queue);
    if (file === "wait") return false;
    if (file === "end") {
      this.#isOver = true;
      return false;
    }
    const isReadable = file.refusal === null;
    const isWanted = isReadable && !this.#accepted && !NO_FILE.test(file.name);
    const trial = isWanted ? new Trial(this.#sink, this.#inside) : null;
    const isInflated = file.method === 8 && (isWanted || file.packed === null);
    const current: Unpacking = {
      file,
      trial,
      inflate:
        isReadable && isInflated
          ? new Inflate((bytes) => this.#content(current, bytes), this.#tightness)
          : null,
      left: file.packed ?? Number.POSITIVE_INFINITY,
      crc: 0,
      isPassedOver: !isWanted && file.packed !== null,
      isBehind: false,
    };
    this.#current = current;
    // Nobody knows where the next file begins.
    if (!isReadable && file.packed === null) this.#stop(current);
    return true;
  }

  #unpack(current: Unpacking): boolean {
    if (current.isBehind) {
      const told = takeDescriptor(this.#queue);
      if (told) this.#done(current, told.crc);
      return told !== null;
    }
    const { file, inflate } = current;
    const bytes = this.#queue.peek(current.left);
    if (bytes.length === 0 && current.left > 0) return false;
    const taken = current.isPassedOver ? bytes.length : this.#feed(current, bytes);
    this.#queue.take(taken);
    current.left -= taken;
    if (this.#isOver) return false;
    current.isPassedOver ||= current.trial?.verdict === "rejected" && file.packed !== null;
    if (file.packed === null) current.isBehind = inflate?.isDone === true;
    else if (current.left === 0) this.#done(current, current.isPassedOver ? null : file.crc);
    else if (inflate?.isDone) current.isPassedOver = true;
    return true;
  }

  /** Returns how many of the bytes were the file's. */
  #feed(current: Unpacking, bytes: Uint8Array): number {
    const { file, inflate } = current;
    if (!inflate) {
      this.#content(current, bytes);
      return bytes.length;
    }
    try {
      return inflate.push(bytes);
    } catch (error) {
      if (!(error instanceof InflateError)) throw error;
      this.#skip(`${file.name} is damaged: ${error.message}`);
      if (file.packed === null) this.#stop(current);
      else current.isPassedOver = true;
      return bytes.length;
    }
  }

  #stop(current: Unpacking): void {
    this.#done(current, null);
    this.#isOver = true;
  }

  #content(current: Unpacking, bytes: Uint8Array): void {
    current.crc = crc32(bytes, current.crc);
    current.trial?.push(bytes);
  }

  /** `told` is the checksum that it should have. */
  #done({ file, trial, crc }: Unpacking, told: number | null): void {
    this.#current = null;
    if (trial && told !== null && crc !== told) {
      this.#skip(`${file.name} is damaged: its checksum differs`);
    }
    trial?.end();
    if (trial?.verdict === "accepted") this.#accepted = trial;
    else if (!NO_FILE.test(file.name)) {
      this.#others.push(file.refusal ? `${file.name} (${file.refusal})` : file.name);
    }
  }

  #skip(reason: string): void {
    this.#sink.skip({ at: this.#queue.offset, reason, text: "" });
  }
}
