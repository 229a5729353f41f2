// Validates the input of the composer and converts it into message content and send options.

import { findJsonSyntaxError } from "../../lib/json/json-syntax-error.ts";
import type { MessageContent, SendOptions } from "../../lib/protocol/call.ts";
import {
  getUnsupportedReason,
  type SendContext,
  type SendOption,
} from "../../lib/protocol/encode/unsupported-options.ts";
import { isObject, tryParseJson } from "../../lib/protocol/json.ts";
import type { Part } from "../../lib/protocol/model.ts";
import type { InputPart, MessageInput } from "./message-input.ts";

/** Why the message cannot be sent, and the field to fix. */
export interface MessageInputError {
  /** The id of a part, or the name of an option. */
  readonly field: string;
  readonly message: string;
}

const OPTION_LABELS: Readonly<Record<Exclude<SendOption, "data">, string>> = {
  metadata: "Message metadata",
  requestMetadata: "Request metadata",
  referenceTaskIds: "referenceTaskIds",
  acceptedOutputModes: "Accepted output modes",
  historyLength: "History length",
  returnImmediately: "Return immediately",
  ifGenerationMatch: "If generation matches",
};

/** The options that are set, whether or not the version supports them. */
export function getSetOptions(input: MessageInput): readonly Exclude<SendOption, "data">[] {
  const { referenceTaskIds, acceptedOutputModes, returnImmediately } = input;
  return [
    ...(["metadata", "requestMetadata", "historyLength", "ifGenerationMatch"] as const).filter(
      (name) => input[name].trim() !== "",
    ),
    ...(referenceTaskIds.length > 0 ? (["referenceTaskIds"] as const) : []),
    ...(acceptedOutputModes.length > 0 ? (["acceptedOutputModes"] as const) : []),
    ...(returnImmediately ? (["returnImmediately"] as const) : []),
  ];
}

export function getOptionLabel(option: Exclude<SendOption, "data">): string {
  return OPTION_LABELS[option];
}

export function validateMessage(
  input: MessageInput,
  context: SendContext,
): readonly MessageInputError[] {
  const errors: MessageInputError[] = [];
  const report = (field: string, message: string | null) =>
    message !== null && errors.push({ field, message });
  let dataCount = 0;
  for (const part of input.parts) {
    if (part.kind !== "data") continue;
    dataCount += 1;
    report(part.id, prefixName(`Data ${dataCount}`, getJsonError(part.json)));
  }
  for (const option of getSetOptions(input)) {
    const name = getOptionLabel(option);
    report(option, prefixName(name, getUnsupportedReason(option, context)));
    if (option === "metadata" || option === "requestMetadata") {
      report(option, prefixName(name, getJsonObjectError(input[option])));
    }
    if (option === "historyLength" && !/^\d{1,9}$/.test(input.historyLength.trim())) {
      report(option, `${name}: enter a whole number, 0 or more.`);
    }
    // A 64-bit integer, so it is a string in JSON.
    if (option === "ifGenerationMatch" && !/^\d{1,19}$/.test(input.ifGenerationMatch.trim())) {
      report(option, `${name}: enter a whole number, 0 or more.`);
    }
  }
  return errors;
}

const prefixName = (name: string, why: string | null) => (why === null ? null : `${name}: ${why}`);

export function getJsonError(json: string): string | null {
  const problem = findJsonSyntaxError(json);
  return (
    problem && `invalid JSON at line ${problem.line}, column ${problem.column}: ${problem.what}.`
  );
}

export function getJsonObjectError(json: string): string | null {
  const error = getJsonError(json);
  if (error !== null) return error;
  return isObject(JSON.parse(json)) ? null : "must be a JSON object.";
}

/** The content of the message. `undefined` if it is only text. */
export function toMessageContent(text: string, input: MessageInput): MessageContent | undefined {
  const { parts, metadata, referenceTaskIds } = input;
  if (parts.length === 0 && metadata.trim() === "" && referenceTaskIds.length === 0) return;
  return {
    parts: [
      ...(text.trim() === "" && parts.length > 0 ? [] : [{ kind: "text", text } as const]),
      ...parts.map(toPart),
    ],
    metadata: parseObject(metadata) ?? {},
    extensions: [],
    ...(referenceTaskIds.length > 0 && { referenceTaskIds }),
    secrets: [],
  };
}

export function toSendOptions(input: MessageInput): SendOptions | undefined {
  const { acceptedOutputModes, historyLength, returnImmediately, requestMetadata } = input;
  const metadata = parseObject(requestMetadata);
  const ifGenerationMatch = input.ifGenerationMatch.trim();
  const options = {
    ...(acceptedOutputModes.length > 0 && { acceptedOutputModes }),
    ...(/^\d+$/.test(historyLength.trim()) && { historyLength: Number(historyLength) }),
    ...(returnImmediately && { returnImmediately }),
    ...(ifGenerationMatch !== "" && { ifGenerationMatch }),
    ...(metadata && { metadata }),
  };
  return Object.keys(options).length > 0 ? options : undefined;
}

/** Invalid JSON becomes `null`: it is never sent, but appears in the preview. */
function toPart(part: InputPart): Part {
  if (part.kind === "data") return { kind: "data", data: tryParseJson(part.json) ?? null };
  const { name, mediaType, source } = part;
  return {
    kind: "file",
    ...(name !== "" && { name }),
    ...(mediaType !== "" && { mediaType }),
    ...source,
  };
}

function parseObject(json: string): Readonly<Record<string, unknown>> | undefined {
  const value = tryParseJson(json);
  return isObject(value) ? value : undefined;
}

/** Base64 shown in the preview. */
const MAX_PREVIEW_BYTES = 400;

/** Truncates the bytes of large files. For the preview only. */
export function truncateForPreview(input: MessageInput): MessageInput {
  const parts = input.parts.map((part) => {
    if (part.kind === "data" || !("bytes" in part.source)) return part;
    const { bytes } = part.source;
    if (bytes.length <= MAX_PREVIEW_BYTES) return part;
    const rest = bytes.length - MAX_PREVIEW_BYTES;
    const shown = `${bytes.slice(0, MAX_PREVIEW_BYTES)}‹and ${rest} more characters›`;
    return { ...part, source: { bytes: shown } };
  });
  return { ...input, parts };
}
