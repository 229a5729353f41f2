/** Protobuf wire format: bytes to numbered fields. Total: malformed bytes are reported, not thrown. */

export const VARINT = 0;
export const FIXED64 = 1;
export const BYTES = 2;
const GROUP = 3;
const GROUP_END = 4;
export const FIXED32 = 5;

const DEPTH_LIMIT = 100;

export interface RawField {
  readonly number: number;
  readonly wire: number;
  /** Offsets: tag, start and end of the content. */
  readonly tag: number;
  readonly from: number;
  readonly to: number;
}

/** Where bytes are malformed, and why. */
export interface ProtobufIssue {
  readonly at: number;
  readonly why: string;
}

/** Visits the fields of a message in order; returns the issue if it stops before the end. */
export function forEachField(
  bytes: Uint8Array,
  from: number,
  to: number,
  visit: (field: RawField) => void,
): ProtobufIssue | null {
  for (let at = from; at < to; ) {
    const field = readField(bytes, at, to, 0);
    if ("why" in field) return field;
    visit(field);
    at = field.to;
  }
  return null;
}

function readField(
  bytes: Uint8Array,
  tag: number,
  end: number,
  depth: number,
): RawField | ProtobufIssue {
  const from = findVarintEnd(bytes, tag, end);
  if (from === 0) return { at: tag, why: "a field's number is cut off" };
  const key = Number(readVarint(bytes, tag, from) & 0xffffffffn);
  const number = key >>> 3;
  const wire = key & 7;
  if (number === 0) return { at: tag, why: "a field has the number 0" };
  const broken = (why: string) => ({ at: tag, why: `field ${number} ${why}` });
  const fixed = (size: number) => {
    return from + size <= end ? { number, wire, tag, from, to: from + size } : broken("is cut off");
  };
  switch (wire) {
    case VARINT: {
      const to = findVarintEnd(bytes, from, end);
      return to === 0 ? broken("is an incomplete number") : { number, wire, tag, from, to };
    }
    case FIXED64:
      return fixed(8);
    case FIXED32:
      return fixed(4);
    case BYTES: {
      const begin = findVarintEnd(bytes, from, end);
      if (begin === 0) return broken("has an incomplete length");
      const to = begin + Number(readVarint(bytes, from, begin));
      return to <= end
        ? { number, wire, tag, from: begin, to }
        : broken("extends beyond its message");
    }
    case GROUP:
      return readGroup(bytes, { number, wire, tag, from, to: from }, end, depth);
    default:
      return broken(
        wire === GROUP_END ? "ends a group that was never started" : `has wire type ${wire}`,
      );
  }
}

/** Groups predate A2A and are not used by it, but can be skipped. */
function readGroup(
  bytes: Uint8Array,
  group: RawField,
  end: number,
  depth: number,
): RawField | ProtobufIssue {
  const unended = { at: group.tag, why: `field ${group.number} is a group without an end` };
  if (depth >= DEPTH_LIMIT) return unended;
  for (let at = group.from; at < end; ) {
    const next = findVarintEnd(bytes, at, end);
    if (next === 0) return unended;
    const key = Number(readVarint(bytes, at, next) & 0xffffffffn);
    if ((key & 7) === GROUP_END && key >>> 3 === group.number) return { ...group, to: next };
    const inside = readField(bytes, at, end, depth + 1);
    if ("why" in inside) return inside;
    at = inside.to;
  }
  return unended;
}

/** The offset after a varint of at most ten bytes; 0 if there is none. */
function findVarintEnd(bytes: Uint8Array, from: number, end: number): number {
  for (let at = from; at < end && at < from + 10; at++) {
    if ((bytes[at] ?? 0) < 0x80) return at + 1;
  }
  return 0;
}

/** The unsigned 64-bit number between two offsets. */
export function readVarint(bytes: Uint8Array, from: number, to: number): bigint {
  // Fast path for up to four bytes, which is nearly all numbers.
  if (to - from <= 4) {
    let small = 0;
    for (let at = from; at < to; at++) small |= ((bytes[at] ?? 0) & 0x7f) << (7 * (at - from));
    return BigInt(small);
  }
  let value = 0n;
  for (let at = from; at < to; at++) {
    value |= BigInt((bytes[at] ?? 0) & 0x7f) << BigInt(7 * (at - from));
  }
  return BigInt.asUintN(64, value);
}

export function readDouble(bytes: Uint8Array, from: number): number {
  return new DataView(bytes.buffer, bytes.byteOffset + from, 8).getFloat64(0, true);
}
