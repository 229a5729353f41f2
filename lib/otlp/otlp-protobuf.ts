/**
 * Encodes spans as protobuf, as `ExportTraceServiceRequest` of OTLP 1.
 *
 * Guarantees: the message has what the JSON form has; members with default values are omitted.
 */

import {
  joinChunks,
  type ProtobufChunks,
  writeDouble,
  writeFixed32,
  writeFixed64,
  writeSized,
  writeText,
  writeVarint,
} from "../protocol/grpc/write-fields.ts";
import type {
  OtlpAttribute,
  OtlpLink,
  OtlpResourceSpans,
  OtlpScopeSpans,
  OtlpSpan,
  OtlpSpanEvent,
  OtlpTraces,
  OtlpValue,
} from "./span.ts";

export function encodeTraces({ resourceSpans }: OtlpTraces): Uint8Array {
  return joinChunks(resourceSpans.flatMap((one) => writeSized(1, encodeResourceSpans(one))));
}

function encodeResourceSpans({ resource, scopeSpans }: OtlpResourceSpans): ProtobufChunks {
  return [
    ...writeSized(1, encodeAttributes(1, resource.attributes)),
    ...scopeSpans.flatMap((one) => writeSized(2, encodeScopeSpans(one))),
  ];
}

function encodeScopeSpans({ scope, spans }: OtlpScopeSpans): ProtobufChunks {
  return [
    ...writeSized(1, [...text(1, scope.name), ...text(2, scope.version)]),
    ...spans.flatMap((span) => writeSized(2, encodeSpan(span))),
  ];
}

function encodeSpan(span: OtlpSpan): ProtobufChunks {
  return [
    ...writeSized(1, [fromHex(span.traceId)]),
    ...writeSized(2, [fromHex(span.spanId)]),
    ...text(3, span.traceState ?? ""),
    ...(span.parentSpanId === undefined ? [] : writeSized(4, [fromHex(span.parentSpanId)])),
    ...text(5, span.name),
    ...writeVarint(6, BigInt(span.kind)),
    ...writeFixed64(7, BigInt(span.startTimeUnixNano)),
    ...writeFixed64(8, BigInt(span.endTimeUnixNano)),
    ...encodeAttributes(9, span.attributes),
    ...span.events.flatMap((event) => writeSized(11, encodeEvent(event))),
    ...span.links.flatMap((link) => writeSized(13, encodeLink(link))),
    ...(span.status
      ? writeSized(15, [
          ...text(2, span.status.message ?? ""),
          ...writeVarint(3, BigInt(span.status.code)),
        ])
      : []),
    ...(span.flags === undefined ? [] : writeFixed32(16, span.flags)),
  ];
}

function encodeEvent({ timeUnixNano, name, attributes }: OtlpSpanEvent): ProtobufChunks {
  return [
    ...writeFixed64(1, BigInt(timeUnixNano)),
    ...text(2, name),
    ...encodeAttributes(3, attributes),
  ];
}

function encodeLink({ traceId, spanId, attributes }: OtlpLink): ProtobufChunks {
  return [
    ...writeSized(1, [fromHex(traceId)]),
    ...writeSized(2, [fromHex(spanId)]),
    ...encodeAttributes(4, attributes),
  ];
}

function encodeAttributes(field: number, attributes: readonly OtlpAttribute[]): ProtobufChunks {
  return attributes.flatMap(({ key, value }) =>
    writeSized(field, [...text(1, key), ...writeSized(2, encodeValue(value))]),
  );
}

/** A member of a oneof is written even if it has the default value. */
function encodeValue(value: OtlpValue): ProtobufChunks {
  if (value.stringValue !== undefined) return writeText(1, value.stringValue);
  if (value.boolValue !== undefined) return writeVarint(2, value.boolValue ? 1n : 0n);
  if (value.intValue !== undefined) return writeVarint(3, BigInt(value.intValue));
  if (value.doubleValue !== undefined) return writeDouble(4, value.doubleValue);
  const values = value.arrayValue?.values ?? [];
  return writeSized(
    5,
    values.flatMap((one) => writeSized(1, encodeValue(one))),
  );
}

/** A member with the default value is omitted. */
const text = (field: number, value: string): ProtobufChunks =>
  value === "" ? [] : writeText(field, value);

function fromHex(hex: string): Uint8Array {
  return Uint8Array.from({ length: hex.length / 2 }, (_, i) =>
    Number.parseInt(hex.slice(i * 2, i * 2 + 2), 16),
  );
}
