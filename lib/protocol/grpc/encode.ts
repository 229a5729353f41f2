/** Encodes ProtoJSON as a protobuf message; members without a field are omitted and listed. */

import { decodeBase64 } from "../../text/utf8.ts";
import { isObject, toPlainText } from "../json.ts";
import type { MessageField, ProtobufSchema } from "./schema.ts";
import { parseProtobufTimestamp } from "./well-known-types.ts";
import { joinChunks, writeDouble, writeSized, writeText, writeVarint } from "./write-fields.ts";

interface EncodedProtobuf {
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
  return { bytes: joinChunks(writer.writeMessage(type, json, [])), omitted: left };
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
        const entry = [...writeText(1, key), ...this.#single({ ...field, number: 2 }, item, path)];
        return writeSized(field.number, entry);
      });
    }
    return this.#single(field, value, path);
  }

  #single({ number, type }: MessageField, value: unknown, path: readonly string[]): Chunk[] {
    if (this.#schema.messages.has(type))
      return writeSized(number, this.writeMessage(type, value, path));
    switch (type) {
      case "string":
        return typeof value === "string" ? writeText(number, value) : this.#leave(path);
      case "bytes": {
        const bytes = typeof value === "string" ? decodeBase64Value(value) : null;
        return bytes ? writeSized(number, [bytes]) : this.#leave(path);
      }
      case "bool":
        return typeof value === "boolean"
          ? writeVarint(number, value ? 1n : 0n)
          : this.#leave(path);
      default: {
        const found = this.#schema.enums.get(type)?.indexOf(toPlainText(value)) ?? -1;
        const enumNumber = found >= 0 ? found : Number(toPlainText(value) || Number.NaN);
        return Number.isInteger(enumNumber)
          ? writeVarint(number, BigInt(enumNumber))
          : this.#leave(path);
      }
    }
  }

  #struct(json: unknown, path: readonly string[]): Chunk[] {
    if (!isObject(json)) return this.#leave(path);
    return Object.entries(json).flatMap(([key, item]) => {
      if (item === undefined) return [];
      const value = writeSized(2, this.#value(item, [...path, key]));
      return writeSized(1, [...writeText(1, key), ...value]);
    });
  }

  #listValue(json: unknown, path: readonly string[]): Chunk[] {
    if (!Array.isArray(json)) return this.#leave(path);
    return json.flatMap((item, i) => writeSized(1, this.#value(item, [...path, String(i)])));
  }

  #value(json: unknown, path: readonly string[]): Chunk[] {
    if (json === null || json === undefined) return writeVarint(1, 0n);
    if (typeof json === "number") return writeDouble(2, json);
    if (typeof json === "string") return writeText(3, json);
    if (typeof json === "boolean") return writeVarint(4, json ? 1n : 0n);
    return Array.isArray(json)
      ? writeSized(6, this.#listValue(json, path))
      : writeSized(5, this.#struct(json, path));
  }

  #timestamp(json: unknown, path: readonly string[]): Chunk[] {
    const time = typeof json === "string" ? parseProtobufTimestamp(json) : null;
    if (!time) return this.#leave(path);
    const { seconds, nanos } = time;
    return [
      ...(seconds === 0n ? [] : writeVarint(1, seconds)),
      ...(nanos === 0 ? [] : writeVarint(2, BigInt(nanos))),
    ];
  }

  #leave(path: readonly string[]): Chunk[] {
    this.#left.push(path.join("."));
    return [];
  }
}

function decodeBase64Value(value: string): Uint8Array | null {
  try {
    return decodeBase64(value.replaceAll("-", "+").replaceAll("_", "/"));
  } catch {
    return null;
  }
}
