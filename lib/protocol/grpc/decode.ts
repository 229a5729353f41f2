/**
 * Decodes the bytes of a protobuf message to ProtoJSON, with the byte range of each field.
 *
 * Guarantees: never throws, whatever the bytes; unknown fields are kept under their number;
 * malformed bytes affect only the rest of their own message, not the enclosing ones.
 */

import { decodeLenient, decodeStrict, encodeBase64 } from "../../text/utf8.ts";
import { isObject } from "../json.ts";
import type { MessageField, ProtobufSchema } from "./schema.ts";
import { ANY_TYPES, formatProtobufTimestamp } from "./well-known-types.ts";
import {
  BYTES,
  FIXED32,
  FIXED64,
  forEachField,
  type ProtobufIssue,
  type RawField,
  readDouble,
  readVarint,
  VARINT,
} from "./wire-format.ts";

type ProtobufPath = readonly (string | number)[];

/** One field of a message; a parent comes before its children. */
export interface FieldRange {
  /** The path of its value in the decoded JSON. */
  readonly path: ProtobufPath;
  readonly number: number;
  /** `null` for an unknown field. */
  readonly name: string | null;
  readonly holds: "message" | "text" | "key" | "bytes" | "number" | "unknown";
  /** Nesting depth in messages. */
  readonly depth: number;
  /** Byte offsets in the message: tag, start and end of the content. */
  readonly tag: number;
  readonly from: number;
  readonly to: number;
}

export interface DecodedProtobuf {
  readonly value: unknown;
  /** Fields that are unknown or have another type in the schema. */
  readonly unknown: number;
  readonly invalidUtf8: boolean;
  /** Malformed bytes. */
  readonly broken: readonly ProtobufIssue[];
}

type JsonObject = Record<string, unknown>;

const DEPTH_LIMIT = 100;

export function decodeProtobuf(
  schema: ProtobufSchema,
  type: string,
  bytes: Uint8Array,
  onField?: (span: FieldRange) => void,
): DecodedProtobuf {
  const reader = new MessageReader(schema, bytes, onField ?? null);
  const value = reader.readMessage(type, { from: 0, to: bytes.length }, [], 0);
  const { unknown, invalidUtf8, broken } = reader;
  return { value, unknown, invalidUtf8, broken };
}

interface MessageRange {
  readonly from: number;
  readonly to: number;
}

class MessageReader {
  unknown = 0;
  invalidUtf8 = false;
  readonly broken: ProtobufIssue[] = [];
  readonly #schema: ProtobufSchema;
  readonly #bytes: Uint8Array;
  readonly #onField: ((span: FieldRange) => void) | null;

  constructor(
    schema: ProtobufSchema,
    bytes: Uint8Array,
    onField: ((span: FieldRange) => void) | null,
  ) {
    this.#schema = schema;
    this.#bytes = bytes;
    this.#onField = onField;
  }

