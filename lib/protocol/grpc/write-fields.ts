/** Writer of protobuf's wire format: one function for each kind of field. */

import { BYTES, FIXED32, FIXED64, VARINT } from "./wire-format.ts";

/** The bytes of fields, in order. Nothing is copied until they are joined. */
export type ProtobufChunks = readonly Uint8Array[];

const UTF8 = new TextEncoder();

export function writeText(field: number, value: string): Uint8Array[] {
  return writeSized(field, [UTF8.encode(value)]);
}

/** Bytes, or a message that consists of other fields. */
export function writeSized(field: number, content: ProtobufChunks): Uint8Array[] {
  return [writeTag(field, BYTES), toVarint(BigInt(countBytes(content))), ...content];
}

export function writeVarint(field: number, value: bigint): Uint8Array[] {
  return [writeTag(field, VARINT), toVarint(value)];
}

export function writeDouble(field: number, value: number): Uint8Array[] {
  return [writeTag(field, FIXED64), toFixed(8, (view) => view.setFloat64(0, value, true))];
}

export function writeFixed64(field: number, value: bigint): Uint8Array[] {
  return [writeTag(field, FIXED64), toFixed(8, (view) => view.setBigUint64(0, value, true))];
}

export function writeFixed32(field: number, value: number): Uint8Array[] {
  return [writeTag(field, FIXED32), toFixed(4, (view) => view.setUint32(0, value, true))];
}

export function joinChunks(chunks: ProtobufChunks): Uint8Array {
  const bytes = new Uint8Array(countBytes(chunks));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

const countBytes = (chunks: ProtobufChunks) => chunks.reduce((sum, { length }) => sum + length, 0);

const writeTag = (field: number, wire: number) => toVarint(BigInt(field * 8 + wire));

function toVarint(value: bigint): Uint8Array {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, value);
  while (rest > 0x7fn) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  bytes.push(Number(rest));
  return Uint8Array.from(bytes);
}

function toFixed(size: number, write: (view: DataView) => void): Uint8Array {
  const bytes = new Uint8Array(size);
  write(new DataView(bytes.buffer));
  return bytes;
}
