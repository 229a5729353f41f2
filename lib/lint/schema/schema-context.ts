/**
 * What the schema checks share. They are pure functions that report the rule and the location; they
 * run for every event while a timeline grows, and again to show the locations of a violation.
 *
 * The spelling of an event is the version whose member names and values it uses. An event is checked by
 * its spelling even if its exchange uses another version, because mixed versions are one problem
 * and not one for each member with another name.
 */

import { VersionEvidence } from "../../protocol/decode-flags.ts";
import type { JsonObject } from "../../protocol/json.ts";
import type { DetectedVersion, Version } from "../../protocol/versions.ts";
import type { Exchange } from "../../timeline/exchange.ts";

/** The context of a schema check: the spelling of the event, and what is known of its exchange. */
export interface SchemaContext {
  readonly spelling: WireSpelling;
  readonly version: Version;
  /** Whether it is part of a response, so that its message is the agent's own. */
  readonly isResponse: boolean;
}

/**
 * 0.2 is spelled like 0.3, and 1.1 like 1.0; 0.3 differs between JSON-RPC and REST. `0.x` is what
 * 0.1 and 0.3 have in common, while it is unknown which of them it is.
 */
export type WireSpelling = "0.1" | "0.x" | "0.3" | "0.3-rest" | "1.0" | "unknown";

/** Whether the spelling has, and requires, the members that 0.2 added. */
export function isSpellingFrom02(spelling: WireSpelling): boolean {
  return spelling === "0.3" || spelling === "0.3-rest" || spelling === "1.0";
}

/** The schema context of an event; `null` if its format is up to the server. */
export function createSchemaContext(
  exchange: Exchange,
  detected: Pick<DetectedVersion, "version" | "mayBe01">,
  evidence: number,
  raw: JsonObject,
): SchemaContext | null {
  const { request, head, open } = exchange;
  // 0.1 leaves the content of a notification to the server.
  if (open.record.inbound && (detected.version === "0.1" || detected.mayBe01)) return null;
  const spelling = detectSpelling(exchange, detected, evidence, raw);
  const isResponse = request !== null || head !== null;
  return { spelling, version: detected.version, isResponse: isResponse };
}

function detectSpelling(
  exchange: Exchange,
  { version, mayBe01 }: Pick<DetectedVersion, "version" | "mayBe01">,
  evidence: number,
  raw: JsonObject,
): WireSpelling {
  if (evidence & VersionEvidence.Wrapper) {
    return version === "0.3" && !(evidence & VersionEvidence.Rpc) ? "0.3-rest" : "1.0";
  }
  if (version === "0.3" && !(evidence & VersionEvidence.Rpc)) {
    if (exchange.isRest03 || isRestTask(evidence)) return "0.3-rest";
  }
  if (evidence & VersionEvidence.BlogType) return "unknown";
  if (evidence & VersionEvidence.Kind || version === "0.2") return "0.3";
  if (mayBe01 && hasIdsOf01(raw)) return "0.x";
  if (version === "1.1") return "1.0";
  return version === "blog" ? "unknown" : version;
}

/** Whether the object is of 0.3 REST by its own members: a saved task has neither URL nor wrapper. */
function isRestTask(evidence: number): boolean {
  return (evidence & VersionEvidence.Rest03) !== 0 && (evidence & VersionEvidence.Kind) === 0;
}

/** Whether the task is identified as in 0.1, without the IDs that were added later. */
function hasIdsOf01({ id, contextId, context_id, taskId, task_id }: JsonObject): boolean {
  const later = [contextId, context_id, taskId, task_id];
  return id !== undefined && later.every((one) => one === undefined);
}

/** Reports the object that breaks the rule, and the member if one does. */
export type ReportSchemaViolation = (
  rule: SchemaRuleId,
  owner: object,
  key?: string | number,
) => void;

export type SchemaRuleId =
  | "VER-KIND-IN-1"
  | "DM-STATE-UNKNOWN"
  | "DM-STATE-SPELL"
  | "DM-ENUM-INT"
  | "DM-ROLE"
  | "DM-MSG-REQ"
  | "DM-TASK-REQ"
  | "DM-STATUS-REQ"
  | "DM-ART-REQ"
  | "DM-PART-ONEOF"
  | "DM-PART-KIND"
  | "DM-PART-FILE"
  | "DM-PART-B64"
  | "DM-DATA-OBJ"
  | "DM-TIME"
  | "ART-FLAGS-INSIDE"
  | "ART-TOPLEVEL-0.1";

/** Whether a required text is missing or empty. ProtoJSON omits empty texts. */
export function isMissingText(value: unknown): boolean {
  return typeof value !== "string" || value === "";
}
