/**
 * Texts of a log that lies in a file, read again when somebody looks: the page holds the places of
 * its records, and not what they say. Whoever looks is in the middle of drawing, so it is read at
 * once, and by the piece, for neighbours are looked at together.
 */

import { recordIn } from "../log/record-shape.ts";
import type { TextSource } from "../wire/body.ts";
import { bytesFromBinary } from "../wire/utf8.ts";

const PIECE_BYTES = 1 << 18;
const NEWLINE = 10;

export class FileTexts implements TextSource {
  readonly #file: File;
  /** The piece read last. */
  #from = 0;
  #bytes: Uint8Array = new Uint8Array(0);
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });

  constructor(file: File) {
    this.#file = file;
  }

  /** A page that may not read its files at once must hold what it reads. */
  get works(): boolean {
    return this.#file.size > 0 && readNow(this.#file.slice(0, 1))?.length === 1;
  }

  textAt(place: number): string | null {
    const line = place < 0 ? null : this.#lineAt(place);
    const record = line === null ? null : recordIn(line);
    return record?.r === "data" ? (record.text ?? null) : null;
  }

  #lineAt(place: number): string | null {
    for (let room = PIECE_BYTES; ; room *= 4) {
      const at = place - this.#from;
      const end = at >= 0 && at < this.#bytes.length ? this.#bytes.indexOf(NEWLINE, at) : -1;
      if (end >= 0) return this.#decoder.decode(this.#bytes.subarray(at, end));
      // The last line may have no end.
      const isLast = at >= 0 && this.#from + this.#bytes.length >= this.#file.size;
      if (isLast && at < this.#bytes.length) return this.#decoder.decode(this.#bytes.subarray(at));
      const bytes = readNow(this.#file.slice(place, place + room));
      if (bytes === null || bytes.length === 0) return null;
      this.#from = place;
      this.#bytes = bytes;
    }
  }
}

/** `null` where it cannot be read: the file is gone, or was changed. */
function readNow(blob: Blob): Uint8Array | null {
  if (typeof XMLHttpRequest === "undefined") return null;
  const url = URL.createObjectURL(blob);
  try {
    const request = new XMLHttpRequest();
    request.open("GET", url, false);
    // A character a byte: the binary types are kept for those who wait.
    request.overrideMimeType("text/plain; charset=x-user-defined");
    request.send();
    return bytesFromBinary(request.responseText);
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(url);
  }
}
