/** Approvals that agents request before they continue, and the replies they expect. */

import { isObject } from "../../protocol/json.ts";
import { getOwnMember, getOwnText, parseJsonText, toList } from "./json-access.ts";
import {
  createDataReply,
  createExtensionReply,
  createTextReply,
  type ReplyContent,
} from "./reply.ts";

/** The convention of the request, which determines the format of the reply. */
type ApprovalConvention = "adk" | "kagent" | "kagenti" | "kagenti-tool" | "gemini-cli" | "mastra";

export interface Approval {
  readonly convention: ApprovalConvention;
  /** The metadata key or URI of the request. */
  readonly key: string;
  /** The id for the reply; `null` if none is needed. */
  readonly id: string | null;
  readonly title: string | null;
  readonly description: string | null;
  /** The tool calls to approve; empty for other approvals. */
  readonly calls: readonly ApprovalCall[];
}

export interface ApprovalCall {
  /** Its own id in the request. */
  readonly id: string | null;
  /** The id of the waiting tool call. */
  readonly callId: string | null;
  readonly name: string | null;
  readonly args: unknown;
  /** The server that performs it. */
  readonly server: string | null;
}

type ApprovalDecision = "approve" | "reject";

/** Reads an approval request; `null` for anything else, such as the reply to one. */
export function readApproval(value: unknown, key = ""): Approval | null {
  const given = parseJsonText(value);
  if (!isObject(given)) return null;
  return (
    readAdk(given, key) ??
    readGemini(given, key) ??
    readMastra(given, key) ??
    readKagent(given, key) ??
    readKagenti(given, key)
  );
}

function readAdk(given: object, key: string): Approval | null {
  const call = getOwnMember(
    getOwnMember(given, "args"),
    "originalFunctionCall",
    "original_function_call",
  );
  const name = getOwnText(given, "name");
  if (name !== "adk_request_confirmation" || !isObject(call)) return null;
  const confirmation = getOwnMember(
    getOwnMember(given, "args"),
    "toolConfirmation",
    "tool_confirmation",
  );
  const id = getOwnText(given, "id");
  const calls = [{ ...readCall(call, ["id"], ["args"]), id }];
  return {
    convention: "adk",
    key,
    id,
    title: null,
    description: getOwnText(confirmation, "hint"),
    calls,
  };
}

function readGemini(given: object, key: string): Approval | null {
  const request = getOwnMember(given, "request");
  const details = getOwnMember(given, "confirmationDetails");
  if (!isObject(request) || !isObject(details)) return null;
  const description = getOwnText(details, "command", "prompt", "fileDiff", "toolName");
  const calls = [
    { ...readCall(request, ["callId"], ["args"]), server: getOwnText(details, "serverName") },
  ];
  const id = getOwnText(request, "callId");
  return {
    convention: "gemini-cli",
    key,
    id,
    title: getOwnText(details, "title"),
    description,
    calls,
  };
}

function readMastra(given: object, key: string): Approval | null {
  const payload = getOwnMember(given, "suspendPayload");
  if (!isObject(payload) || getOwnText(payload, "toolCallId") === null) return null;
  const calls = [readCall(payload, ["toolCallId"], ["args"])];
  return { convention: "mastra", key, id: null, title: null, description: null, calls };
}

function readKagent(given: object, key: string): Approval | null {
  if (getOwnText(given, "type") !== "tool_approval_request") return null;
  const nested = getOwnMember(given, "nested");
  // The calls of a sub-agent are the ones that are performed.
  const tools = toList(getOwnMember(nested, "tools") ?? getOwnMember(given, "tools"));
  const server = getOwnText(nested, "subagent_name");
  const calls = tools.map((tool) => ({
    ...readCall(tool, ["call_id"], ["args"]),
    id: getOwnText(tool, "id"),
    server,
  }));
  return {
    convention: "kagent",
    key,
    id: null,
    title: null,
    description: getOwnText(given, "hint"),
    calls,
  };
}

function readKagenti(given: object, key: string): Approval | null {
  const isTool = /\/tools\/call\/v\d+$/.test(key);
  const action = getOwnText(given, "action");
  const isAnswer =
    getOwnMember(given, "decision") !== undefined || action === "accept" || action === "reject";
  if (isAnswer || (action === null && !isTool)) return null;
  const title = getOwnText(given, "title");
  const description = getOwnText(given, "description");
  const isCall = getOwnText(given, "name") !== null;
  if (!isCall && title === null && description === null) return null;
  const server = getOwnText(getOwnMember(given, "server"), "title", "name");
  const calls = isCall ? [{ ...readCall(given, [], ["input"]), server }] : [];
  return {
    convention: isTool ? "kagenti-tool" : "kagenti",
    key,
    id: null,
    title,
    description,
    calls,
  };
}

function readCall(call: unknown, ids: readonly string[], args: readonly string[]): ApprovalCall {
  return {
    id: null,
    callId: getOwnText(call, ...ids),
    name: getOwnText(call, "name", "toolName"),
    args: getOwnMember(call, ...args) ?? null,
    server: null,
  };
}

const DECISION_TEXTS: Readonly<Record<ApprovalDecision, string>> = {
  approve: "Approved",
  reject: "Rejected",
};

/** Creates the reply in the format of the request. */
export function createApprovalReply(
  approval: Approval,
  decision: ApprovalDecision,
  reason = "",
): ReplyContent {
  const { convention, key, id, calls } = approval;
  const isApproved = decision === "approve";
  const text = reason || DECISION_TEXTS[decision];
  switch (convention) {
    case "adk": {
      const response = { confirmed: isApproved };
      return createDataReply(
        { id, name: "adk_request_confirmation", response },
        { adk_type: "function_response" },
      );
    }
    case "gemini-cli":
      return createDataReply({ callId: id, outcome: isApproved ? "proceed_once" : "cancel" });
    case "mastra":
      return createTextReply(isApproved ? "yes" : "no");
    case "kagent": {
      const approvals = calls.map((call) => ({
        id: call.id,
        approved: isApproved,
        ...(!isApproved && reason && { rejection_reason: reason }),
      }));
      return createExtensionReply(key, { type: "tool_approval_response", approvals }, text);
    }
    case "kagenti":
      return createExtensionReply(key, { decision }, text);
    case "kagenti-tool":
      return createExtensionReply(key, { action: isApproved ? "accept" : "reject" }, text);
  }
}
