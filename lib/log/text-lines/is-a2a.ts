/**
 * Detects A2A values. Strict, because other lines may be anything; a log of nothing but A2A is
 * decoded leniently instead.
 */

import { looksLikeCard } from "../../protocol/card/detect-card.ts";
import { isCloudEvent, isRpcResponse } from "../../protocol/envelope.ts";
import { isArray, isObject, type JsonObject, toPlainText } from "../../protocol/json.ts";
import { isRpcRequest, METHODS } from "../../protocol/request.ts";
import { isStateWord } from "../../protocol/state-names.ts";

const KINDS = new Set(["task", "message", "status-update", "artifact-update"]);
const TYPES = /^task_?(?:status|artifact)_?update(?:_?event)?$/i;

/** A request of any version. */
export function isA2ARequest(value: JsonObject): boolean {
  return isRpcRequest(value) && METHODS.has(String(value.method));
}

/** Is it the body of a send request over HTTP+JSON? */
export function isSendBody(value: JsonObject): boolean {
  if (!isObject(value.message) || value.result !== undefined) return false;
  return isMessage(value.message) && /user$/i.test(toPlainText(value.message.role));
}

/** Is it a JSON-RPC response, whatever its content? */
export function isEnvelopedResponse(value: JsonObject): boolean {
  return value.jsonrpc !== undefined && isRpcResponse(value);
}

/** Is it A2A, with or without an envelope? */
export function isA2A(value: JsonObject): boolean {
  // Its payload may be A2A.
  if (isCloudEvent(value)) return false;
  if (isA2ARequest(value)) return true;
  if (isRpcRequest(value)) return false;
  if (isObject(value.result)) return isPayload(value.result);
  return isPayload(value);
}

function isPayload(o: JsonObject): boolean {
  if (isUpdate(o) || isTask(o) || isMessage(o) || looksLikeCard(o)) return true;
  if (isArray(o.tasks)) return o.tasks.some((task) => isObject(task) && isTask(task));
  const message = o.message ?? o.msg;
  return (isObject(o.task) && isTask(o.task)) || (isObject(message) && isMessage(message));
}

function isUpdate(o: JsonObject): boolean {
  const updates = [o.statusUpdate, o.status_update, o.artifactUpdate, o.artifact_update];
  if (updates.some(isObject)) return true;
  if (typeof o.kind === "string" && /-update$/.test(o.kind) && KINDS.has(o.kind)) return true;
  if (typeof o.type === "string" && TYPES.test(o.type)) return true;
  return isObject(o.artifact) && isArray(o.artifact.parts);
}

function isTask(o: JsonObject): boolean {
  if (!isObject(o.status) || !isStateWord(o.status.state)) return false;
  const names = [o.id, o.taskId, o.task_id, o.contextId, o.context_id, o.sessionId, o.final];
  return names.some((name) => name !== undefined);
}

/** Other protocols also have messages with a role, but not with such parts. */
function isMessage(o: JsonObject): boolean {
  if (typeof o.role !== "string" || !/^(?:role_)?(?:user|agent)$/i.test(o.role)) return false;
  const parts = o.parts ?? o.content;
  return isArray(parts) && (o.messageId ?? o.message_id ?? o.kind ?? o.parts) !== undefined;
}
