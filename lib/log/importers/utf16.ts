/** Imports UTF-16 text, as PowerShell and some editors save it. */

import type { Importer, ImportSink, ImportStream, OpenNestedLog } from "../importer.ts";

type ByteOrder = "utf-16le" | "utf-16be";

export const utf16: Importer = {
  id: "utf-16",
  label: "UTF-16 text",
  sniff: (_, bytes) => detectByteOrder(bytes) !== null,
  start: (sink, inside) => new Utf16Import(sink, inside),
};

/** Detects the byte order by the byte order mark, or by the zero bytes of ASCII letters. */
function detectByteOrder([
  first = 0,
  second = 0,
  third = 0,
  fourth = 0,
]: Uint8Array): ByteOrder | null {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  const isLetter = (byte: number) => byte >= 9 && byte < 127;
  if (isLetter(first) && second === 0 && isLetter(third) && fourth === 0) return "utf-16le";
  if (first === 0 && isLetter(second) && third === 0 && isLetter(fourth)) return "utf-16be";
  return null;
}

class Utf16Import implements ImportStream {
  readonly #innerLog: ImportStream;
  #decoder: TextDecoder | null = null;

  constructor(sink: ImportSink, inside: OpenNestedLog) {
    this.#innerLog = inside(sink);
  }

  push(bytes: Uint8Array): void {
    this.#decoder ??= new TextDecoder(detectByteOrder(bytes) ?? "utf-16le");
    this.#innerLog.push(new TextEncoder().encode(this.#decoder.decode(bytes, { stream: true })));
  }

  end(): void {
    this.#innerLog.push(new TextEncoder().encode(this.#decoder?.decode() ?? ""));
    this.#innerLog.end();
  }
}
