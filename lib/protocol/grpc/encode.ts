/** ProtoJSON to the bytes of a message. What the schema has no field for cannot be said, and is named. */

import { bytesFromBase64 } from "../../wire/utf8.ts";
import { isObject, plain } from "../json.ts";
import { BYTES, FIXED64, VARINT } from "./reader.ts";
import type { Field, Schema } from "./schema.ts";
import { timestampOf } from "./timestamp.ts";

export interface Encoded {
  readonly bytes: Uint8Array;
  /** The members that could not be said, as paths: `message.color`. */
  readonly left: readonly string[];
}

export function encode(schema: Schema, type: string, json: unknown): Encoded {
  const left: string[] = [];
  const writer = new MessageWriter(schema, left);
  return { bytes: joined(writer.message(type, json, [])), left };
}

type Chunk = Uint8Array;

class MessageWriter {
  readonly #schema: Schema;
  readonly #left: string[];

  constructor(schema: Schema, left: string[]) {
    this.#schema = schema;
    this.#left = left;
  }

  message(type: string, json: unknown, path: readonly string[]): Chunk[] {
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

  #field(field: Field, value: unknown, path: readonly string[]): Chunk[] {
    if (field.how === "list") {
      if (!Array.isArray(value)) return this.#leave(path);
      return value.flatMap((item, i) => this.#single(field, item, [...path, String(i)]));
    }
    if (field.how === "map") {
      if (!isObject(value)) return this.#leave(path);
      return Object.entries(value).flatMap(([key, item]) => {
        const entry = [...text(1, key), ...this.#single({ ...field, number: 2 }, item, path)];
        return sized(field.number, entry);
      });
    }
    return this.#single(field, value, path);
  }

  #single({ number, type }: Field, value: unknown, path: readonly string[]): Chunk[] {
    if (this.#schema.messages.has(type)) return sized(number, this.message(type, value, path));
    switch (type) {
      case "string":
        return typeof value === "string" ? text(number, value) : this.#leave(path);
      case "bytes": {
        const bytes = typeof value === "string" ? fromBase64(value) : null;
        return bytes ? sized(number, [bytes]) : this.#leave(path);
      }
      case "bool":
        return typeof value === "boolean" ? whole(number, value ? 1n : 0n) : this.#leave(path);
      default: {
        const found = this.#schema.enums.get(type)?.indexOf(plain(value)) ?? -1;
        const said = found >= 0 ? found : Number(plain(value) || Number.NaN);
        return Number.isInteger(said) ? whole(number, BigInt(said)) : this.#leave(path);
      }
    }
  }

  #struct(json: unknown, path: readonly string[]): Chunk[] {
    if (!isObject(json)) return this.#leave(path);
    return Object.entries(json).flatMap(([key, item]) => {
      if (item === undefined) return [];
      const value = sized(2, this.#value(item, [...path, key]));
      return sized(1, [...text(1, key), ...value]);
    });
  }

  #listValue(json: unknown, path: readonly string[]): Chunk[] {
    if (!Array.isArray(json)) return this.#leave(path);
    return json.flatMap((item, i) => sized(1, this.#value(item, [...path, String(i)])));
  }

  #value(json: unknown, path: readonly string[]): Chunk[] {
    if (json === null || json === undefined) return whole(1, 0n);
    if (typeof json === "number") return [tag(2, FIXED64), double(json)];
    if (typeof json === "string") return text(3, json);
    if (typeof json === "boolean") return whole(4, json ? 1n : 0n);
    return Array.isArray(json)
      ? sized(6, this.#listValue(json, path))
      : sized(5, this.#struct(json, path));
  }

  #timestamp(json: unknown, path: readonly string[]): Chunk[] {
    const time = typeof json === "string" ? timestampOf(json) : null;
    if (!time) return this.#leave(path);
    const { seconds, nanos } = time;
    return [
      ...(seconds === 0n ? [] : whole(1, seconds)),
      ...(nanos === 0 ? [] : whole(2, BigInt(nanos))),
    ];
  }

  #leave(path: readonly string[]): Chunk[] {
    this.#left.push(path.join("."));
    return [];
  }
}

const UTF8 = new TextEncoder();

function text(number: number, value: string): Chunk[] {
  return sized(number, [UTF8.encode(value)]);
}

function sized(number: number, content: readonly Chunk[]): Chunk[] {
  const length = content.reduce((sum, chunk) => sum + chunk.length, 0);
  return [tag(number, BYTES), varint(BigInt(length)), ...content];
}

function whole(number: number, value: bigint): Chunk[] {
  return [tag(number, VARINT), varint(value)];
}

function tag(number: number, wire: number): Chunk {
  return varint(BigInt(number * 8 + wire));
}

function varint(value: bigint): Chunk {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, value);
  while (rest > 0x7fn) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  bytes.push(Number(rest));
  return Uint8Array.from(bytes);
}

function double(value: number): Chunk {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, value, true);
  return bytes;
}

function fromBase64(value: string): Uint8Array | null {
  try {
    return bytesFromBase64(value.replaceAll("-", "+").replaceAll("_", "/"));
  } catch {
    return null;
  }
}

function joined(chunks: readonly Chunk[]): Uint8Array {
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
