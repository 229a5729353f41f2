/**
 * Rewrites the objects that SDKs hand to an application to the JSON of the wire: oneofs as
 * TypeScript generators write them, bytes as `Buffer` prints them, timestamps of protobuf.
 *
 * **Guarantees:** never throws; what an agent itself wrote, in `metadata` and data parts, is
 * unchanged.
 */

import { isArray, isObject, type JsonObject } from "../protocol/json.ts";
import { encodeBase64 } from "../text/utf8.ts";

/** Rewrites one event. */
export function toWireShape(value: unknown): unknown {
  return rewrite(getUpdate(value), 0);
}

/** Python's client gives pairs: the task so far, and the update if there was one. */
function getUpdate(value: unknown): unknown {
  if (!isArray(value) || value.length !== 2) return value;
  const [task, update] = value;
  if (!isObject(task) || task.status === undefined) return value;
  return update === null ? task : isObject(update) ? update : value;
}

/** Deeper than any message of A2A; only an agent's own data is. */
const MAX_DEPTH = 24;

/** Members whose content is the agent's own. */
const OWN_MEMBERS: ReadonlySet<string> = new Set(["metadata", "data", "params"]);

/** Members that hold a oneof in code that protobuf-es generated. */
const ONEOFS: ReadonlySet<string> = new Set(["payload", "content", "part", "file", "msg"]);

function rewrite(value: unknown, depth: number): unknown {
  if (depth > MAX_DEPTH) return value;
  if (isArray(value)) return value.map((item) => rewrite(item, depth + 1));
  if (!isObject(value)) return value;
  const found: [string, unknown][] = [];
  let isChanged = false;
  for (const [key, member] of Object.entries(value)) {
    const oneof = readOneof(key, member);
    const [name, content] = oneof ?? [key, member];
    const isOwn = OWN_MEMBERS.has(name) && !(name === "data" && isEvent(content));
    const rewritten = readScalar(name, content) ?? (isOwn ? content : rewrite(content, depth + 1));
    isChanged ||= oneof !== null || rewritten !== member;
    if (name !== "") found.push([name, rewritten]);
  }
  return isChanged ? Object.fromEntries(found) : value;
}

/** Whether a member named `data` holds an event, as in what SSE libraries hand over. */
const isEvent = (value: unknown): boolean =>
  isObject(value) &&
  ["jsonrpc", "statusUpdate", "artifactUpdate", "kind"].some((it) => it in value);

/** The chosen member of a oneof, `["", …]` if none is chosen; `null` if it is no oneof. */
function readOneof(key: string, value: unknown): readonly [name: string, value: unknown] | null {
  if (!isObject(value)) return null;
  if (typeof value.$case === "string") {
    return [value.$case, "value" in value ? value.value : value[value.$case]];
  }
  if (!ONEOFS.has(key) || !("case" in value)) return null;
  return typeof value.case === "string" ? [value.case, value.value] : ["", undefined];
}

function readScalar(key: string, value: unknown): unknown {
  if (!isObject(value)) return undefined;
  if (BYTES_MEMBERS.has(key)) return readBytes(value);
  return key === "timestamp" ? readTimestamp(value) : undefined;
}

const BYTES_MEMBERS: ReadonlySet<string> = new Set(["raw", "bytes", "fileWithBytes"]);

/** Bytes as JSON prints a `Buffer`, or a `Uint8Array`. */
function readBytes(value: JsonObject): string | undefined {
  const list = value.type === "Buffer" && isArray(value.data) ? value.data : Object.values(value);
  const isBytes = list.every((it) => Number.isInteger(it) && Number(it) >= 0 && Number(it) < 256);
  return isBytes ? encodeBase64(Uint8Array.from(list.map(Number))) : undefined;
}

/** `google.protobuf.Timestamp`, whose seconds may be text. */
function readTimestamp({ seconds, nanos = 0 }: JsonObject): string | undefined {
  const milliseconds = Number(seconds) * 1000 + Math.floor(Number(nanos) / 1e6);
  const date = new Date(milliseconds);
  return seconds === undefined || Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
