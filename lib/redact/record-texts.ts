/** Maps the texts in all fields of a record, known or unknown, except the fields that hold bodies. */

import type { JsonPath } from "../json/json-source.ts";
import { isArray, isObject } from "../protocol/json.ts";
import type { WireRecord } from "../wire/record.ts";

/** Keywords of the log format, which determine how the rest is read. */
const FORMAT_FIELDS: ReadonlySet<string> = new Set(["r", "cause", "framing", "version"]);
const BODY_FIELDS: ReadonlySet<string> = new Set(["body", "bodyB64", "b64"]);

/** Replaces each text by the result of `change`; returns the same record if nothing changed. */
export function mapRecordTexts(
  record: WireRecord,
  change: (text: string, path: JsonPath) => string,
): WireRecord {
  const walk = (value: unknown, path: JsonPath): unknown => {
    if (typeof value === "string") return change(value, path);
    if (isArray(value)) {
      const items = value.map((item, i) => walk(item, [...path, i]));
      return items.some((item, i) => item !== value[i]) ? items : value;
    }
    if (!isObject(value)) return value;
    const members = Object.entries(value).map(([name, member]): [string, unknown] => {
      const isKept = path.length === 0 && isSkippedField(name, record);
      return [name, isKept ? member : walk(member, [...path, name])];
    });
    const isSame = members.every(([name, member]) => member === value[name]);
    return isSame ? value : Object.fromEntries(members);
  };
  return walk(record, []) as WireRecord;
}

function isSkippedField(name: string, { r }: WireRecord): boolean {
  return FORMAT_FIELDS.has(name) || BODY_FIELDS.has(name) || (r === "data" && name === "text");
}
