/** The body of a call in gRPC: one message behind its prefix, read by the path it goes to. */

import { PREFIX_BYTES } from "../../wire/grpc.ts";
import { bytesFromBase64 } from "../../wire/utf8.ts";
import { decode, type FieldSpan } from "./decode.ts";
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

/** A field's places in its frame: they count from behind the prefix. */
export function behindPrefix({ tag, from, to, ...field }: FieldSpan): FieldSpan {
  return {
    ...field,
    tag: tag + PREFIX_BYTES,
    from: from + PREFIX_BYTES,
    to: to + PREFIX_BYTES,
  };
}
