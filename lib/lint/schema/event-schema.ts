/** Checks the schema of an event: the members that each version requires of tasks, updates, messages and artifacts. */

import { isArray, isObject, type JsonObject } from "../../protocol/json.ts";
import type { EventKind } from "../../protocol/model.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import type { Checker, VersionTracker } from "../checkers/checker.ts";
import { checkParts } from "./parts.ts";
import {
  createSchemaContext,
  isMissingText,
  isSpellingFrom02,
  type ReportSchemaViolation,
  type SchemaContext,
  type SchemaRuleId,
  type WireSpelling,
} from "./schema-context.ts";
import { checkRole, checkState, checkTimestamp } from "./states.ts";

/** Checks the schema of each event, by its own spelling. */
export function createSchemaChecker(versions: VersionTracker): Checker {
  // One callback for all events; the current timeline and event are in variables beside it.
  let current: Timeline | null = null;
  let ordinal = -1;
  const report: ReportSchemaViolation = (rule) => current?.reportViolation(rule, ordinal);
  return {
    onEvent(seen) {
      const { raw, timeline, exchange } = seen;
      if (raw === null) return;
      current = timeline;
      ordinal = seen.ordinal;
      const detected = versions.getDetectedVersion(timeline, exchange);
      const context = createSchemaContext(exchange, detected, seen.evidence, raw);
      if (context) checkSchema(seen.event.kind, raw, context, report);
    },
  };
}

/** Checks the JSON of an event. */
export function checkSchema(
  kind: EventKind,
  raw: JsonObject,
  { spelling, version, isResponse }: SchemaContext,
  report: ReportSchemaViolation,
): void {
  const isForeign = spelling === "0.3" && (version === "1.0" || version === "1.1");
  if (isForeign && raw.kind !== undefined) report("VER-KIND-IN-1", raw, "kind");
  if (kind === "artifact") checkArtifactUpdate(raw, spelling, report);
  else if (kind === "status") checkStatusUpdate(raw, spelling, report);
  else if (kind === "task") checkTask(raw, spelling, report);
  else if (kind === "message") checkMessage(raw, spelling, isResponse, report);
  else if (kind === "tasks") checkTasks(raw, spelling, report);
}

/** A page of tasks, or one task of a page that is an array. */
function checkTasks(o: JsonObject, spelling: WireSpelling, report: ReportSchemaViolation): void {
  if (o.tasks === undefined && o.id !== undefined) return checkTask(o, spelling, report);
  for (const task of filterObjects(o.tasks)) checkTask(task, spelling, report);
}

function checkTask(o: JsonObject, spelling: WireSpelling, report: ReportSchemaViolation): void {
  if (spelling !== "unknown" && isMissingText(o.id)) report("DM-TASK-REQ", o, "id");
  if (spelling === "0.3") {
    if (isMissingText(o.contextId ?? o.context_id)) report("DM-TASK-REQ", o, "contextId");
    if (o.kind !== "task") report("DM-TASK-REQ", o, "kind");
  }
  if (spelling === "1.0" && o.kind !== undefined) report("VER-KIND-IN-1", o, "kind");
  checkStatus(o, spelling, "DM-TASK-REQ", report);
  for (const artifact of filterObjects(o.artifacts)) checkArtifact(artifact, spelling, report);
  for (const message of filterObjects(o.history)) checkMessage(message, spelling, false, report);
}

function checkStatusUpdate(
  o: JsonObject,
  spelling: WireSpelling,
  report: ReportSchemaViolation,
): void {
  checkUpdate(o, "status-update", spelling, report);
  if (spelling === "0.3" && typeof o.final !== "boolean") report("DM-STATUS-REQ", o, "final");
  checkStatus(o, spelling, "DM-STATUS-REQ", report);
  if (o.input_required === true) report("DM-STATE-SPELL", o, "input_required");
}

