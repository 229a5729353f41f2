/** The A2A server of Gemini CLI: every statement says of which kind it is. */

import { isArray, isObject } from "../../protocol/json.ts";
import type { Part } from "../../protocol/model.ts";
import type { Meaning } from "../kinds.ts";
import { own, textIn } from "../said/json.ts";
import type { Family, Signal, Spot, ToolWords } from "../signal.ts";
import { type Statement, statedText } from "../statement.ts";

const kind = (
  match: string | readonly string[],
  means: Meaning,
  more?: Partial<Signal>,
): Signal => ({
  where: "event.metadata",
  key: "coderAgent.kind",
  match,
  means,
  sure: "certain",
  ...more,
});

/** What a command has printed so far. */
const OUTPUT = /^tool-(.+)-output$/;

export const GEMINI_CLI: Family = {
  id: "gemini-cli",
  label: "Gemini CLI",
  signals: [
    kind(["tool-call-update", "tool-call-confirmation"], "tool-update", { tool: told }),
    kind("text-content", "fragment"),
    kind("thought", "thought", { gives: ({ statement }) => thoughtIn(statement) }),
    kind("tool-call-confirmation", "approval", {
      gives: ({ statement }) => dataIn(statement),
      when: ({ statement }) => isObject(own(dataIn(statement), "confirmationDetails")),
    }),
    kind("citation", "citations", { gives: ({ statement }) => statedText(statement) }),
    {
      where: "message.metadata",
      key: "coderAgent.kind",
      match: "agent-settings",
      means: "details",
      sure: "certain",
      gives: settingsIn,
    },
    {
      where: "artifact.id",
      match: OUTPUT,
      means: "tool-output",
      sure: "likely",
      tool: ({ artifact }) => ({ callId: OUTPUT.exec(artifact?.artifactId ?? "")?.[1] }),
    },
    { where: "event.metadata", key: "error", means: "failure", sure: "likely", when: isCoder },
    { where: "event.metadata", key: "model", means: "details", sure: "likely", when: isCoder },
  ],
};

function dataIn({ pieces }: Statement): unknown {
  const part = pieces.find((piece): piece is Part => typeof piece !== "string");
  return part?.kind === "data" ? part.data : null;
}

function isCoder({ statement: { event } }: Spot): boolean {
  return own(event, "coderAgent") !== undefined;
}

function settingsIn({ statement: { message } }: Spot): unknown {
  return own(message?.metadata, "coderAgent");
}

function thoughtIn(statement: Statement): string {
  const data = dataIn(statement);
  const lines = [textIn(data, "subject"), textIn(data, "description")];
  return lines.filter((line) => line !== null).join("\n") || statedText(statement);
}

const OVER: ReadonlySet<unknown> = new Set(["success", "error", "cancelled"]);

function told(statement: Statement): ToolWords {
  const data = dataIn(statement);
  const request = own(data, "request");
  const status = own(data, "status");
  const over = OVER.has(status);
  return {
    callId: textIn(request, "callId") ?? undefined,
    name: textIn(request, "name") ?? undefined,
    args: own(request, "args"),
    result: over ? responseIn(data) : undefined,
    failed: over ? status !== "success" : undefined,
    waits: status === "awaiting_approval",
    over,
  };
}

/** What the tool returned, out of the parts that are meant for the model. */
function responseIn(data: unknown): unknown {
  const response = own(data, "response");
  const parts = own(response, "responseParts");
  const responses = (isArray(parts) ? parts : [parts]).flatMap((part) => {
    const found = own(own(part, "functionResponse"), "response");
    return found === undefined ? [] : [found];
  });
  if (responses.length > 1) return responses;
  return responses[0] ?? own(response, "resultDisplay", "error");
}
