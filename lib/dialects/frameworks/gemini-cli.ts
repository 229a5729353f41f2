/** The A2A server of Gemini CLI: every update states its kind. */

import { isArray, isObject } from "../../protocol/json.ts";
import type { Part } from "../../protocol/model.ts";
import type { Detector, DetectorContext, Framework, ToolFields } from "../detector.ts";
import { type EntryUpdate, getUpdateText } from "../entry-update.ts";
import type { Meaning } from "../kinds.ts";
import { getOwnMember, getOwnText } from "../payloads/json-access.ts";

const createKindDetector = (
  match: string | readonly string[],
  meaning: Meaning,
  more?: Partial<Detector>,
): Detector => ({
  source: "event.metadata",
  key: "coderAgent.kind",
  match,
  meaning,
  confidence: "certain",
  ...more,
});

/** The output of a command so far. */
const OUTPUT_ARTIFACT_ID = /^tool-(.+)-output$/;

export const GEMINI_CLI: Framework = {
  id: "gemini-cli",
  label: "Gemini CLI",
  detectors: [
    createKindDetector(["tool-call-update", "tool-call-confirmation"], "tool-update", {
      tool: readToolUpdate,
    }),
    createKindDetector("text-content", "fragment"),
    createKindDetector("thought", "thought", {
      getValue: ({ update }) => getThoughtText(update),
    }),
    createKindDetector("tool-call-confirmation", "approval", {
      getValue: ({ update }) => getUpdateData(update),
      when: ({ update }) => isObject(getOwnMember(getUpdateData(update), "confirmationDetails")),
    }),
    createKindDetector("citation", "citations", {
      getValue: ({ update }) => getUpdateText(update),
    }),
    {
      source: "message.metadata",
      key: "coderAgent.kind",
      match: "agent-settings",
      meaning: "details",
      confidence: "certain",
      getValue: getAgentSettings,
    },
    {
      source: "artifact.id",
      match: OUTPUT_ARTIFACT_ID,
      meaning: "tool-output",
      confidence: "likely",
      tool: ({ artifact }) => ({
        callId: OUTPUT_ARTIFACT_ID.exec(artifact?.artifactId ?? "")?.[1],
      }),
    },
    {
      source: "event.metadata",
      key: "error",
      meaning: "failure",
      confidence: "likely",
      when: isCoderEvent,
    },
    {
      source: "event.metadata",
      key: "model",
      meaning: "details",
      confidence: "likely",
      when: isCoderEvent,
    },
  ],
};

function getUpdateData({ parts }: EntryUpdate): unknown {
  const part = parts.find((piece): piece is Part => typeof piece !== "string");
  return part?.kind === "data" ? part.data : null;
}

function isCoderEvent({ update: { eventMetadata } }: DetectorContext): boolean {
  return getOwnMember(eventMetadata, "coderAgent") !== undefined;
}

function getAgentSettings({ update: { message } }: DetectorContext): unknown {
  return getOwnMember(message?.metadata, "coderAgent");
}

function getThoughtText(update: EntryUpdate): string {
  const data = getUpdateData(update);
  const lines = [getOwnText(data, "subject"), getOwnText(data, "description")];
  return lines.filter((line) => line !== null).join("\n") || getUpdateText(update);
}

const TERMINAL_STATUSES: ReadonlySet<unknown> = new Set(["success", "error", "cancelled"]);

function readToolUpdate(update: EntryUpdate): ToolFields {
  const data = getUpdateData(update);
  const request = getOwnMember(data, "request");
  const status = getOwnMember(data, "status");
  const over = TERMINAL_STATUSES.has(status);
  return {
    callId: getOwnText(request, "callId") ?? undefined,
    name: getOwnText(request, "name") ?? undefined,
    args: getOwnMember(request, "args"),
    result: over ? findToolResponse(data) : undefined,
    failed: over ? status !== "success" : undefined,
    waits: status === "awaiting_approval",
    over,
  };
}

/** The response of the tool, from the parts meant for the model. */
function findToolResponse(data: unknown): unknown {
  const response = getOwnMember(data, "response");
  const parts = getOwnMember(response, "responseParts");
  const responses = (isArray(parts) ? parts : [parts]).flatMap((part) => {
    const found = getOwnMember(getOwnMember(part, "functionResponse"), "response");
    return found === undefined ? [] : [found];
  });
  if (responses.length > 1) return responses;
  return responses[0] ?? getOwnMember(response, "resultDisplay", "error");
}