function checkArtifactUpdate(
  o: JsonObject,
  spelling: WireSpelling,
  report: ReportSchemaViolation,
): void {
  checkUpdate(o, "artifact-update", spelling, report);
  const { artifact } = o;
  if (spelling === "0.1") {
    const key = findChunkFlag(o);
    if (key !== null) report("ART-TOPLEVEL-0.1", o, key);
  }
  if (!isObject(artifact)) {
    if (spelling !== "unknown") report("DM-ART-REQ", o, "artifact");
    return;
  }
  checkArtifact(artifact, spelling, report);
  if (!isSpellingFrom02(spelling)) return;
  const key = findChunkFlag(artifact);
  if (key !== null) report("ART-FLAGS-INSIDE", artifact, key);
}

/** The members that both kinds of updates require. Another rule checks for names in snake_case. */
function checkUpdate(
  o: JsonObject,
  kind: string,
  spelling: WireSpelling,
  report: ReportSchemaViolation,
): void {
  if (!isSpellingFrom02(spelling)) return;
  if (isMissingText(o.taskId ?? o.task_id)) report("DM-STATUS-REQ", o, "taskId");
  if (isMissingText(o.contextId ?? o.context_id)) report("DM-STATUS-REQ", o, "contextId");
  if (spelling === "0.3" && o.kind !== kind) report("DM-STATUS-REQ", o, "kind");
  if (spelling === "1.0" && o.kind !== undefined) report("VER-KIND-IN-1", o, "kind");
}

function checkStatus(
  o: JsonObject,
  spelling: WireSpelling,
  required: SchemaRuleId,
  report: ReportSchemaViolation,
): void {
  const { status } = o;
  if (!isObject(status)) {
    if (spelling !== "unknown") report(required, o, "status");
    return;
  }
  checkState(status, spelling, required, report);
  checkTimestamp(status, spelling, report);
  if (isObject(status.message)) checkMessage(status.message, spelling, false, report);
}

/** `isResponse`: the agent's own message. Statuses and histories also contain the client's messages. */
function checkMessage(
  o: JsonObject,
  spelling: WireSpelling,
  isResponse: boolean,
  report: ReportSchemaViolation,
): void {
  checkRole(o, spelling, isResponse, report);
  const parts = spelling === "0.3-rest" ? (o.parts ?? o.content) : o.parts;
  checkParts(parts, spelling, report);
  if (!isSpellingFrom02(spelling)) return;
  if (spelling === "1.0" && o.kind !== undefined) report("VER-KIND-IN-1", o, "kind");
  // The agent returns a client's message as it was sent, so the agent is not responsible for it.
  if (!isResponse && (o.role === "user" || o.role === "ROLE_USER")) return;
  if (spelling === "0.3" && o.kind !== "message") report("DM-MSG-REQ", o, "kind");
  if (isMissingText(o.messageId ?? o.message_id)) report("DM-MSG-REQ", o, "messageId");
  if (isOmittedList(parts, spelling)) report("DM-MSG-REQ", o, "parts");
}

function checkArtifact(o: JsonObject, spelling: WireSpelling, report: ReportSchemaViolation): void {
  checkParts(o.parts, spelling, report);
  if (!isSpellingFrom02(spelling)) return;
  if (isMissingText(o.artifactId ?? o.artifact_id)) report("DM-ART-REQ", o, "artifactId");
  if (isOmittedList(o.parts, spelling)) report("DM-ART-REQ", o, "parts");
}

/** Before 1.0 a required list may be empty; ProtoJSON omits an empty list. */
function isOmittedList(parts: unknown, spelling: WireSpelling): boolean {
  if (spelling === "1.0") return !isArray(parts) || parts.length === 0;
  return spelling === "0.3" && !isArray(parts);
}

function findChunkFlag(o: JsonObject): "append" | "lastChunk" | null {
  if (o.append !== undefined) return "append";
  return o.lastChunk === undefined ? null : "lastChunk";
}

function filterObjects(list: unknown): readonly JsonObject[] {
  return isArray(list) ? list.filter(isObject) : [];
}
