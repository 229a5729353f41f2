/**
 * Push notification configurations in agent responses, in the format of every version. Of tokens
 * and credentials, only their presence is recorded.
 */

import { type DecodeFlags, VersionEvidence } from "./decode-flags.ts";
import { isArray, isObject, type JsonObject } from "./json.ts";
import type { ProtocolEvent, PushConfigSummary } from "./model.ts";

/** The event of a response with one or several configurations; `null` for other values. */
export function readPushConfigs(value: unknown, flags: DecodeFlags): ProtocolEvent | null {
  if (isArray(value)) return readConfigList(value, null, flags);
  if (!isObject(value)) return null;
  if (isArray(value.configs)) return readConfigList(value.configs, value.nextPageToken, flags);
  const config = readPushConfig(value, flags);
  return config && { kind: "configs", configs: [config], isList: false, nextPageToken: null };
}

/** Whether an object is, by its shape alone, a configuration or a list of them. */
export function isPushConfigs(o: JsonObject): boolean {
  if (isArray(o.configs)) return o.configs.every((item) => isObject(item) && hasUrl(item));
  return isPushConfig(o);
}

/** Whether an array contains only configurations: the list format of 0.3. */
export function isPushConfigList(items: readonly unknown[]): boolean {
  return items.length > 0 && items.every((item) => isObject(item) && isPushConfig(item));
}

/** A URL alone is not enough, because agents send URLs for many reasons. */
function isPushConfig(o: JsonObject): boolean {
  return isNested(o) || (hasUrl(o) && toNonEmptyText(o.taskId ?? o.task_id) !== null);
}

function hasUrl(o: JsonObject): boolean {
  return isNested(o) || toNonEmptyText(o.url) !== null;
}

function isNested({ pushNotificationConfig, push_notification_config }: JsonObject): boolean {
  const inner = pushNotificationConfig ?? push_notification_config;
  return isObject(inner) && toNonEmptyText(inner.url) !== null;
}

function readConfigList(
  items: readonly unknown[],
  token: unknown,
  flags: DecodeFlags,
): ProtocolEvent {
  const configs = items
    .map((item) => readPushConfig(item, flags))
    .filter((config) => config !== null);
  const nextPageToken = typeof token === "string" ? token : null;
  return { kind: "configs", configs, isList: true, nextPageToken };
}

/** Reads a flat configuration as in 1.0 or a nested one, identified by ids or by a path. */
function readPushConfig(value: unknown, flags: DecodeFlags): PushConfigSummary | null {
  if (!isObject(value)) return null;
  const around = isObject(value.config) ? value.config : value;
  const nested = around.pushNotificationConfig ?? around.push_notification_config;
  const inner = isObject(nested) ? nested : around;
  const url = toNonEmptyText(inner.url);
  if (url === null) return null;
  const named = /^tasks\/(.+?)\/pushNotificationConfigs\/(.+)$/.exec(
    toNonEmptyText(around.name) ?? "",
  );
  const outerId = toNonEmptyText(around.id);
  const taskId =
    toNonEmptyText(around.taskId) ?? toNonEmptyText(around.task_id) ?? named?.[1] ?? null;
  flags.evidence |= getShapeEvidence(inner !== around, taskId !== null, outerId !== null);
  // Beside a nested configuration, a single id is that of the task.
  const isTasks = inner !== around && taskId === null;
  const authentication = isObject(inner.authentication) ? inner.authentication : {};
  const { scheme, schemes, credentials } = authentication;
  return {
    id: toNonEmptyText(inner.id) ?? named?.[2] ?? (isTasks ? null : outerId),
    taskId: taskId ?? (isTasks ? outerId : null),
    url,
    hasToken: toNonEmptyText(inner.token) !== null,
    schemes: isArray(schemes)
      ? schemes.filter((one) => typeof one === "string")
      : [toNonEmptyText(scheme)].filter((one) => one !== null),
    hasCredentials: toNonEmptyText(credentials) !== null,
  };
}

/** The versions differ in how a configuration identifies its task. */
function getShapeEvidence(isNested: boolean, hasTaskId: boolean, hasId: boolean): number {
  if (!hasTaskId) return 0;
  if (!isNested) return VersionEvidence.PushFlat;
  // The release candidate of 1.0 nests it, too, with an id beside it.
  return hasId ? 0 : VersionEvidence.PushNested;
}

/** Non-empty text. */
function toNonEmptyText(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
