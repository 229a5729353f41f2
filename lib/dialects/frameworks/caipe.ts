/** The CAIPE platform engineer and its agents, recognized by the names of their artifacts. */

import { isObject } from "../../protocol/json.ts";
import type { Detector, Framework, ToolFields } from "../detector.ts";
import { type EntryUpdate, getOwnMetadata, getUpdateText } from "../entry-update.ts";

const createNameDetector = (
  match: string,
  meaning: Detector["meaning"],
  tool?: Detector["tool"],
): Detector => ({
  source: "artifact.name",
  match,
  meaning,
  confidence: "likely",
  ...(tool && { tool }),
});

/** Its agents describe their tool calls in plain text only. */
const createTextDetector = (match: RegExp, meaning: "tool-start" | "tool-end"): Detector => ({
  source: "text",
  match,
  onlyInMessages: true,
  meaning,
  confidence: "guess",
  tool: readToolNotice,
});

const createMetadataDetector = (
  key: string,
  meaning: Detector["meaning"],
  match?: RegExp,
): Detector => ({
  source: "artifact.metadata",
  key,
  meaning,
  confidence: "likely",
  ...(match && { match }),
});

export const CAIPE: Framework = {
  id: "caipe",
  label: "CAIPE",
  detectors: [
    createNameDetector("execution_plan_streaming", "plan"),
    createNameDetector("execution_plan_update", "plan-update"),
    createNameDetector("execution_plan_status_update", "plan-update"),
    createNameDetector("tool_notification_start", "tool-start", readToolNotice),
    createNameDetector("tool_notification_end", "tool-end", readToolNotice),
    createNameDetector("tool_notification_complete", "tool-end", readToolNotice),
    createNameDetector("tool_output", "tool-output", readToolNotice),
    createNameDetector("streaming_result", "result"),
    createNameDetector("partial_result", "result-whole"),
    createNameDetector("final_result", "result-whole"),
    createNameDetector("complete_result", "result-whole"),
    createNameDetector("current_result", "result-end"),
    createNameDetector("error_result", "result-error"),
    { source: "data", key: /^input_fields$/, meaning: "form", confidence: "likely" },
    { source: "text", match: /^\s*UserInputMetaData:\s*\{/, meaning: "form", confidence: "likely" },
    createMetadataDetector("sourceAgent", "author"),
    createMetadataDetector("trace_id", "trace"),
    { source: "event.metadata", key: "trace_id", meaning: "trace", confidence: "likely" },
    createMetadataDetector("plan_step_id", "details"),
    createMetadataDetector("is_final_answer", "details"),
    createMetadataDetector("is_narration", "details"),
    createTextDetector(/^\s*🔧\s/u, "tool-start"),
    createTextDetector(/^\s*🔍\s*(?:Querying|Checking|Searching)\b/u, "tool-start"),
    createTextDetector(/^\s*✅[^\n]{0,160}\bcompleted\b/iu, "tool-end"),
    createTextDetector(/^\s*❌[^\n]{0,160}\bfailed\b/iu, "tool-end"),
  ],
};

/** `Tool call started: argocd` */
const DESCRIPTION_PATTERN = /^Tool call (started|completed|failed): (.+)$/i;
/** `🔧 Supervisor: Calling Agent Argocd...`, `🔧 Calling tool: **x**` */
const CALLING_PATTERN = /^\s*🔧\s*(?:[^:\n]{1,80}:\s*)?Calling\s+(tool|agent)\b\s*:?\s*(.+)$/iu;
/** `🔍 Querying Argocd...` */
const ASKING_PATTERN = /^\s*🔍\s*(?:Querying|Checking|Searching)\s+(.+)$/iu;
/** `✅ Supervisor: Agent task argocd completed`, `❌ **x** failed: no such thing` */
const ENDED_PATTERN =
  /^\s*([✅❌])\uFE0F?\s*(?:[^:\n]{1,80}:\s*)?(?:(tool|agent)(?:\s+(?:task|call))?:?\s+)?(\S[^\n]{0,120}?)\s+(?:completed|failed)\b/iu;

const MAX_LINE_LENGTH = 200;

function readToolNotice(update: EntryUpdate): ToolFields {
  const [, phase, described] = DESCRIPTION_PATTERN.exec(update.artifact?.description ?? "") ?? [];
  const notice = parseNoticeLine(
    getUpdateText(update).slice(0, MAX_LINE_LENGTH).split("\n", 1)[0] ?? "",
  );
  const metadata = getOwnMetadata(update);
  const own = isObject(metadata) ? metadata : {};
  // A notification puts the tool where other messages put the speaker.
  const source = toNonEmptyText(own.sourceAgent);
  const isNotice = own.agentType === "notification";
  const name = described?.trim() ?? notice.name ?? (isNotice ? source : undefined);
  return {
    name,
    agent: isNotice && name !== undefined ? notice.agent : (source ?? notice.agent),
    step: toNonEmptyText(own.plan_step_id),
    failed: phase ? phase.toLowerCase() === "failed" : notice.failed,
  };
}

function parseNoticeLine(line: string): Pick<ToolFields, "name" | "agent" | "failed"> {
  const [, what = "", called] = CALLING_PATTERN.exec(line) ?? [];
  if (called !== undefined) return toNamedFields(what, called);
  const [, agentName] = ASKING_PATTERN.exec(line) ?? [];
  if (agentName !== undefined) return toNamedFields("", agentName);
  const [, mark, kind = "", ended] = ENDED_PATTERN.exec(line) ?? [];
  return ended === undefined ? {} : { ...toNamedFields(kind, ended), failed: mark === "❌" };
}

function toNamedFields(kind: string, text: string): Pick<ToolFields, "name" | "agent"> {
  const name = text
    .replace(/[*`]/g, "")
    .replace(/(?:\.{2,}|…)\s*$/u, "")
    .trim();
  if (name === "") return {};
  return kind.toLowerCase() === "agent" ? { agent: name } : { name };
}

function toNonEmptyText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
