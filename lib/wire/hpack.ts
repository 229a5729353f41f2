/**
 * Decodes the header blocks of one direction of an HTTP/2 connection (HPACK, RFC 7541), and writes
 * blocks that need no state.
 *
 * **Guarantees:** throws `HpackError` for a block that is not valid, after which the connection
 * cannot be read any further; keeps no more than the dynamic table, whose size is bounded.
 */

import { toBinaryString } from "../text/utf8.ts";
import type { HeaderList } from "./record.ts";

export class HpackError extends Error {}

type HeaderField = readonly [name: string, value: string];

/** Name, and value after `=`, of the static table, from index 1. */
const STATIC_TABLE: readonly HeaderField[] = (
  ":authority|:method=GET|:method=POST|:path=/|:path=/index.html|:scheme=http|:scheme=https|" +
  ":status=200|:status=204|:status=206|:status=304|:status=400|:status=404|:status=500|" +
  "accept-charset|accept-encoding=gzip, deflate|accept-language|accept-ranges|accept|" +
  "access-control-allow-origin|age|allow|authorization|cache-control|content-disposition|" +
  "content-encoding|content-language|content-length|content-location|content-range|content-type|" +
  "cookie|date|etag|expect|expires|from|host|if-match|if-modified-since|if-none-match|if-range|" +
  "if-unmodified-since|last-modified|link|location|max-forwards|proxy-authenticate|" +
  "proxy-authorization|range|referer|refresh|retry-after|server|set-cookie|" +
  "strict-transport-security|transfer-encoding|user-agent|vary|via|www-authenticate"
)
  .split("|")
  .map((entry) => {
    const at = entry.indexOf("=");
    return at < 0 ? [entry, ""] : [entry.slice(0, at), entry.slice(at + 1)];
  });

/** Lengths of the Huffman codes of all bytes, and of the end of a string. */
const CODE_LENGTHS: readonly number[] = [
  ...[13, 23, 28, 28, 28, 28, 28, 28, 28, 24, 30, 28, 28, 30, 28, 28],
  ...[28, 28, 28, 28, 28, 28, 30, 28, 28, 28, 28, 28, 28, 28, 28, 28],
  ...[6, 10, 10, 12, 13, 6, 8, 11, 10, 10, 8, 11, 8, 6, 6, 6],
  ...[5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 7, 8, 15, 6, 12, 10],
  ...[13, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7],
  ...[7, 7, 7, 7, 7, 7, 7, 7, 8, 7, 8, 13, 19, 13, 14, 6],
  ...[15, 5, 6, 5, 6, 5, 6, 6, 6, 5, 7, 7, 6, 6, 6, 5],
  ...[6, 7, 6, 5, 5, 6, 7, 7, 7, 7, 7, 15, 11, 14, 13, 28],
  ...[20, 22, 20, 20, 22, 22, 22, 23, 22, 23, 23, 23, 23, 23, 24, 23],
  ...[24, 24, 22, 23, 24, 23, 23, 23, 23, 21, 22, 23, 22, 23, 23, 24],
  ...[22, 21, 20, 22, 22, 23, 23, 21, 23, 22, 22, 24, 21, 22, 23, 23],
  ...[21, 21, 22, 21, 23, 22, 23, 23, 20, 22, 22, 22, 23, 22, 22, 23],
  ...[26, 26, 20, 19, 22, 23, 22, 25, 26, 26, 26, 27, 27, 26, 24, 25],
  ...[19, 21, 26, 27, 27, 26, 27, 24, 21, 21, 26, 26, 28, 27, 27, 27],
  ...[20, 24, 20, 21, 22, 21, 21, 23, 22, 22, 25, 25, 24, 24, 26, 23],
  ...[26, 27, 26, 26, 27, 27, 27, 27, 27, 28, 27, 27, 27, 27, 27, 26],
  30,
];
const END_OF_STRING = 256;

/** A tree of codes: each node has two indexes of nodes, or a symbol as a negative number minus one. */
const CODE_TREE = createCodeTree();

/** The codes are canonical: in the order of their lengths, and of symbols of equal length. */
function createCodeTree(): readonly (readonly number[])[] {
  const symbols = CODE_LENGTHS.map((length, symbol) => ({ length, symbol })).sort(
    (a, b) => a.length - b.length || a.symbol - b.symbol,
  );
  const tree: number[][] = [[0, 0]];
  let code = 0;
  let lastLength = symbols[0]?.length ?? 0;
  for (const { length, symbol } of symbols) {
    code *= 2 ** (length - lastLength);
    lastLength = length;
    let node = 0;
    for (let bit = length - 1; bit >= 0; bit--) {
      const side = Math.floor(code / 2 ** bit) % 2;
      const branches = tree[node] ?? [];
      if (bit === 0) branches[side] = -symbol - 1;
      else {
        branches[side] ||= tree.push([0, 0]) - 1;
        node = branches[side] ?? 0;
      }
    }
    code += 1;
  }
  return tree;
}

