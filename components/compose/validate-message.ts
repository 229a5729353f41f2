// What is written as what is sent: why it cannot go out as it stands, and what it says if it can.
import type { MessageContent, SendOptions } from "../../lib/protocol/call.ts";
import {
  getUnsupportedReason,
  type SendContext,
  type SendOption,
} from "../../lib/protocol/encode/unsupported-options.ts";
import { isObject } from "../../lib/protocol/json.ts";
import { findJsonSyntaxError } from "../../lib/protocol/json-syntax-error.ts";
import type { Part } from "../../lib/protocol/model.ts";
import type { InputPart, MessageInput } from "./message-input.ts";

/** Why something cannot go out as it stands, and where that is to be put right. */
export interface MessageInputError {
  /** A piece's id, or the option. */
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
  ifGenerationMatch: "Only at generation",
};

/** The options that are set, whether or not there is a place for them. */
export function getSetOptions(written: MessageInput): readonly Exclude<SendOption, "data">[] {
  const { referenceTaskIds, acceptedOutputModes, returnImmediately } = written;
  return [
    ...(["metadata", "requestMetadata", "historyLength", "ifGenerationMatch"] as const).filter(
      (name) => written[name].trim() !== "",
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
  written: MessageInput,
  way: SendContext,
): readonly MessageInputError[] {
  const faults: MessageInputError[] = [];
  const accuse = (at: string, what: string | null) =>
    what !== null && faults.push({ field: at, message: what });
  let data = 0;
  for (const part of written.parts) {
    if (part.kind !== "data") continue;
    data += 1;
    accuse(part.id, prefixName(`Data ${data}`, getJsonError(part.json)));
  }
  for (const option of getSetOptions(written)) {
    const name = getOptionLabel(option);
    accuse(option, prefixName(name, getUnsupportedReason(option, way)));
    if (option === "metadata" || option === "requestMetadata") {
      accuse(option, prefixName(name, getJsonObjectError(written[option])));
    }
    if (option === "historyLength" && !/^\d{1,9}$/.test(written.historyLength.trim())) {
      accuse(option, `${name}: a whole number, 0 or more.`);
    }
    // 64 bits wide, and so a text in JSON.
    if (option === "ifGenerationMatch" && !/^\d{1,19}$/.test(written.ifGenerationMatch.trim())) {
      accuse(option, `${name}: a whole number, 0 or more.`);
    }
  }
  return faults;
}

const prefixName = (name: string, why: string | null) => (why === null ? null : `${name}: ${why}`);

export function getJsonError(json: string): string | null {
  const problem = findJsonSyntaxError(json);
  return problem && `no JSON in line ${problem.line}, column ${problem.column}: ${problem.what}.`;
}

export function getJsonObjectError(json: string): string | null {
  const fault = getJsonError(json);
  if (fault !== null) return fault;
  return isObject(JSON.parse(json)) ? null : "it must be an object.";
}

/** What the message is made of; `undefined` where it is its text and nothing else. */
export function toMessageContent(text: string, written: MessageInput): MessageContent | undefined {
  const { parts, metadata, referenceTaskIds } = written;
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

export function toSendOptions(written: MessageInput): SendOptions | undefined {
  const { acceptedOutputModes, historyLength, returnImmediately, requestMetadata } = written;
  const metadata = parseObject(requestMetadata);
  const ifGenerationMatch = written.ifGenerationMatch.trim();
  const options = {
    ...(acceptedOutputModes.length > 0 && { acceptedOutputModes }),
    ...(/^\d+$/.test(historyLength.trim()) && { historyLength: Number(historyLength) }),
    ...(returnImmediately && { returnImmediately }),
    ...(ifGenerationMatch !== "" && { ifGenerationMatch }),
    ...(metadata && { metadata }),
  };
  return Object.keys(options).length > 0 ? options : undefined;
}

/** What cannot be read is not sent either, but it can be looked at. */
function toPart(part: InputPart): Part {
  if (part.kind === "data") return { kind: "data", data: parseJsonInput(part.json) ?? null };
  const { name, mediaType, source } = part;
  return {
    kind: "file",
    ...(name !== "" && { name }),
    ...(mediaType !== "" && { mediaType }),
    ...source,
  };
}

function parseObject(json: string): Readonly<Record<string, unknown>> | undefined {
  const value = parseJsonInput(json);
  return isObject(value) ? value : undefined;
}

function parseJsonInput(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Beyond so much of base64 nobody reads on. */
const MAX_PREVIEW_BYTES = 400;

/** The same with the bytes of large files cut short: to be looked at, not to be sent. */
export function truncateForPreview(written: MessageInput): MessageInput {
  const parts = written.parts.map((part) => {
    if (part.kind === "data" || !("bytes" in part.source)) return part;
    const { bytes } = part.source;
    if (bytes.length <= MAX_PREVIEW_BYTES) return part;
    const rest = bytes.length - MAX_PREVIEW_BYTES;
    const shown = `${bytes.slice(0, MAX_PREVIEW_BYTES)}‹and ${rest} more characters›`;
    return { ...part, source: { bytes: shown } };
  });
  return { ...written, parts: parts };
}
