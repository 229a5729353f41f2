/** The body of a call in gRPC: one message behind its prefix, by the path it goes to. */

import { framed, PREFIX_BYTES } from "../../wire/grpc.ts";
import { base64FromBytes, bytesFromBase64 } from "../../wire/utf8.ts";
import { isObject } from "../json.ts";
import { decode, type FieldSpan } from "./decode.ts";
import { encode } from "./encode.ts";
import { grpcCallAt } from "./services.ts";

/** A message's value and its fields, by their places in the frame around it. */
export interface FrameMessage {
  readonly value: unknown;
  readonly fields: readonly FieldSpan[];
}

/** `null` where the bytes are no base64. */
export function readGrpcBody(url: string, bodyB64: string): FrameMessage | null {
  const { schema, request } = grpcCallAt(url);
  try {
    const message = bytesFromBase64(bodyB64).subarray(PREFIX_BYTES);
    const fields: FieldSpan[] = [];
    const { value } = decode(schema, request, message, (field) => fields.push(behindPrefix(field)));
    return { value, fields };
  } catch {
    return null;
  }
}

/** The message as it can be written: ProtoJSON, or its bytes in base64 where nobody knows its type. */
export function writtenGrpcBody(url: string, bodyB64: string): unknown {
  if (grpcCallAt(url).request !== "") return readGrpcBody(url, bodyB64)?.value ?? {};
  try {
    return base64FromBytes(bytesFromBase64(bodyB64).subarray(PREFIX_BYTES));
  } catch {
    return "";
  }
}

export interface GrpcBody {
  readonly bodyB64: string;
  /** The members that the message has no field for, as paths. */
  readonly left: readonly string[];
}

/** The body that says what is written; a sentence where there is none. */
export function grpcBodyOf(url: string, written: unknown): GrpcBody | string {
  if (typeof written === "string") {
    try {
      return { bodyB64: base64FromBytes(framed(bytesFromBase64(written))), left: [] };
    } catch {
      return "A text stands for the bytes of the message, in base64. This is none.";
    }
  }
  const { schema, request, method } = grpcCallAt(url);
  if (request === "") {
    return `What ${method || "that path"} takes is not known; its bytes can be written as a text in base64.`;
  }
  if (!isObject(written)) return "A message is a JSON object, or a text of its bytes in base64.";
  const { bytes, left } = encode(schema, request, written);
  return { bodyB64: base64FromBytes(framed(bytes)), left };
}

/** A field's places in its frame: they count from behind the prefix. */
export function behindPrefix({ tag, from, to, ...field }: FieldSpan): FieldSpan {
  return {
    ...field,
    tag: tag + PREFIX_BYTES,
    from: from + PREFIX_BYTES,
    to: to + PREFIX_BYTES,
  };
}