const DEFAULT_TABLE_SIZE = 4096;
/** Far more than any implementation uses. */
const MAX_TABLE_SIZE = 1 << 20;
/** What an entry costs beyond its characters. */
const ENTRY_OVERHEAD = 32;
const MAX_INTEGER = 2 ** 31;

export class HpackDecoder {
  /** Newest first. */
  readonly #table: HeaderField[] = [];
  #tableSize = 0;
  #maxTableSize = DEFAULT_TABLE_SIZE;

  /** A complete block. Names and values have one character for each byte. */
  decode(block: Uint8Array): HeaderField[] {
    const reader = new BlockReader(block);
    const fields: HeaderField[] = [];
    while (!reader.isAtEnd) {
      const first = reader.peek();
      if (first >= 0x80) fields.push(this.#getField(reader.readInteger(7)));
      else if (first >= 0x40) {
        const field = this.#readLiteral(reader, 6);
        fields.push(field);
        this.#add(field);
      } else if (first >= 0x20) this.#resize(reader.readInteger(5));
      else fields.push(this.#readLiteral(reader, 4));
    }
    return fields;
  }

  #readLiteral(reader: BlockReader, prefix: number): HeaderField {
    const index = reader.readInteger(prefix);
    const name = index === 0 ? reader.readString() : this.#getField(index)[0];
    return [name, reader.readString()];
  }

  #getField(index: number): HeaderField {
    const field = STATIC_TABLE[index - 1] ?? this.#table[index - 1 - STATIC_TABLE.length];
    if (!field) throw new HpackError(`no header field with index ${index}`);
    return field;
  }

  #add(field: HeaderField): void {
    this.#table.unshift(field);
    this.#tableSize += getSize(field);
    this.#evict();
  }

  #resize(size: number): void {
    if (size > MAX_TABLE_SIZE) throw new HpackError(`a table of ${size} bytes`);
    this.#maxTableSize = size;
    this.#evict();
  }

  #evict(): void {
    while (this.#tableSize > this.#maxTableSize) {
      const oldest = this.#table.pop();
      if (!oldest) return;
      this.#tableSize -= getSize(oldest);
    }
  }
}

const getSize = ([name, value]: HeaderField): number => name.length + value.length + ENTRY_OVERHEAD;

class BlockReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  peek(): number {
    const byte = this.#bytes[this.#at];
    if (byte === undefined) throw new HpackError("the block ends too early");
    return byte;
  }

  readInteger(prefix: number): number {
    const most = 2 ** prefix - 1;
    let value = this.peek() & most;
    this.#at += 1;
    if (value < most) return value;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.peek();
      this.#at += 1;
      value += (byte & 127) * factor;
      if (value > MAX_INTEGER) throw new HpackError("an integer is too large");
      if (byte < 128) return value;
    }
  }

  readString(): string {
    const isHuffman = this.peek() >= 0x80;
    const length = this.readInteger(7);
    const end = this.#at + length;
    if (end > this.#bytes.length) throw new HpackError("a string ends too early");
    const bytes = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return isHuffman ? decodeHuffman(bytes) : toBinaryString(bytes);
  }
}

function decodeHuffman(bytes: Uint8Array): string {
  const codes: number[] = [];
  let node = 0;
  /** Bits since the last symbol, which at the end are padding of ones. */
  let depth = 0;
  let isPadding = true;
  for (const byte of bytes) {
    for (let bit = 7; bit >= 0; bit--) {
      const side = (byte >> bit) & 1;
      const next = CODE_TREE[node]?.[side] ?? 0;
      if (next >= 0) {
        node = next;
        depth += 1;
        isPadding &&= side === 1;
        continue;
      }
      const symbol = -next - 1;
      if (symbol === END_OF_STRING) throw new HpackError("a string contains its end");
      codes.push(symbol);
      node = 0;
      depth = 0;
      isPadding = true;
    }
  }
  if (depth > 7 || !isPadding) throw new HpackError("a string ends inside a character");
  return toBinaryString(Uint8Array.from(codes));
}

const LENGTH_LIMIT = 127;

/**
 * A block that any decoder can read at any time, and that leaves its table as it is. Names and values
 * have one character for each byte.
 */
export function encodeHeaderBlock(headers: HeaderList): Uint8Array {
  const bytes: number[] = [];
  for (const field of headers) {
    // A literal that is not indexed, with a new name.
    bytes.push(0);
    for (const text of field) {
      const encoded = Uint8Array.from(text, (character) => character.charCodeAt(0));
      writeLength(bytes, encoded.length);
      bytes.push(...encoded);
    }
  }
  return Uint8Array.from(bytes);
}

function writeLength(bytes: number[], length: number): void {
  if (length < LENGTH_LIMIT) return void bytes.push(length);
  bytes.push(LENGTH_LIMIT);
  let rest = length - LENGTH_LIMIT;
  for (; rest >= 128; rest >>>= 7) bytes.push((rest & 127) | 128);
  bytes.push(rest);
}
