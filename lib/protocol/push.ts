/**
 * Push notification configurations: what agents answer of them, in every version's shape. Tokens
 * and credentials are only said to be there.
 */

import { isArray, isObject, type JsonObject } from "./json.ts";
import type { ProtocolEvent, PushConfigFact } from "./model.ts";

/** The event of an answer that is, or lists, configurations; `null` where it is neither. */
export function pushConfigs(value: unknown): ProtocolEvent | null {
  if (isArray(value)) return listed(value, null);
  if (!isObject(value)) return null;
  if (isArray(value.configs)) return listed(value.configs, value.nextPageToken);
  const config = readPushConfig(value);
  return config && { kind: "configs", configs: [config], isList: false, nextPageToken: null };
}

/** Does an object say by its shape alone that it is, or lists, configurations? */
export function isPushConfigs(o: JsonObject): boolean {
  if (isArray(o.configs)) return o.configs.every((item) => isObject(item) && isNested(item));
  return isNested(o);
}

function isNested({ pushNotificationConfig: inner }: JsonObject): boolean {
  return isObject(inner) && typeof inner.url === "string";
}

function listed(items: readonly unknown[], token: unknown): ProtocolEvent {
  const configs = items.map(readPushConfig).filter((config) => config !== null);
  const nextPageToken = typeof token === "string" ? token : null;
  return { kind: "configs", configs, isList: true, nextPageToken };
}

/** Flat as in 1.0, or one inside another as before; named by ids, or by a path of both. */
function readPushConfig(value: unknown): PushConfigFact | null {
  if (!isObject(value)) return null;
  const around = isObject(value.config) ? value.config : value;
  const nested = around.pushNotificationConfig ?? around.push_notification_config;
  const inner = isObject(nested) ? nested : around;
  const url = word(inner.url);
  if (url === null) return null;
  const named = /^tasks\/(.+?)\/pushNotificationConfigs\/(.+)$/.exec(word(around.name) ?? "");
  const outerId = word(around.id);
  const taskId = word(around.taskId) ?? word(around.task_id) ?? named?.[1] ?? null;
  // Beside a nested configuration, a lone id is the task's.
  const isTasks = inner !== around && taskId === null;
  const authentication = isObject(inner.authentication) ? inner.authentication : {};
  const { scheme, schemes, credentials } = authentication;
  return {
    id: word(inner.id) ?? named?.[2] ?? (isTasks ? null : outerId),
    taskId: taskId ?? (isTasks ? outerId : null),
    url,
    hasToken: word(inner.token) !== null,
    schemes: isArray(schemes)
      ? schemes.filter((one) => typeof one === "string")
      : [word(scheme)].filter((one) => one !== null),
    hasCredentials: word(credentials) !== null,
  };
}

/** Text that says something. */
function word(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
