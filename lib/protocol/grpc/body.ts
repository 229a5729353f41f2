/** gRPC request body: one length-prefixed message, typed by the path of the call. */

import { decodeBase64, encodeBase64 } from "../../text/utf8.ts";
import { encodeGrpcFrame, GRPC_PREFIX_BYTES } from "../../wire/grpc-framer.ts";
import { isObject } from "../json.ts";
import { decodeProtobuf, type FieldRange } from "./decode.ts";
import { encodeProtobuf } from "./encode.ts";
import { parseGrpcCall } from "./services.ts";

/** A message's value and its fields, with their byte ranges in the frame. */
export interface GrpcMessage {
  readonly value: unknown;
  readonly fields: readonly FieldRange[];
}

/** `null` if the bytes are not base64. */
export function readGrpcBody(url: string, bodyB64: string): GrpcMessage | null {
  const { schema, request } = parseGrpcCall(url);
  try {
    const message = decodeBase64(bodyB64).subarray(GRPC_PREFIX_BYTES);
    const fields: FieldRange[] = [];
    const { value } = decodeProtobuf(schema, request, message, (field) =>
      fields.push(shiftPastPrefix(field)),
    );
    return { value, fields };
  } catch {
    return null;
  }
}

/** The message in editable form: ProtoJSON, or its bytes in base64 if its type is unknown. */
export function toEditableGrpcBody(url: string, bodyB64: string): unknown {
  if (parseGrpcCall(url).request !== "") return readGrpcBody(url, bodyB64)?.value ?? {};
  try {
    return encodeBase64(decodeBase64(bodyB64).subarray(GRPC_PREFIX_BYTES));
  } catch {
    return "";
  }
}

export interface EncodedGrpcBody {
  readonly bodyB64: string;
  /** Members without a field in the message, as paths. */
  readonly omitted: readonly string[];
}

/** Encodes an edited body; returns an error message if it cannot be encoded. */
export function encodeGrpcBody(url: string, written: unknown): EncodedGrpcBody | string {
  if (typeof written === "string") {
    try {
      return { bodyB64: encodeBase64(encodeGrpcFrame(decodeBase64(written))), omitted: [] };
    } catch {
      return "A string must contain the message bytes in base64. This is not base64.";
    }
  }
  const { schema, request, method } = parseGrpcCall(url);
  if (request === "") {
    return `What ${method || "that path"} takes is unknown; write its bytes as a base64 string instead.`;
  }
  if (!isObject(written))
    return "A message must be a JSON object, or a base64 string of its bytes.";
  const { bytes, omitted } = encodeProtobuf(schema, request, written);
  return { bodyB64: encodeBase64(encodeGrpcFrame(bytes)), omitted };
}

/** Shifts the byte range of a field by the length of the prefix. */
export function shiftPastPrefix({ tag, from, to, ...field }: FieldRange): FieldRange {
  return {
    ...field,
    tag: tag + GRPC_PREFIX_BYTES,
    from: from + GRPC_PREFIX_BYTES,
    to: to + GRPC_PREFIX_BYTES,
  };
}
