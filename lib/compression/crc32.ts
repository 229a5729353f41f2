/**
 * CRC-32, the checksum of gzip and zip, computed incrementally and four bytes at a time.
 *
 * **Guarantees:** the result does not depend on how the bytes were split.
 */

/** Four tables of 256: table `n` holds the effect of a byte that `n` zero bytes follow. */
const TABLES = createTables();

function createTables(): Uint32Array {
  const tables = new Uint32Array(4 * 256);
  for (let byte = 0; byte < 256; byte++) {
    let rest = byte;
    for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
    tables[byte] = rest;
  }
  for (let at = 256; at < tables.length; at++) {
    const before = tables[at - 256] ?? 0;
    tables[at] = (before >>> 8) ^ (tables[before & 0xff] ?? 0);
  }
  return tables;
}

const lookUp = (table: number, byte: number) => TABLES[table * 256 + (byte & 0xff)] ?? 0;

/** Continues a checksum with more bytes. */
export function crc32(bytes: Uint8Array, before = 0): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const whole = bytes.length & ~3;
  let crc = ~before;
  for (let at = 0; at < whole; at += 4) {
    crc ^= view.getInt32(at, true);
    crc = lookUp(3, crc) ^ lookUp(2, crc >>> 8) ^ lookUp(1, crc >>> 16) ^ lookUp(0, crc >>> 24);
  }
  for (let at = whole; at < bytes.length; at++) {
    crc = (crc >>> 8) ^ lookUp(0, crc ^ view.getUint8(at));
  }
  return ~crc >>> 0;
}
