/** Decoder of OTLP protobuf for tests, by the field numbers of the published definition. */

import { forEachField, readDouble, readVarint } from "../protocol/grpc/wire-format.ts";

type Kind = "text" | "id" | "int" | "int64" | "bool" | "double" | "fixed64" | "fixed32" | Message;
interface Message {
  readonly [field: number]: readonly [name: string, kind: Kind, isList?: true];
}

const VALUE: Message = {
  1: ["stringValue", "text"],
  2: ["boolValue", "bool"],
  3: ["intValue", "int64"],
  4: ["doubleValue", "double"],
  get 5(): readonly [string, Kind] {
    return ["arrayValue", { 1: ["values", VALUE, true] }];
  },
};
const ATTRIBUTE: Message = { 1: ["key", "text"], 2: ["value", VALUE] };
const EVENT: Message = {
  1: ["timeUnixNano", "fixed64"],
  2: ["name", "text"],
  3: ["attributes", ATTRIBUTE, true],
};
const LINK: Message = {
  1: ["traceId", "id"],
  2: ["spanId", "id"],
  4: ["attributes", ATTRIBUTE, true],
};
const SPAN: Message = {
  1: ["traceId", "id"],
  2: ["spanId", "id"],
  3: ["traceState", "text"],
  4: ["parentSpanId", "id"],
  5: ["name", "text"],
  6: ["kind", "int"],
  7: ["startTimeUnixNano", "fixed64"],
  8: ["endTimeUnixNano", "fixed64"],
  9: ["attributes", ATTRIBUTE, true],
  11: ["events", EVENT, true],
  13: ["links", LINK, true],
  15: ["status", { 2: ["message", "text"], 3: ["code", "int"] }],
  16: ["flags", "fixed32"],
};
const SCOPE_SPANS: Message = {
  1: ["scope", { 1: ["name", "text"], 2: ["version", "text"] }],
  2: ["spans", SPAN, true],
};
const RESOURCE_SPANS: Message = {
  1: ["resource", { 1: ["attributes", ATTRIBUTE, true] }],
  2: ["scopeSpans", SCOPE_SPANS, true],
};
const REQUEST: Message = { 1: ["resourceSpans", RESOURCE_SPANS, true] };

/** Fields of other numbers are left out; malformed bytes are an error. */
export const decodeTraces = (bytes: Uint8Array): unknown =>
  decodeMessage(bytes, 0, bytes.length, REQUEST);

function decodeMessage(bytes: Uint8Array, from: number, to: number, message: Message) {
  const found: Record<string, unknown> = {};
  for (const [name, , isList] of Object.values(message)) if (isList) found[name] = [];
  const issue = forEachField(bytes, from, to, (field) => {
    const [name, kind, isList] = message[field.number] ?? [];
    if (name === undefined || kind === undefined) return;
    const value = decodeField(bytes, field.from, field.to, kind);
    const list = found[name];
    if (isList && Array.isArray(list)) list.push(value);
    else found[name] = value;
  });
  if (issue) throw new Error(`${issue.why} at byte ${issue.at}`);
  return found;
}

function decodeField(bytes: Uint8Array, from: number, to: number, kind: Kind): unknown {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  if (typeof kind === "object") return decodeMessage(bytes, from, to, kind);
  const content = bytes.subarray(from, to);
  switch (kind) {
    case "text":
      return new TextDecoder().decode(content);
    case "id":
      return Array.from(content, (byte) => byte.toString(16).padStart(2, "0")).join("");
    case "int":
      return Number(readVarint(bytes, from, to));
    case "int64":
      return String(readVarint(bytes, from, to));
    case "bool":
      return readVarint(bytes, from, to) === 1n;
    case "double":
      return readDouble(bytes, from);
    case "fixed64":
      return String(view.getBigUint64(from, true));
    case "fixed32":
      return view.getUint32(from, true);
  }
}
