/** Reads the local file headers of a zip archive. */

import type { ByteQueue } from "../../text/byte-queue.ts";
import { decodeForDisplay } from "../byte-text.ts";

export interface ZipFile {
  readonly name: string;
  readonly method: number;
  /** Compressed length; `null` if it only follows the file. */
  readonly packedLength: number | null;
  readonly crc: number | null;
  /** Why the file cannot be read; `null` if it can. */
  readonly unreadableReason: string | null;
}

const FILE_SIGNATURE = 0x04034b50;
const DESCRIPTOR_SIGNATURE = 0x08074b50;
const HEADER_LENGTH = 30;
const ENCRYPTED = 1;
const SIZES_BEHIND = 8;
const MAX_32 = 0xffffffff;
const ZIP64 = 1;

export const isZip = ([first, second, third, fourth]: Uint8Array): boolean =>
  first === 0x50 &&
  second === 0x4b &&
  ((third === 3 && fourth === 4) || (third === 5 && fourth === 6));

/** Reads the next file header; `wait` for more bytes, `end` at the central directory. */
export function takeHeader(queue: ByteQueue): ZipFile | "wait" | "end" {
  if (queue.length < 4) return "wait";
  const view = toDataView(queue.peek(HEADER_LENGTH));
  if (view.getUint32(0, true) !== FILE_SIGNATURE) return "end";
  if (view.byteLength < HEADER_LENGTH) return "wait";
  const nameLength = view.getUint16(26, true);
  const extraLength = view.getUint16(28, true);
  if (queue.length < HEADER_LENGTH + nameLength + extraLength) return "wait";
  const bytes = queue.take(HEADER_LENGTH + nameLength + extraLength);
  const flags = view.getUint16(6, true);
  const method = view.getUint16(8, true);
  const packed = view.getUint32(18, true);
  const isBehind = (flags & SIZES_BEHIND) !== 0;
  const extra = toDataView(bytes.subarray(HEADER_LENGTH + nameLength));
  const isZip64 =
    packed === MAX_32 || view.getUint32(22, true) === MAX_32 || hasField(extra, ZIP64);
  return {
    name: decodeForDisplay(bytes.subarray(HEADER_LENGTH, HEADER_LENGTH + nameLength)),
    method,
    packedLength: isBehind || isZip64 ? null : packed,
    crc: isBehind ? null : view.getUint32(14, true),
    unreadableReason: getUnreadableReason(flags, method, isBehind, isZip64),
  };
}

function getUnreadableReason(flags: number, method: number, isBehind: boolean, isZip64: boolean) {
  if (flags & ENCRYPTED) return "encrypted";
  if (isZip64) return "in the zip64 format, which is for archives over 4 GB";
  if (method !== 0 && method !== 8) return `compressed with method ${method}, not deflate`;
  return method === 0 && isBehind ? "stored without its length" : null;
}

/** Reads the data descriptor after a file; `null` for more bytes. */
export function takeDescriptor(queue: ByteQueue): { readonly crc: number } | null {
  if (queue.length < 16) return null;
  const view = toDataView(queue.peek(16));
  const isMarked = view.getUint32(0, true) === DESCRIPTOR_SIGNATURE;
  queue.take(isMarked ? 16 : 12);
  return { crc: view.getUint32(isMarked ? 4 : 0, true) };
}

function hasField(extra: DataView, wanted: number): boolean {
  for (let at = 0; at + 4 <= extra.byteLength; at += 4 + extra.getUint16(at + 2, true)) {
    if (extra.getUint16(at, true) === wanted) return true;
  }
  return false;
}

function toDataView({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
