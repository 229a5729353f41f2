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
import type { Piece, Written } from "./written.ts";

/** Why something cannot go out as it stands, and where that is to be put right. */
export interface Fault {
  /** A piece's id, or the option. */
  readonly at: string;
  readonly what: string;
}

const OPTION_NAMES: Readonly<Record<Exclude<SendOption, "data">, string>> = {
  metadata: "Message metadata",
  requestMetadata: "Request metadata",
  referenceTaskIds: "referenceTaskIds",
  acceptedOutputModes: "Accepted output modes",
  historyLength: "History length",
  returnImmediately: "Return immediately",
  ifGenerationMatch: "Only at generation",
};

/** The options that are set, whether or not there is a place for them. */
export function optionsSet(written: Written): readonly Exclude<SendOption, "data">[] {
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

export function optionName(option: Exclude<SendOption, "data">): string {
  return OPTION_NAMES[option];
}

export function faultsOf(written: Written, way: SendContext): readonly Fault[] {
  const faults: Fault[] = [];
  const accuse = (at: string, what: string | null) => what !== null && faults.push({ at, what });
  let data = 0;
  for (const piece of written.pieces) {
    if (piece.kind !== "data") continue;
    data += 1;
    accuse(piece.id, told(`Data ${data}`, notJson(piece.json)));
  }
  for (const option of optionsSet(written)) {
    const name = optionName(option);
    accuse(option, told(name, getUnsupportedReason(option, way)));
    if (option === "metadata" || option === "requestMetadata") {
      accuse(option, told(name, notAnObject(written[option])));
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

const told = (name: string, why: string | null) => (why === null ? null : `${name}: ${why}`);

export function notJson(json: string): string | null {
  const problem = findJsonSyntaxError(json);
  return problem && `no JSON in line ${problem.line}, column ${problem.column}: ${problem.what}.`;
}

export function notAnObject(json: string): string | null {
  const fault = notJson(json);
  if (fault !== null) return fault;
  return isObject(JSON.parse(json)) ? null : "it must be an object.";
}

/** What the message is made of; `undefined` where it is its text and nothing else. */
export function contentOf(text: string, written: Written): MessageContent | undefined {
  const { pieces, metadata, referenceTaskIds } = written;
  if (pieces.length === 0 && metadata.trim() === "" && referenceTaskIds.length === 0) return;
  return {
    parts: [
      ...(text.trim() === "" && pieces.length > 0 ? [] : [{ kind: "text", text } as const]),
      ...pieces.map(partOf),
    ],
    metadata: objectIn(metadata) ?? {},
    extensions: [],
    ...(referenceTaskIds.length > 0 && { referenceTaskIds }),
    secrets: [],
  };
}

export function sendOptionsOf(written: Written): SendOptions | undefined {
  const { acceptedOutputModes, historyLength, returnImmediately, requestMetadata } = written;
  const metadata = objectIn(requestMetadata);
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
function partOf(piece: Piece): Part {
  if (piece.kind === "data") return { kind: "data", data: jsonIn(piece.json) ?? null };
  const { name, mediaType, source } = piece;
  return {
    kind: "file",
    ...(name !== "" && { name }),
    ...(mediaType !== "" && { mediaType }),
    ...source,
  };
}

function objectIn(json: string): Readonly<Record<string, unknown>> | undefined {
  const value = jsonIn(json);
  return isObject(value) ? value : undefined;
}

function jsonIn(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Beyond so much of base64 nobody reads on. */
const MOST_BYTES_SHOWN = 400;

/** The same with the bytes of large files cut short: to be looked at, not to be sent. */
export function toBeShown(written: Written): Written {
  const pieces = written.pieces.map((piece) => {
    if (piece.kind === "data" || !("bytes" in piece.source)) return piece;
    const { bytes } = piece.source;
    if (bytes.length <= MOST_BYTES_SHOWN) return piece;
    const rest = bytes.length - MOST_BYTES_SHOWN;
    const shown = `${bytes.slice(0, MOST_BYTES_SHOWN)}‹and ${rest} more characters›`;
    return { ...piece, source: { bytes: shown } };
  });
  return { ...written, pieces };
}
