/**
 * Is a value A2A traffic? Among lines of any kind the answer must be sure, where a log of nothing
 * else may be read more kindly.
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

/** A request over HTTP+JSON, which has a user's message for its body. */
export function isSendBody(value: JsonObject): boolean {
  if (!isObject(value.message) || value.result !== undefined) return false;
  return isMessage(value.message) && /user$/i.test(toPlainText(value.message.role));
}

/** An answer in an envelope, whatever it holds. */
export function isEnvelopedResponse(value: JsonObject): boolean {
  return value.jsonrpc !== undefined && isRpcResponse(value);
}

/** Something of A2A, in an envelope or bare. */
export function isA2A(value: JsonObject): boolean {
  // What it carries may be A2A.
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

/** Other protocols have messages with a role; none has parts that are like these. */
function isMessage(o: JsonObject): boolean {
  if (typeof o.role !== "string" || !/^(?:role_)?(?:user|agent)$/i.test(o.role)) return false;
  const parts = o.parts ?? o.content;
  return isArray(parts) && (o.messageId ?? o.message_id ?? o.kind ?? o.parts) !== undefined;
}
