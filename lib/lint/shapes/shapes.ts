/** The shape of an event: what each version says that tasks, updates, messages and artifacts have. */

import { isArray, isObject, type JsonObject } from "../../protocol/json.ts";
import type { EventKind } from "../../protocol/model.ts";
import { type Accuse, lacks, type ShapeRule } from "./accuse.ts";
import { judgeParts } from "./parts.ts";
import { judgeRole, judgeState, judgeTime } from "./states.ts";
import { isFrom02, type Standard, type Wording } from "./wording.ts";

/** Judges the JSON that an event was read from. */
export function judgeShape(
  kind: EventKind,
  raw: JsonObject,
  { wording, version, isAnswer }: Standard,
  accuse: Accuse,
): void {
  const isForeign = wording === "0.3" && (version === "1.0" || version === "1.1");
  if (isForeign && raw.kind !== undefined) accuse("VER-KIND-IN-1", raw, "kind");
  if (kind === "artifact") judgeArtifactUpdate(raw, wording, accuse);
  else if (kind === "status") judgeStatusUpdate(raw, wording, accuse);
  else if (kind === "task") judgeTask(raw, wording, accuse);
  else if (kind === "message") judgeMessage(raw, wording, isAnswer, accuse);
  else if (kind === "tasks") judgeTasks(raw, wording, accuse);
}

/** A page of tasks, or one of a page that is an array of them. */
function judgeTasks(o: JsonObject, wording: Wording, accuse: Accuse): void {
  if (o.tasks === undefined && o.id !== undefined) return judgeTask(o, wording, accuse);
  for (const task of objects(o.tasks)) judgeTask(task, wording, accuse);
}

function judgeTask(o: JsonObject, wording: Wording, accuse: Accuse): void {
  if (wording !== "unknown" && lacks(o.id)) accuse("DM-TASK-REQ", o, "id");
  if (wording === "0.3") {
    if (lacks(o.contextId ?? o.context_id)) accuse("DM-TASK-REQ", o, "contextId");
    if (o.kind !== "task") accuse("DM-TASK-REQ", o, "kind");
  }
  if (wording === "1.0" && o.kind !== undefined) accuse("VER-KIND-IN-1", o, "kind");
  judgeStatus(o, wording, "DM-TASK-REQ", accuse);
  for (const artifact of objects(o.artifacts)) judgeArtifact(artifact, wording, accuse);
  for (const message of objects(o.history)) judgeMessage(message, wording, false, accuse);
}

function judgeStatusUpdate(o: JsonObject, wording: Wording, accuse: Accuse): void {
  judgeUpdate(o, "status-update", wording, accuse);
  if (wording === "0.3" && typeof o.final !== "boolean") accuse("DM-STATUS-REQ", o, "final");
  judgeStatus(o, wording, "DM-STATUS-REQ", accuse);
  if (o.input_required === true) accuse("DM-STATE-SPELL", o, "input_required");
}

function judgeArtifactUpdate(o: JsonObject, wording: Wording, accuse: Accuse): void {
  judgeUpdate(o, "artifact-update", wording, accuse);
  const { artifact } = o;
  if (wording === "0.1") {
    const key = flagIn(o);
    if (key !== null) accuse("ART-TOPLEVEL-0.1", o, key);
  }
  if (!isObject(artifact)) {
    if (wording !== "unknown") accuse("DM-ART-REQ", o, "artifact");
    return;
  }
  judgeArtifact(artifact, wording, accuse);
  if (!isFrom02(wording)) return;
  const key = flagIn(artifact);
  if (key !== null) accuse("ART-FLAGS-INSIDE", artifact, key);
}

/** What both updates must have. Names in snake_case are another rule's. */
function judgeUpdate(o: JsonObject, kind: string, wording: Wording, accuse: Accuse): void {
  if (!isFrom02(wording)) return;
  if (lacks(o.taskId ?? o.task_id)) accuse("DM-STATUS-REQ", o, "taskId");
  if (lacks(o.contextId ?? o.context_id)) accuse("DM-STATUS-REQ", o, "contextId");
  if (wording === "0.3" && o.kind !== kind) accuse("DM-STATUS-REQ", o, "kind");
  if (wording === "1.0" && o.kind !== undefined) accuse("VER-KIND-IN-1", o, "kind");
}

function judgeStatus(o: JsonObject, wording: Wording, required: ShapeRule, accuse: Accuse): void {
  const { status } = o;
  if (!isObject(status)) {
    if (wording !== "unknown") accuse(required, o, "status");
    return;
  }
  judgeState(status, wording, required, accuse);
  judgeTime(status, wording, accuse);
  if (isObject(status.message)) judgeMessage(status.message, wording, false, accuse);
}

/** `mustAnswer`: the agent's own words. In a status and in a history there are the client's too. */
function judgeMessage(o: JsonObject, wording: Wording, mustAnswer: boolean, accuse: Accuse): void {
  judgeRole(o, wording, mustAnswer, accuse);
  const parts = wording === "0.3-rest" ? (o.parts ?? o.content) : o.parts;
  judgeParts(parts, wording, accuse);
  if (!isFrom02(wording)) return;
  if (wording === "1.0" && o.kind !== undefined) accuse("VER-KIND-IN-1", o, "kind");
  // A message of the client comes back as it was sent, which is not the agent's doing.
  if (!mustAnswer && (o.role === "user" || o.role === "ROLE_USER")) return;
  if (wording === "0.3" && o.kind !== "message") accuse("DM-MSG-REQ", o, "kind");
  if (lacks(o.messageId ?? o.message_id)) accuse("DM-MSG-REQ", o, "messageId");
  if (isLeftOut(parts, wording)) accuse("DM-MSG-REQ", o, "parts");
}

function judgeArtifact(o: JsonObject, wording: Wording, accuse: Accuse): void {
  judgeParts(o.parts, wording, accuse);
  if (!isFrom02(wording)) return;
  if (lacks(o.artifactId ?? o.artifact_id)) accuse("DM-ART-REQ", o, "artifactId");
  if (isLeftOut(o.parts, wording)) accuse("DM-ART-REQ", o, "parts");
}

/** Before 1.0 a list that must be there may be empty, which ProtoJSON leaves out. */
function isLeftOut(parts: unknown, wording: Wording): boolean {
  if (wording === "1.0") return !isArray(parts) || parts.length === 0;
  return wording === "0.3" && !isArray(parts);
}

function flagIn(o: JsonObject): "append" | "lastChunk" | null {
  if (o.append !== undefined) return "append";
  return o.lastChunk === undefined ? null : "lastChunk";
}

function objects(list: unknown): readonly JsonObject[] {
  return isArray(list) ? list.filter(isObject) : [];
}
