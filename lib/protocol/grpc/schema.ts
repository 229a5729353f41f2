/**
 * Protobuf schemas in a text notation: `Task: id 1, status 3 TaskStatus, artifacts 4 Artifact*`. A
 * field is a string by default; `*` marks a list, `{}` a map with string keys. Names are those of
 * ProtoJSON.
 */

export interface MessageField {
  readonly number: number;
  readonly name: string;
  /** A scalar, an enum, or a message of the same schema. */
  readonly type: string;
  readonly cardinality: "one" | "list" | "map";
}

interface MessageType {
  readonly byNumber: ReadonlyMap<number, MessageField>;
  readonly byName: ReadonlyMap<string, MessageField>;
}

export interface ProtobufSchema {
  readonly messages: ReadonlyMap<string, MessageType>;
  /** The value names of each enum, by number. */
  readonly enums: ReadonlyMap<string, readonly string[]>;
}

export function parseSchema(
  text: string,
  enums: Readonly<Record<string, readonly string[]>> = {},
): ProtobufSchema {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return {
    messages: new Map(lines.map(parseMessageType)),
    enums: new Map(Object.entries(enums)),
  };
}

const FIELD = /^(\w+) (\d+)(?: (\w+))?(\*|\{\})?$/;

function parseMessageType(line: string): [string, MessageType] {
  const [name = "", list = ""] = line.split(":");
  const fields = list.split(",").flatMap((text) => parseField(text.trim()));
  return [
    name.trim(),
    {
      byNumber: new Map(fields.map((field) => [field.number, field])),
      byName: new Map(fields.map((field) => [field.name, field])),
    },
  ];
}

function parseField(text: string): MessageField[] {
  const found = FIELD.exec(text);
  if (!found) return [];
  const [, name = "", number, type = "string", many] = found;
  const how = many === "*" ? "list" : many === "{}" ? "map" : "one";
  return [{ number: Number(number), name, type, cardinality: how }];
}
