/** The CAIPE platform engineer and its agents: what they mean by the names of their artifacts. */

import { isObject } from "../../protocol/json.ts";
import type { Family, Signal, ToolWords } from "../signal.ts";
import { ownMetadata, type Statement, statedText } from "../statement.ts";

const named = (match: string, means: Signal["means"], tool?: Signal["tool"]): Signal => ({
  where: "artifact.name",
  match,
  means,
  sure: "likely",
  ...(tool && { tool }),
});

/** Its agents tell of their tools in words only. */
const worded = (match: RegExp, means: "tool-start" | "tool-end"): Signal => ({
  where: "text",
  match,
  inMessage: true,
  means,
  sure: "guess",
  tool: noticed,
});

const beside = (key: string, means: Signal["means"], match?: RegExp): Signal => ({
  where: "artifact.metadata",
  key,
  means,
  sure: "likely",
  ...(match && { match }),
});

export const CAIPE: Family = {
  id: "caipe",
  label: "CAIPE",
  signals: [
    named("execution_plan_streaming", "plan"),
    named("execution_plan_update", "plan-update"),
    named("execution_plan_status_update", "plan-update"),
    named("tool_notification_start", "tool-start", noticed),
    named("tool_notification_end", "tool-end", noticed),
    named("tool_notification_complete", "tool-end", noticed),
    named("tool_output", "tool-output", noticed),
    named("streaming_result", "result"),
    named("partial_result", "result-whole"),
    named("final_result", "result-whole"),
    named("complete_result", "result-whole"),
    named("current_result", "result-end"),
    named("error_result", "result-error"),
    { where: "data", key: /^input_fields$/, means: "form", sure: "likely" },
    { where: "text", match: /^\s*UserInputMetaData:\s*\{/, means: "form", sure: "likely" },
    beside("sourceAgent", "author"),
    beside("trace_id", "trace"),
    { where: "event.metadata", key: "trace_id", means: "trace", sure: "likely" },
    beside("plan_step_id", "details"),
    beside("is_final_answer", "details"),
    beside("is_narration", "details"),
    worded(/^\s*🔧\s/u, "tool-start"),
    worded(/^\s*🔍\s*(?:Querying|Checking|Searching)\b/u, "tool-start"),
    worded(/^\s*✅[^\n]{0,160}\bcompleted\b/iu, "tool-end"),
    worded(/^\s*❌[^\n]{0,160}\bfailed\b/iu, "tool-end"),
  ],
};

/** `Tool call started: argocd` */
const DESCRIPTION = /^Tool call (started|completed|failed): (.+)$/i;
/** `🔧 Supervisor: Calling Agent Argocd...`, `🔧 Calling tool: **x**` */
const CALLING = /^\s*🔧\s*(?:[^:\n]{1,80}:\s*)?Calling\s+(tool|agent)\b\s*:?\s*(.+)$/iu;
/** `🔍 Querying Argocd...` */
const ASKING = /^\s*🔍\s*(?:Querying|Checking|Searching)\s+(.+)$/iu;
/** `✅ Supervisor: Agent task argocd completed`, `❌ **x** failed: no such thing` */
const ENDED =
  /^\s*([✅❌])\uFE0F?\s*(?:[^:\n]{1,80}:\s*)?(?:(tool|agent)(?:\s+(?:task|call))?:?\s+)?(\S[^\n]{0,120}?)\s+(?:completed|failed)\b/iu;

const LINE_LOOKED_AT = 200;

function noticed(statement: Statement): ToolWords {
  const [, phase, described] = DESCRIPTION.exec(statement.artifact?.description ?? "") ?? [];
  const said = wordedIn(statedText(statement).slice(0, LINE_LOOKED_AT).split("\n", 1)[0] ?? "");
  const metadata = ownMetadata(statement);
  const own = isObject(metadata) ? metadata : {};
  // A notification names what it is about where others name who speaks.
  const source = textual(own.sourceAgent);
  const isNotice = own.agentType === "notification";
  const name = described?.trim() ?? said.name ?? (isNotice ? source : undefined);
  return {
    name,
    agent: isNotice && name !== undefined ? said.agent : (source ?? said.agent),
    step: textual(own.plan_step_id),
    failed: phase ? phase.toLowerCase() === "failed" : said.failed,
  };
}

function wordedIn(line: string): Pick<ToolWords, "name" | "agent" | "failed"> {
  const [, what = "", called] = CALLING.exec(line) ?? [];
  if (called !== undefined) return of(what, called);
  const [, asked] = ASKING.exec(line) ?? [];
  if (asked !== undefined) return of("", asked);
  const [, mark, kind = "", ended] = ENDED.exec(line) ?? [];
  return ended === undefined ? {} : { ...of(kind, ended), failed: mark === "❌" };
}

function of(kind: string, said: string): Pick<ToolWords, "name" | "agent"> {
  const name = said
    .replace(/[*`]/g, "")
    .replace(/(?:\.{2,}|…)\s*$/u, "")
    .trim();
  if (name === "") return {};
  return kind.toLowerCase() === "agent" ? { agent: name } : { name };
}

function textual(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
