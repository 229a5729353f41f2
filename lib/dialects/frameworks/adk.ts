/** Google's Agent Development Kit, and kagent and others that use its metadata. */

import { isObject, toPlainText } from "../../protocol/json.ts";
import type { Part } from "../../protocol/model.ts";
import type {
  Detector,
  DetectorContext,
  DetectorSource,
  Framework,
  ToolFields,
} from "../detector.ts";
import { type EntryUpdate, getAuthor } from "../entry-update.ts";
import type { Meaning } from "../kinds.ts";

const FRAMEWORK_PREFIXES = ["adk_", "kagent_", "kagent_adk_"] as const;
const PREFIXES = [...FRAMEWORK_PREFIXES, ""] as const;

const TYPE_KEYS = PREFIXES.map((prefix) => `${prefix}type`);
const THOUGHT_KEYS = [...PREFIXES, "jiuwen_"].map((prefix) => `${prefix}thought`);
const LONG_RUNNING_KEYS = PREFIXES.map((prefix) => `${prefix}is_long_running`);

/** Tool calls that request something from the client. */
const QUESTION_NAMES: ReadonlySet<unknown> = new Set([
  "adk_request_confirmation",
  "adk_request_credential",
  "adk_request_input",
]);

const createTypedDetectors = (
  match: string,
  meaning: Meaning,
  tool: Detector["tool"],
  when?: Detector["when"],
) =>
  TYPE_KEYS.map(
    (key): Detector => ({
      source: "part.metadata",
      key,
      match,
      meaning,
      confidence: key === "type" ? "likely" : "certain",
      ...(tool && { tool }),
      ...(when && { when }),
    }),
  );

const createQuestionDetector = (name: string, meaning: Meaning): Detector => ({
  source: "data",
  key: "name args",
  match: name,
  meaning,
  confidence: "certain",
  getValue: ({ part }) => getPartData(part),
});

const METADATA_SOURCES = ["event.metadata", "artifact.metadata", "message.metadata"] as const;

/** Detectors for metadata that frameworks attach to a message, in any of its locations. */
const createMetadataDetectors = (
  name: string,
  meaning: Meaning,
  sources: readonly DetectorSource[] = METADATA_SOURCES,
): Detector[] =>
  FRAMEWORK_PREFIXES.flatMap((prefix) =>
    sources.map(
      (source): Detector => ({
        source,
        key: `${prefix}${name}`,
        meaning,
        confidence: "certain",
      }),
    ),
  );

export const ADK: Framework = {
  id: "adk",
  label: "Google ADK, kagent",
  detectors: [
    ...createTypedDetectors("function_call", "tool-call", readFunctionCall, isOrdinaryCall),
    ...createTypedDetectors(
      "function_response",
      "tool-result",
      readFunctionResponse,
      isOrdinaryCall,
    ),
    ...createTypedDetectors("executable_code", "tool-call", readExecutableCode),
    ...createTypedDetectors("code_execution_result", "tool-result", readCodeResult),
    ...THOUGHT_KEYS.map(
      (key): Detector => ({
        source: "part.metadata",
        key,
        meaning: "thought",
        confidence: "certain",
      }),
    ),
    ...createMetadataDetectors("partial", "fragment", ["event.metadata", "message.metadata"]).map(
      onlyForMessages,
    ),
    createQuestionDetector("adk_request_confirmation", "approval"),
    createQuestionDetector("adk_request_credential", "sign-in"),
    createQuestionDetector("adk_request_input", "form"),
    ...createMetadataDetectors("author", "author"),
    ...createMetadataDetectors("branch", "author"),
    ...createMetadataDetectors("usage_metadata", "usage"),
    ...createMetadataDetectors("error_code", "failure"),
    ...createMetadataDetectors("error_message", "failure"),
    ...createMetadataDetectors("grounding_metadata", "citations"),
    ...createMetadataDetectors("citation_metadata", "citations"),
    ...createMetadataDetectors("custom_metadata", "details"),
    ...createMetadataDetectors("transfer_to_agent", "details"),
    ...createMetadataDetectors("escalate", "details"),
    ...createMetadataDetectors("invocation_id", "details"),
  ],
};

/** Artifact chunks are already combined, and the whole artifact replaces them. */
function onlyForMessages(detector: Detector): Detector {
  return { ...detector, when: ({ update }) => update.message !== null };
}

const EXECUTOR_URI = /^https:\/\/google\.github\.io\/adk-docs\/a2a\/a2a-extension\/?$/;
const HITL_URI = /^https:\/\/kagent\.dev\/extensions\/hitl\/v\d+$/;

/** Extensions by the makers of ADK and kagent. */
export const ADK_EXTENSIONS: Framework = {
  id: "adk-extensions",
  label: "Extensions of ADK and kagent",
  detectors: [
    { source: "extension", key: EXECUTOR_URI, meaning: "details", confidence: "certain" },
    {
      source: "extension",
      key: HITL_URI,
      meaning: "approval",
      confidence: "certain",
      when: ({ value }) => isObject(value) && toPlainText(value.type).startsWith("tool_approval"),
    },
    {
      source: "extension",
      key: HITL_URI,
      meaning: "form",
      confidence: "certain",
      when: ({ value }) => isObject(value) && toPlainText(value.type).startsWith("ask_user"),
    },
  ],
};

function isOrdinaryCall({ part }: DetectorContext): boolean {
  return !QUESTION_NAMES.has(getPartData(part).name);
}

function readFunctionCall(update: EntryUpdate, part: Part | null): ToolFields {
  const { id, name, args } = getPartData(part);
  const metadata = part && "metadata" in part && isObject(part.metadata) ? part.metadata : {};
  const waits = LONG_RUNNING_KEYS.some((key) => metadata[key] === true || metadata[key] === "true");
  const agent = getAuthor(update);
  return { callId: toText(id), name: toText(name), args, agent, ...(waits && { waits }) };
}

export function readFunctionResponse(_update: EntryUpdate, part: Part | null): ToolFields {
  const { id, name, response } = getPartData(part);
  const callId = toText(id);
  // Some agents know only the id of the call and send it as the name, too.
  const responseName = toText(name);
  return {
    callId,
    name: responseName === callId ? undefined : responseName,
    result: response,
    failed: isFailure(response),
  };
}

/** No framework has a failed state: failed tools say so in their response. */
function isFailure(response: unknown): boolean {
  if (!isObject(response)) return false;
  return (response.error !== undefined && response.error !== null) || response.status === "error";
}

const CODE_TOOL = "code_execution";

function readExecutableCode(update: EntryUpdate, part: Part | null): ToolFields {
  const { code, language } = getPartData(part);
  return { name: CODE_TOOL, args: { code, language }, agent: getAuthor(update) };
}

function readCodeResult(_update: EntryUpdate, part: Part | null): ToolFields {
  const { outcome, output } = getPartData(part);
  const failed = typeof outcome === "string" && !/OUTCOME_OK$|^ok$/i.test(outcome);
  return { name: CODE_TOOL, result: { outcome, output }, failed };
}

function getPartData(part: Part | null): { readonly [name: string]: unknown } {
  return part?.kind === "data" && isObject(part.data) ? part.data : {};
}

function toText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
