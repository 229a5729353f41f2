/**
 * Push notification configurations: what agents answer of them, in every version's shape. Tokens
 * and credentials are only said to be there.
 */

import { type DecodeFlags, VersionEvidence } from "./decode-flags.ts";
import { isArray, isObject, type JsonObject } from "./json.ts";
import type { ProtocolEvent, PushConfigSummary } from "./model.ts";

/** The event of an answer that is, or lists, configurations; `null` where it is neither. */
export function readPushConfigs(value: unknown, flags: DecodeFlags): ProtocolEvent | null {
  if (isArray(value)) return readConfigList(value, null, flags);
  if (!isObject(value)) return null;
  if (isArray(value.configs)) return readConfigList(value.configs, value.nextPageToken, flags);
  const config = readPushConfig(value, flags);
  return config && { kind: "configs", configs: [config], isList: false, nextPageToken: null };
}

/** Does an object say by its shape alone that it is, or lists, configurations? */
export function isPushConfigs(o: JsonObject): boolean {
  if (isArray(o.configs)) return o.configs.every((item) => isObject(item) && hasUrl(item));
  return isPushConfig(o);
}

/** An array that holds nothing else is the list of 0.3, which has nothing around it. */
export function isPushConfigList(items: readonly unknown[]): boolean {
  return items.length > 0 && items.every((item) => isObject(item) && isPushConfig(item));
}

/** A URL alone is not enough: agents may speak of one for many reasons. */
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

/** Flat as in 1.0, or one inside another as before; named by ids, or by a path of both. */
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
  // Beside a nested configuration, a lone id is the task's.
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

/** What names the task of a configuration, and where, differs between the versions. */
function getShapeEvidence(isNested: boolean, hasTaskId: boolean, hasId: boolean): number {
  if (!hasTaskId) return 0;
  if (!isNested) return VersionEvidence.PushFlat;
  // The candidate of 1.0 has it nested, too, and an id beside it.
  return hasId ? 0 : VersionEvidence.PushNested;
}

/** Text that says something. */
function toNonEmptyText(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
