/** Encodes ProtoJSON as a protobuf message; members without a field are omitted and listed. */

import { decodeBase64 } from "../../text/utf8.ts";
import { isObject, toPlainText } from "../json.ts";
import type { MessageField, ProtobufSchema } from "./schema.ts";
import { parseProtobufTimestamp } from "./well-known-types.ts";
import { BYTES, FIXED64, VARINT } from "./wire-format.ts";

export interface EncodedProtobuf {
  readonly bytes: Uint8Array;
  /** Omitted members, as paths: `message.color`. */
  readonly omitted: readonly string[];
}

export function encodeProtobuf(
  schema: ProtobufSchema,
  type: string,
  json: unknown,
): EncodedProtobuf {
  const left: string[] = [];
  const writer = new MessageWriter(schema, left);
  return { bytes: concatChunks(writer.writeMessage(type, json, [])), omitted: left };
}

type Chunk = Uint8Array;

class MessageWriter {
  readonly #schema: ProtobufSchema;
  readonly #left: string[];

  constructor(schema: ProtobufSchema, left: string[]) {
    this.#schema = schema;
    this.#left = left;
  }

  writeMessage(type: string, json: unknown, path: readonly string[]): Chunk[] {
    switch (type) {
      case "Struct":
        return this.#struct(json, path);
      case "ListValue":
        return this.#listValue(json, path);
      case "Value":
        return this.#value(json, path);
      case "Timestamp":
        return this.#timestamp(json, path);
      default:
        return this.#fields(type, json, path);
    }
  }

  #fields(type: string, json: unknown, path: readonly string[]): Chunk[] {
    const known = this.#schema.messages.get(type)?.byName;
    if (!isObject(json)) return this.#leave(path);
    return Object.entries(json).flatMap(([name, value]) => {
      if (value === undefined || value === null) return [];
      const field = known?.get(name);
      return field ? this.#field(field, value, [...path, name]) : this.#leave([...path, name]);
    });
  }

  #field(field: MessageField, value: unknown, path: readonly string[]): Chunk[] {
    if (field.cardinality === "list") {
      if (!Array.isArray(value)) return this.#leave(path);
      return value.flatMap((item, i) => this.#single(field, item, [...path, String(i)]));
    }
    if (field.cardinality === "map") {
      if (!isObject(value)) return this.#leave(path);
      return Object.entries(value).flatMap(([key, item]) => {
        const entry = [...encodeText(1, key), ...this.#single({ ...field, number: 2 }, item, path)];
        return encodeSized(field.number, entry);
      });
    }
    return this.#single(field, value, path);
  }

  #single({ number, type }: MessageField, value: unknown, path: readonly string[]): Chunk[] {
    if (this.#schema.messages.has(type))
      return encodeSized(number, this.writeMessage(type, value, path));
    switch (type) {
      case "string":
        return typeof value === "string" ? encodeText(number, value) : this.#leave(path);
      case "bytes": {
        const bytes = typeof value === "string" ? decodeBase64Value(value) : null;
        return bytes ? encodeSized(number, [bytes]) : this.#leave(path);
      }
      case "bool":
        return typeof value === "boolean"
          ? encodeWhole(number, value ? 1n : 0n)
          : this.#leave(path);
      default: {
        const found = this.#schema.enums.get(type)?.indexOf(toPlainText(value)) ?? -1;
        const enumNumber = found >= 0 ? found : Number(toPlainText(value) || Number.NaN);
        return Number.isInteger(enumNumber)
          ? encodeWhole(number, BigInt(enumNumber))
          : this.#leave(path);
      }
    }
  }

  #struct(json: unknown, path: readonly string[]): Chunk[] {
    if (!isObject(json)) return this.#leave(path);
    return Object.entries(json).flatMap(([key, item]) => {
      if (item === undefined) return [];
      const value = encodeSized(2, this.#value(item, [...path, key]));
      return encodeSized(1, [...encodeText(1, key), ...value]);
    });
  }

  #listValue(json: unknown, path: readonly string[]): Chunk[] {
    if (!Array.isArray(json)) return this.#leave(path);
    return json.flatMap((item, i) => encodeSized(1, this.#value(item, [...path, String(i)])));
  }

  #value(json: unknown, path: readonly string[]): Chunk[] {
    if (json === null || json === undefined) return encodeWhole(1, 0n);
    if (typeof json === "number") return [encodeTag(2, FIXED64), encodeDouble(json)];
    if (typeof json === "string") return encodeText(3, json);
    if (typeof json === "boolean") return encodeWhole(4, json ? 1n : 0n);
    return Array.isArray(json)
      ? encodeSized(6, this.#listValue(json, path))
      : encodeSized(5, this.#struct(json, path));
  }

  #timestamp(json: unknown, path: readonly string[]): Chunk[] {
    const time = typeof json === "string" ? parseProtobufTimestamp(json) : null;
    if (!time) return this.#leave(path);
    const { seconds, nanos } = time;
    return [
      ...(seconds === 0n ? [] : encodeWhole(1, seconds)),
      ...(nanos === 0 ? [] : encodeWhole(2, BigInt(nanos))),
    ];
  }

  #leave(path: readonly string[]): Chunk[] {
    this.#left.push(path.join("."));
    return [];
  }
}

const UTF8 = new TextEncoder();

function encodeText(number: number, value: string): Chunk[] {
  return encodeSized(number, [UTF8.encode(value)]);
}

function encodeSized(number: number, content: readonly Chunk[]): Chunk[] {
  const length = content.reduce((sum, chunk) => sum + chunk.length, 0);
  return [encodeTag(number, BYTES), encodeVarint(BigInt(length)), ...content];
}

function encodeWhole(number: number, value: bigint): Chunk[] {
  return [encodeTag(number, VARINT), encodeVarint(value)];
}

function encodeTag(number: number, wire: number): Chunk {
  return encodeVarint(BigInt(number * 8 + wire));
}

function encodeVarint(value: bigint): Chunk {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, value);
  while (rest > 0x7fn) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  bytes.push(Number(rest));
  return Uint8Array.from(bytes);
}

function encodeDouble(value: number): Chunk {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, value, true);
  return bytes;
}

function decodeBase64Value(value: string): Uint8Array | null {
  try {
    return decodeBase64(value.replaceAll("-", "+").replaceAll("_", "/"));
  } catch {
    return null;
  }
}

function concatChunks(chunks: readonly Chunk[]): Uint8Array {
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
