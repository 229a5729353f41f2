/** Leave that an agent asks for before it goes on, and how it wants to be answered. */

import { isObject } from "../../protocol/json.ts";
import { type Answer, asData, inWords, under } from "./answer.ts";
import { listOf, own, textIn, unpacked } from "./json.ts";

/** Whose way of asking it is, which says how to answer. */
export type ApprovalWay = "adk" | "kagent" | "kagenti" | "kagenti-tool" | "gemini-cli" | "mastra";

export interface Approval {
  readonly way: ApprovalWay;
  /** The metadata key or URI it was asked under. */
  readonly key: string;
  /** The id to answer with; `null` where none is needed. */
  readonly id: string | null;
  readonly title: string | null;
  readonly description: string | null;
  /** The calls it is about; none for leave of another kind. */
  readonly calls: readonly AskedCall[];
}

export interface AskedCall {
  /** Its own id in the question. */
  readonly id: string | null;
  /** The id of the call that waits. */
  readonly callId: string | null;
  readonly name: string | null;
  readonly args: unknown;
  /** Who performs it. */
  readonly server: string | null;
}

export type Decision = "approve" | "reject";

/** What was asked; `null` for what is no such question, like the answer to one. */
export function readApproval(value: unknown, key = ""): Approval | null {
  const given = unpacked(value);
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
  const call = own(own(given, "args"), "originalFunctionCall", "original_function_call");
  const name = textIn(given, "name");
  if (name !== "adk_request_confirmation" || !isObject(call)) return null;
  const confirmation = own(own(given, "args"), "toolConfirmation", "tool_confirmation");
  const id = textIn(given, "id");
  const calls = [{ ...callOf(call, ["id"], ["args"]), id }];
  return { way: "adk", key, id, title: null, description: textIn(confirmation, "hint"), calls };
}

function readGemini(given: object, key: string): Approval | null {
  const request = own(given, "request");
  const details = own(given, "confirmationDetails");
  if (!isObject(request) || !isObject(details)) return null;
  const description = textIn(details, "command", "prompt", "fileDiff", "toolName");
  const calls = [
    { ...callOf(request, ["callId"], ["args"]), server: textIn(details, "serverName") },
  ];
  const id = textIn(request, "callId");
  return { way: "gemini-cli", key, id, title: textIn(details, "title"), description, calls };
}

function readMastra(given: object, key: string): Approval | null {
  const asked = own(given, "suspendPayload");
  if (!isObject(asked) || textIn(asked, "toolCallId") === null) return null;
  const calls = [callOf(asked, ["toolCallId"], ["args"])];
  return { way: "mastra", key, id: null, title: null, description: null, calls };
}

function readKagent(given: object, key: string): Approval | null {
  if (textIn(given, "type") !== "tool_approval_request") return null;
  const nested = own(given, "nested");
  // What a sub-agent asks for is what is really done.
  const tools = listOf(own(nested, "tools") ?? own(given, "tools"));
  const server = textIn(nested, "subagent_name");
  const calls = tools.map((tool) => ({
    ...callOf(tool, ["call_id"], ["args"]),
    id: textIn(tool, "id"),
    server,
  }));
  return { way: "kagent", key, id: null, title: null, description: textIn(given, "hint"), calls };
}

function readKagenti(given: object, key: string): Approval | null {
  const isTool = /\/tools\/call\/v\d+$/.test(key);
  const action = textIn(given, "action");
  const isAnswer =
    own(given, "decision") !== undefined || action === "accept" || action === "reject";
  if (isAnswer || (action === null && !isTool)) return null;
  const title = textIn(given, "title");
  const description = textIn(given, "description");
  const isCall = textIn(given, "name") !== null;
  if (!isCall && title === null && description === null) return null;
  const server = textIn(own(given, "server"), "title", "name");
  const calls = isCall ? [{ ...callOf(given, [], ["input"]), server }] : [];
  return { way: isTool ? "kagenti-tool" : "kagenti", key, id: null, title, description, calls };
}

function callOf(call: unknown, ids: readonly string[], args: readonly string[]): AskedCall {
  return {
    id: null,
    callId: textIn(call, ...ids),
    name: textIn(call, "name", "toolName"),
    args: own(call, ...args) ?? null,
    server: null,
  };
}

const IN_WORDS: Readonly<Record<Decision, string>> = { approve: "Approved", reject: "Rejected" };

/** The decision as the one who asked wants to hear it. */
export function answerApproval(approval: Approval, decision: Decision, reason = ""): Answer {
  const { way, key, id, calls } = approval;
  const isApproved = decision === "approve";
  const words = reason || IN_WORDS[decision];
  switch (way) {
    case "adk": {
      const response = { confirmed: isApproved };
      return asData(
        { id, name: "adk_request_confirmation", response },
        { adk_type: "function_response" },
      );
    }
    case "gemini-cli":
      return asData({ callId: id, outcome: isApproved ? "proceed_once" : "cancel" });
    case "mastra":
      return inWords(isApproved ? "yes" : "no");
    case "kagent": {
      const approvals = calls.map((call) => ({
        id: call.id,
        approved: isApproved,
        ...(!isApproved && reason && { rejection_reason: reason }),
      }));
      return under(key, { type: "tool_approval_response", approvals }, words);
    }
    case "kagenti":
      return under(key, { decision }, words);
    case "kagenti-tool":
      return under(key, { action: isApproved ? "accept" : "reject" }, words);
  }
}
