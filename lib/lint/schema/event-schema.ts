/** Checks the schema of an event: the members that each version requires of tasks, updates, messages and artifacts. */

import { isArray, isObject, type JsonObject } from "../../protocol/json.ts";
import type { EventKind } from "../../protocol/model.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import type { Checker, VersionTracker } from "../checkers/checker.ts";
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

/** Checks the parts of a message or an artifact. */
function checkParts(parts: unknown, spelling: WireSpelling, report: ReportSchemaViolation): void {
  if (!isArray(parts)) return;
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i];
    if (!isObject(part)) checkOtherPart(parts, i, spelling, report);
    else if (spelling === "1.0") checkPart1(part, report);
    else checkPart0(part, spelling, report);
  }
}

/** A value that is not an object in a list of parts. */
function checkOtherPart(
  parts: readonly unknown[],
  i: number,
  spelling: WireSpelling,
  report: ReportSchemaViolation,
): void {
  if (spelling === "1.0") report("DM-PART-ONEOF", parts, i);
  if (spelling === "0.3") report("DM-PART-KIND", parts, i);
}

/** In 1.0 exactly one member holds the content. */
function checkPart1(part: JsonObject, report: ReportSchemaViolation): void {
  const { text, raw, url, data } = part;
  if (part.kind !== undefined) report("VER-KIND-IN-1", part, "kind");
  const others = Number(isPresent(raw)) + Number(isPresent(url)) + Number(data !== undefined);
  if (others === 0 && typeof text === "string") return;
  if (others + Number(isPresent(text)) !== 1) report("DM-PART-ONEOF", part);
  if (isPresent(raw) && !isBase64(raw)) report("DM-PART-B64", part, "raw");
}

/** ProtoJSON treats null as absent, except in `data`, which may be any value. */
function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** Before 1.0 the kind names the member; 0.3 over REST has no kind. */
function checkPart0(part: JsonObject, spelling: WireSpelling, report: ReportSchemaViolation): void {
  const kind = spelling === "0.3" ? part.kind : (part.kind ?? part.type);
  if (kind === "text" && typeof part.text === "string") return;
  if (spelling === "0.3" && !isKind(kind, part)) report("DM-PART-KIND", part, "kind");
  if (part.file !== undefined || kind === "file") checkFile(part, spelling, report);
  const isData = kind === "data" || (kind === undefined && part.data !== undefined);
  if (isData && !isData0(part.data, spelling)) report("DM-DATA-OBJ", part, "data");
}

/** 0.1 also allows lists. */
function isData0(data: unknown, spelling: WireSpelling): boolean {
  const mayBeList = spelling === "0.1" || spelling === "0.x";
  return spelling === "unknown" || isObject(data) || (mayBeList && isArray(data));
}

function isKind(kind: unknown, part: JsonObject): boolean {
  if (kind === "text") return typeof part.text === "string";
  if (kind === "file") return part.file !== undefined;
  return kind === "data" && part.data !== undefined;
}

function checkFile(part: JsonObject, spelling: WireSpelling, report: ReportSchemaViolation): void {
  const { file } = part;
  if (!isObject(file)) {
    if (spelling !== "unknown") report("DM-PART-FILE", part, "file");
    return;
  }
  const isRest = spelling === "0.3-rest";
  const bytes = file.bytes ?? (isRest ? file.fileWithBytes : undefined);
  const uri = file.uri ?? (isRest ? file.fileWithUri : undefined);
  const isOne = isPresent(bytes) !== isPresent(uri);
  // In 0.1 a file with neither may refer to one that was sent before.
  const mayBeNone = (spelling === "0.1" || spelling === "0.x") && !isPresent(bytes);
  if (spelling !== "unknown" && !isOne && !mayBeNone) report("DM-PART-FILE", part, "file");
  if (isPresent(bytes) && !isBase64(bytes)) {
    report("DM-PART-B64", file, file.bytes === undefined ? "fileWithBytes" : "bytes");
  }
}

/** Accepts either alphabet, padded or not. */
function isBase64(value: unknown): boolean {
  if (typeof value !== "string" || !/^[A-Za-z0-9+/_-]*={0,2}$/.test(value)) return false;
  return value.replace(/=+$/, "").length % 4 !== 1;
}
