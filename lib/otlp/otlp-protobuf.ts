/**
 * Encodes spans as protobuf, as `ExportTraceServiceRequest` of OTLP 1.
 *
 * Guarantees: the message has what the JSON form has; members with default values are omitted.
 */

import type {
  OtlpAttribute,
  OtlpResourceSpans,
  OtlpScopeSpans,
  OtlpSpan,
  OtlpSpanEvent,
  OtlpTraces,
  OtlpValue,
} from "./span.ts";

const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;
const FIXED32 = 5;

type Chunks = readonly Uint8Array[];

export function encodeTraces({ resourceSpans }: OtlpTraces): Uint8Array {
  return join(resourceSpans.flatMap((one) => sized(1, encodeResourceSpans(one))));
}

function encodeResourceSpans({ resource, scopeSpans }: OtlpResourceSpans): Chunks {
  return [
    ...sized(1, encodeAttributes(1, resource.attributes)),
    ...scopeSpans.flatMap((one) => sized(2, encodeScopeSpans(one))),
  ];
}

function encodeScopeSpans({ scope, spans }: OtlpScopeSpans): Chunks {
  return [
    ...sized(1, [...text(1, scope.name), ...text(2, scope.version)]),
    ...spans.flatMap((span) => sized(2, encodeSpan(span))),
  ];
}

function encodeSpan(span: OtlpSpan): Chunks {
  return [
    ...sized(1, [fromHex(span.traceId)]),
    ...sized(2, [fromHex(span.spanId)]),
    ...text(3, span.traceState ?? ""),
    ...(span.parentSpanId === undefined ? [] : sized(4, [fromHex(span.parentSpanId)])),
    ...text(5, span.name),
    ...varint(6, BigInt(span.kind)),
    ...fixed64(7, BigInt(span.startTimeUnixNano)),
    ...fixed64(8, BigInt(span.endTimeUnixNano)),
    ...encodeAttributes(9, span.attributes),
    ...span.events.flatMap((event) => sized(11, encodeEvent(event))),
    ...(span.status
      ? sized(15, [...text(2, span.status.message ?? ""), ...varint(3, BigInt(span.status.code))])
      : []),
    ...(span.flags === undefined ? [] : fixed32(16, span.flags)),
  ];
}

function encodeEvent({ timeUnixNano, name, attributes }: OtlpSpanEvent): Chunks {
  return [
    ...fixed64(1, BigInt(timeUnixNano)),
    ...text(2, name),
    ...encodeAttributes(3, attributes),
  ];
}

function encodeAttributes(field: number, attributes: readonly OtlpAttribute[]): Chunks {
  return attributes.flatMap(({ key, value }) =>
    sized(field, [...text(1, key), ...sized(2, encodeValue(value))]),
  );
}

/** A member of a oneof is written even if it has the default value. */
function encodeValue(value: OtlpValue): Chunks {
  if (value.stringValue !== undefined) return sized(1, [UTF8.encode(value.stringValue)]);
  if (value.boolValue !== undefined)
    return [tag(2, VARINT), encodeVarint(value.boolValue ? 1n : 0n)];
  if (value.intValue !== undefined) return [tag(3, VARINT), encodeVarint(BigInt(value.intValue))];
  if (value.doubleValue !== undefined) return [tag(4, FIXED64), encodeDouble(value.doubleValue)];
  const values = value.arrayValue?.values ?? [];
  return sized(
    5,
    values.flatMap((one) => sized(1, encodeValue(one))),
  );
}

const UTF8 = new TextEncoder();

function text(field: number, value: string): Chunks {
  return value === "" ? [] : sized(field, [UTF8.encode(value)]);
}

function sized(field: number, content: Chunks): Chunks {
  const length = content.reduce((sum, chunk) => sum + chunk.length, 0);
  return [tag(field, BYTES), encodeVarint(BigInt(length)), ...content];
}

function varint(field: number, value: bigint): Chunks {
  return value === 0n ? [] : [tag(field, VARINT), encodeVarint(value)];
}

function fixed64(field: number, value: bigint): Chunks {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, value, true);
  return [tag(field, FIXED64), bytes];
}

function fixed32(field: number, value: number): Chunks {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value, true);
  return [tag(field, FIXED32), bytes];
}

const tag = (field: number, wire: number) => encodeVarint(BigInt(field * 8 + wire));

function encodeVarint(value: bigint): Uint8Array {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, value);
  while (rest > 0x7fn) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  bytes.push(Number(rest));
  return Uint8Array.from(bytes);
}

function encodeDouble(value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, value, true);
  return bytes;
}

function fromHex(hex: string): Uint8Array {
  return Uint8Array.from({ length: hex.length / 2 }, (_, i) =>
    Number.parseInt(hex.slice(i * 2, i * 2 + 2), 16),
  );
}

function join(chunks: Chunks): Uint8Array {
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
