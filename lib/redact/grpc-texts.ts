/** The texts in the fields of a message in gRPC, and those that its numbers are written as. */

import { decodeProtobuf, type FieldRange } from "../protocol/grpc/decode.ts";
import { parseGrpcCall } from "../protocol/grpc/services.ts";
import { GRPC_PREFIX_BYTES } from "../wire/grpc-framer.ts";
import { fromBinaryString, toBinaryString } from "../wire/utf8.ts";
import { fromUtf8 } from "./decoded.ts";
import type { Texts } from "./json-texts.ts";
import { isStreamed, streamsOf } from "./streams.ts";
import { type Surface, slice } from "./surface.ts";
import type { Where } from "./where.ts";

export interface Call {
  readonly url: string;
  readonly isRequest: boolean;
}

/** The frame is of one character a byte, its prefix included. */
export function grpcTexts(frame: Surface, where: Where, call: Call, texts: Texts): void {
  const { schema, request, response } = parseGrpcCall(call.url);
  const bytes = fromBinaryString(frame.text).subarray(GRPC_PREFIX_BYTES);
  const fields: FieldRange[] = [];
  const type = call.isRequest ? request : response;
  const { value } = decodeProtobuf(schema, type, bytes, (field) => fields.push(field));
  for (const { path, holds, from, to } of fields) {
    if (holds === "message") continue;
    const content = slice(frame, GRPC_PREFIX_BYTES + from, GRPC_PREFIX_BYTES + to);
    const kind = holds === "key" ? "name" : holds === "number" ? "number" : "text";
    const at: Where = { ...where, path: [...where.path, ...path], kind };
    const said = kind === "number" ? asNumber(content) : fromUtf8(content);
    if (!said) continue;
    texts.text(said, at);
    if (!texts.streamed || !isStreamed(at)) continue;
    for (const key of streamsOf(at, value)) texts.streamed(key, said, at);
  }
}

/** A number that has room for any other: eight bytes. */
function asNumber(content: Surface): Surface | null {
  if (content.text.length !== DOUBLE_BYTES) return null;
  const read = (binary: string) => String(viewOf(binary).getFloat64(0, true));
  const text = read(content.text);
  return {
    text,
    now: (from, to) => read(content.now(0, DOUBLE_BYTES)).slice(from, to),
    write: (from, digits) => {
      const view = viewOf(content.text);
      view.setFloat64(
        0,
        Number(text.slice(0, from) + digits + text.slice(from + digits.length)),
        true,
      );
      content.write(0, toBinaryString(new Uint8Array(view.buffer)));
    },
    origin: () => content.origin(0),
  };
}

const DOUBLE_BYTES = 8;

function viewOf(binary: string): DataView {
  return new DataView(fromBinaryString(binary).slice().buffer);
}
