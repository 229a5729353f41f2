/** The CAIPE platform engineer and its agents: what they mean by the names of their artifacts. */

import { isObject } from "../../protocol/json.ts";
import type { Family, Signal, ToolWords } from "../signal.ts";
import { ownMetadata, type Statement } from "../statement.ts";

const named = (match: string, means: Signal["means"], tool?: Signal["tool"]): Signal => ({
  where: "artifact.name",
  match,
  means,
  sure: "likely",
  ...(tool && { tool }),
});

export const CAIPE: Family = {
  id: "caipe",
  label: "CAIPE",
  signals: [
    named("tool_notification_start", "tool-start", noticed),
    named("tool_notification_end", "tool-end", noticed),
    named("tool_notification_complete", "tool-end", noticed),
    named("tool_output", "tool-output", noticed),
  ],
};

/** `Tool call started: argocd` */
const DESCRIPTION = /^Tool call (started|completed|failed): (.+)$/i;

function noticed(statement: Statement): ToolWords {
  const [, phase, name] = DESCRIPTION.exec(statement.artifact?.description ?? "") ?? [];
  const metadata = ownMetadata(statement);
  const own = isObject(metadata) ? metadata : {};
  return {
    name,
    agent: typeof own.sourceAgent === "string" ? own.sourceAgent : undefined,
    step: typeof own.plan_step_id === "string" ? own.plan_step_id : undefined,
    failed: phase?.toLowerCase() === "failed",
  };
}
