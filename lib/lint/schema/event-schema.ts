/** The shape of an event: what each version says that tasks, updates, messages and artifacts have. */

import { isArray, isObject, type JsonObject } from "../../protocol/json.ts";
import type { EventKind } from "../../protocol/model.ts";
import { checkParts } from "./parts.ts";
import {
  isMissingText,
  type ReportSchemaViolation,
  type SchemaRuleName,
} from "./schema-violation.ts";
import { checkRole, checkState, checkTimestamp } from "./states.ts";
import { isSpellingFrom02, type SchemaContext, type WireSpelling } from "./wire-spelling.ts";

/** Judges the JSON that an event was read from. */
export function checkSchema(
  kind: EventKind,
  raw: JsonObject,
  { spelling, version, isResponse }: SchemaContext,
  accuse: ReportSchemaViolation,
): void {
  const isForeign = spelling === "0.3" && (version === "1.0" || version === "1.1");
  if (isForeign && raw.kind !== undefined) accuse("VER-KIND-IN-1", raw, "kind");
  if (kind === "artifact") checkArtifactUpdate(raw, spelling, accuse);
  else if (kind === "status") checkStatusUpdate(raw, spelling, accuse);
  else if (kind === "task") checkTask(raw, spelling, accuse);
  else if (kind === "message") checkMessage(raw, spelling, isResponse, accuse);
  else if (kind === "tasks") checkTasks(raw, spelling, accuse);
}

/** A page of tasks, or one of a page that is an array of them. */
function checkTasks(o: JsonObject, wording: WireSpelling, accuse: ReportSchemaViolation): void {
  if (o.tasks === undefined && o.id !== undefined) return checkTask(o, wording, accuse);
  for (const task of filterObjects(o.tasks)) checkTask(task, wording, accuse);
}

function checkTask(o: JsonObject, wording: WireSpelling, accuse: ReportSchemaViolation): void {
  if (wording !== "unknown" && isMissingText(o.id)) accuse("DM-TASK-REQ", o, "id");
  if (wording === "0.3") {
    if (isMissingText(o.contextId ?? o.context_id)) accuse("DM-TASK-REQ", o, "contextId");
    if (o.kind !== "task") accuse("DM-TASK-REQ", o, "kind");
  }
  if (wording === "1.0" && o.kind !== undefined) accuse("VER-KIND-IN-1", o, "kind");
  checkStatus(o, wording, "DM-TASK-REQ", accuse);
  for (const artifact of filterObjects(o.artifacts)) checkArtifact(artifact, wording, accuse);
  for (const message of filterObjects(o.history)) checkMessage(message, wording, false, accuse);
}

function checkStatusUpdate(
  o: JsonObject,
  wording: WireSpelling,
  accuse: ReportSchemaViolation,
): void {
  checkUpdate(o, "status-update", wording, accuse);
  if (wording === "0.3" && typeof o.final !== "boolean") accuse("DM-STATUS-REQ", o, "final");
  checkStatus(o, wording, "DM-STATUS-REQ", accuse);
  if (o.input_required === true) accuse("DM-STATE-SPELL", o, "input_required");
}

function checkArtifactUpdate(
  o: JsonObject,
  wording: WireSpelling,
  accuse: ReportSchemaViolation,
): void {
  checkUpdate(o, "artifact-update", wording, accuse);
  const { artifact } = o;
  if (wording === "0.1") {
    const key = findChunkFlag(o);
    if (key !== null) accuse("ART-TOPLEVEL-0.1", o, key);
  }
  if (!isObject(artifact)) {
    if (wording !== "unknown") accuse("DM-ART-REQ", o, "artifact");
    return;
  }
  checkArtifact(artifact, wording, accuse);
  if (!isSpellingFrom02(wording)) return;
  const key = findChunkFlag(artifact);
  if (key !== null) accuse("ART-FLAGS-INSIDE", artifact, key);
}

/** What both updates must have. Names in snake_case are another rule's. */
function checkUpdate(
  o: JsonObject,
  kind: string,
  wording: WireSpelling,
  accuse: ReportSchemaViolation,
): void {
  if (!isSpellingFrom02(wording)) return;
  if (isMissingText(o.taskId ?? o.task_id)) accuse("DM-STATUS-REQ", o, "taskId");
  if (isMissingText(o.contextId ?? o.context_id)) accuse("DM-STATUS-REQ", o, "contextId");
  if (wording === "0.3" && o.kind !== kind) accuse("DM-STATUS-REQ", o, "kind");
  if (wording === "1.0" && o.kind !== undefined) accuse("VER-KIND-IN-1", o, "kind");
}

function checkStatus(
  o: JsonObject,
  wording: WireSpelling,
  required: SchemaRuleName,
  accuse: ReportSchemaViolation,
): void {
  const { status } = o;
  if (!isObject(status)) {
    if (wording !== "unknown") accuse(required, o, "status");
    return;
  }
  checkState(status, wording, required, accuse);
  checkTimestamp(status, wording, accuse);
  if (isObject(status.message)) checkMessage(status.message, wording, false, accuse);
}

/** `mustAnswer`: the agent's own words. In a status and in a history there are the client's too. */
function checkMessage(
  o: JsonObject,
  wording: WireSpelling,
  mustAnswer: boolean,
  accuse: ReportSchemaViolation,
): void {
  checkRole(o, wording, mustAnswer, accuse);
  const parts = wording === "0.3-rest" ? (o.parts ?? o.content) : o.parts;
  checkParts(parts, wording, accuse);
  if (!isSpellingFrom02(wording)) return;
  if (wording === "1.0" && o.kind !== undefined) accuse("VER-KIND-IN-1", o, "kind");
  // A message of the client comes back as it was sent, which is not the agent's doing.
  if (!mustAnswer && (o.role === "user" || o.role === "ROLE_USER")) return;
  if (wording === "0.3" && o.kind !== "message") accuse("DM-MSG-REQ", o, "kind");
  if (isMissingText(o.messageId ?? o.message_id)) accuse("DM-MSG-REQ", o, "messageId");
  if (isOmittedList(parts, wording)) accuse("DM-MSG-REQ", o, "parts");
}

function checkArtifact(o: JsonObject, wording: WireSpelling, accuse: ReportSchemaViolation): void {
  checkParts(o.parts, wording, accuse);
  if (!isSpellingFrom02(wording)) return;
  if (isMissingText(o.artifactId ?? o.artifact_id)) accuse("DM-ART-REQ", o, "artifactId");
  if (isOmittedList(o.parts, wording)) accuse("DM-ART-REQ", o, "parts");
}

/** Before 1.0 a list that must be there may be empty, which ProtoJSON leaves out. */
function isOmittedList(parts: unknown, wording: WireSpelling): boolean {
  if (wording === "1.0") return !isArray(parts) || parts.length === 0;
  return wording === "0.3" && !isArray(parts);
}

function findChunkFlag(o: JsonObject): "append" | "lastChunk" | null {
  if (o.append !== undefined) return "append";
  return o.lastChunk === undefined ? null : "lastChunk";
}

function filterObjects(list: unknown): readonly JsonObject[] {
  return isArray(list) ? list.filter(isObject) : [];
}