  /** The JSON of a message of any type. A repeated occurrence of a field continues its value. */
  readMessage(
    type: string,
    at: MessageRange,
    path: ProtobufPath,
    depth: number,
    before?: unknown,
  ): unknown {
    if (depth > DEPTH_LIMIT) {
      this.broken.push({ at: at.from, why: `messages nested more than ${DEPTH_LIMIT} deep` });
      return {};
    }
    switch (type) {
      case "Struct":
        return this.#struct(at, path, depth, before);
      case "ListValue":
        return this.#listValue(at, path, depth, before);
      case "Value":
        return this.#value(at, path, depth);
      case "Timestamp":
        return formatProtobufTimestamp(this.#fields("Timestamp", at, path, depth, {}));
      case "Any":
        return this.#any(at, path, depth);
      default:
        return this.#fields(type, at, path, depth, toObject(before));
    }
  }

  #fields(
    type: string,
    at: MessageRange,
    path: ProtobufPath,
    depth: number,
    into: JsonObject,
  ): JsonObject {
    const known = this.#schema.messages.get(type)?.byNumber;
    this.#each(at, (raw) => {
      const field = known?.get(raw.number);
      if (field && getWireType(field, this.#schema) === raw.wire) {
        this.#field(field, raw, path, depth, into);
      } else {
        this.#unknown(raw, path, depth, into);
      }
    });
    return into;
  }

  #field(
    field: MessageField,
    raw: RawField,
    path: ProtobufPath,
    depth: number,
    into: JsonObject,
  ): void {
    const { name, cardinality } = field;
    if (cardinality === "map") {
      const map = toObject(getOwn(into, name));
      setMember(into, name, map);
      return this.#entry(field, raw, [...path, name], depth, map);
    }
    if (cardinality === "list") {
      const before = getOwn(into, name);
      const list = Array.isArray(before) ? before : [];
      setMember(into, name, list);
      list.push(this.#single(field, raw, [...path, name, list.length], depth, undefined));
      return;
    }
    setMember(into, name, this.#single(field, raw, [...path, name], depth, getOwn(into, name)));
  }

  #single(
    field: MessageField,
    raw: RawField,
    path: ProtobufPath,
    depth: number,
    before: unknown,
  ): unknown {
    const { type, name } = field;
    const isMessage = this.#schema.messages.has(type);
    const isText = type === "string" || type === "bytes";
    const holds = isMessage ? "message" : isText ? (type === "bytes" ? "bytes" : "text") : "number";
    this.#tell(raw, path, name, holds, depth);
    if (isMessage) return this.readMessage(type, raw, path, depth + 1, before);
    return this.#scalar(type, raw);
  }

  #scalar(type: string, raw: RawField): unknown {
    switch (type) {
      case "string":
        return this.#text(raw);
      case "bytes":
        return encodeBase64(this.#slice(raw));
      case "double":
        return toJsonNumber(readDouble(this.#bytes, raw.from));
      case "bool":
        return readVarint(this.#bytes, raw.from, raw.to) !== 0n;
      case "int64":
        return String(BigInt.asIntN(64, readVarint(this.#bytes, raw.from, raw.to)));
      default: {
        const number = Number(BigInt.asIntN(32, readVarint(this.#bytes, raw.from, raw.to)));
        return this.#schema.enums.get(type)?.[number] ?? number;
      }
    }
  }

  /** One map entry: a message with a key and a value. */
  #entry(
    field: MessageField,
    raw: RawField,
    path: ProtobufPath,
    depth: number,
    map: JsonObject,
  ): void {
    const key = this.#keyOf(raw);
    const inside = [...path, key];
    this.#tell(raw, inside, field.name, "message", depth);
    let value: unknown = field.type === "string" ? "" : undefined;
    this.#each(raw, (part) => {
      if (part.number === 1 && part.wire === BYTES) {
        this.#tell(part, inside, "key", "key", depth + 1);
      } else if (part.number === 2 && part.wire === BYTES) {
        const one: MessageField = { ...field, number: 2, name: "value", cardinality: "one" };
        value = this.#single(one, part, inside, depth + 1, value);
      } else {
        this.unknown++;
        this.#tell(part, inside, null, "unknown", depth + 1);
      }
    });
    setMember(map, key, value ?? createEmptyValue(field.type));
  }

  /** The key may come after its value. */
  #keyOf(entry: MessageRange): string {
    let key = "";
    forEachField(this.#bytes, entry.from, entry.to, (part) => {
      if (part.number === 1 && part.wire === BYTES) key = this.#text(part);
    });
    return key;
  }

  #struct(at: MessageRange, path: ProtobufPath, depth: number, before: unknown): JsonObject {
    const members = toObject(before);
    const rest: JsonObject = {};
    this.#each(at, (raw) => {
      if (raw.number === 1 && raw.wire === BYTES) {
        this.#entry(FIELDS_OF_STRUCT, raw, path, depth, members);
      } else this.#unknown(raw, path, depth, rest);
    });
    return members;
  }

  #listValue(at: MessageRange, path: ProtobufPath, depth: number, before: unknown): unknown[] {
    const list: unknown[] = Array.isArray(before) ? before : [];
    const rest: JsonObject = {};
    this.#each(at, (raw) => {
      if (raw.number === 1 && raw.wire === BYTES) {
        const item = [...path, list.length];
        this.#tell(raw, item, "values", "message", depth);
        list.push(this.readMessage("Value", raw, item, depth + 1));
      } else this.#unknown(raw, path, depth, rest);
    });
    return list;
  }

  /** Any JSON value; without a field, it is null. */
  #value(at: MessageRange, path: ProtobufPath, depth: number): unknown {
    const known = this.#schema.messages.get("Value")?.byNumber;
    let value: unknown = null;
    this.#each(at, (raw) => {
      const field = known?.get(raw.number);
      if (!field || getWireType(field, this.#schema) !== raw.wire) {
        return this.#unknown(raw, path, depth, {});
      }
      const decoded = this.#single(field, raw, path, depth, value);
      value = field.type === "NullValue" ? null : decoded;
    });
    return value;
  }

  #any(at: MessageRange, path: ProtobufPath, depth: number): JsonObject {
    let typeUrl = "";
    let packed: MessageRange | null = null;
    this.#each(at, (raw) => {
      const isUrl = raw.number === 1 && raw.wire === BYTES;
      const isValue = raw.number === 2 && raw.wire === BYTES;
      if (isUrl) typeUrl = this.#text(raw);
      if (isValue) packed = raw;
      if (!isUrl && !isValue) return this.#unknown(raw, path, depth, {});
      const name = isUrl ? "@type" : "value";
      this.#tell(raw, [...path, name], name, isUrl ? "text" : "bytes", depth);
    });
    const inside = packed ?? { from: 0, to: 0 };
    const known = ANY_TYPES.get(typeUrl.slice(typeUrl.lastIndexOf("/") + 1));
    if (known === undefined) {
      return { "@type": typeUrl, value: encodeBase64(this.#slice(inside)) };
    }
    return this.#fields(known, inside, path, depth + 1, { "@type": typeUrl });
  }

  #unknown(raw: RawField, path: ProtobufPath, depth: number, into: JsonObject): void {
    this.unknown++;
    const name = String(raw.number);
    this.#tell(raw, [...path, name], null, "unknown", depth);
    const decoded = this.#plain(raw);
    const before = getOwn(into, name);
    if (before === undefined) setMember(into, name, decoded);
    else if (Array.isArray(before)) before.push(decoded);
    else setMember(into, name, [before, decoded]);
  }

  /** The value of a field without a schema: a number, text, or bytes. */
  #plain(raw: RawField): unknown {
    if (raw.wire === VARINT) {
      const value = readVarint(this.#bytes, raw.from, raw.to);
      return value <= Number.MAX_SAFE_INTEGER ? Number(value) : String(value);
    }
    const bytes = this.#slice(raw);
    const text = raw.wire === BYTES ? decodeStrict(bytes) : null;
    return text !== null && isPrintable(text) ? text : encodeBase64(bytes);
  }

  #text(raw: MessageRange): string {
    const { text, invalid } = decodeLenient(this.#slice(raw));
    this.invalidUtf8 ||= invalid;
    return text;
  }

  #slice({ from, to }: MessageRange): Uint8Array {
    return this.#bytes.subarray(from, to);
  }

  #each({ from, to }: MessageRange, visit: (field: RawField) => void): void {
    const broken = forEachField(this.#bytes, from, to, visit);
    if (broken) this.broken.push(broken);
  }

  #tell(
    { number, tag, from, to }: RawField,
    path: ProtobufPath,
    name: string | null,
    holds: FieldRange["holds"],
    depth: number,
  ): void {
    this.#onField?.({ path, number, name, holds, depth, tag, from, to });
  }
}

const FIELDS_OF_STRUCT: MessageField = {
  number: 1,
  name: "fields",
  type: "Value",
  cardinality: "map",
};

function getWireType({ type, cardinality }: MessageField, { messages }: ProtobufSchema): number {
  if (cardinality === "map" || type === "string" || type === "bytes" || messages.has(type))
    return BYTES;
  if (type === "double") return FIXED64;
  return type === "float" ? FIXED32 : VARINT;
}

function createEmptyValue(type: string): unknown {
  return type === "Value" ? null : {};
}

/** ProtoJSON has strings for numbers that JSON lacks. */
function toJsonNumber(value: number): number | string {
  return Number.isFinite(value) ? value : String(value);
}

function isPrintable(text: string): boolean {
  return !/[^\P{Cc}\t\r\n]/u.test(text);
}

function toObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

function getOwn(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Sets a member of any name, including `__proto__`. */
function setMember(object: JsonObject, name: string, value: unknown): void {
  if (name !== "__proto__") object[name] = value;
  else
    Object.defineProperty(object, name, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
}
