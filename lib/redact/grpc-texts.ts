/** Visits the texts in the fields of a gRPC message, and its numbers as decimal text. */

import { decodeProtobuf, type FieldRange } from "../protocol/grpc/decode.ts";
import { parseGrpcCall } from "../protocol/grpc/services.ts";
import { decodeBinaryString, toBinaryString } from "../text/utf8.ts";
import { GRPC_PREFIX_BYTES } from "../wire/grpc-framer.ts";
import { decodeUtf8Text } from "./decoded-text.ts";
import { type EditableText, sliceText } from "./editable-text.ts";
import type { TextVisitor } from "./json-texts.ts";
import { getStreamKeys, isStreamedText } from "./streamed-text.ts";
import type { TextLocation } from "./text-location.ts";

interface GrpcMessageSource {
  readonly url: string;
  readonly isRequest: boolean;
}

/** `frame` has one character per byte, including its prefix. */
export function visitGrpcTexts(
  frame: EditableText,
  where: TextLocation,
  call: GrpcMessageSource,
  texts: TextVisitor,
): void {
  const { schema, request, response } = parseGrpcCall(call.url);
  const bytes = decodeBinaryString(frame.text).subarray(GRPC_PREFIX_BYTES);
  const fields: FieldRange[] = [];
  const type = call.isRequest ? request : response;
  const { value } = decodeProtobuf(schema, type, bytes, (field) => fields.push(field));
  for (const { path, holds, from, to } of fields) {
    if (holds === "message") continue;
    const content = sliceText(frame, GRPC_PREFIX_BYTES + from, GRPC_PREFIX_BYTES + to);
    const kind = holds === "key" ? "name" : holds === "number" ? "number" : "text";
    const at: TextLocation = { ...where, path: [...where.path, ...path], kind };
    const text = kind === "number" ? createNumberText(content) : decodeUtf8Text(content);
    if (!text) continue;
    texts.text(text, at);
    if (!texts.streamed || !isStreamedText(at)) continue;
    for (const key of getStreamKeys(at, value)) texts.streamed(key, text, at);
  }
}

/** The decimal text of an eight-byte double, which any other number fits into. */
function createNumberText(content: EditableText): EditableText | null {
  if (content.text.length !== DOUBLE_BYTES) return null;
  const read = (binary: string) => String(createDataView(binary).getFloat64(0, true));
  const text = read(content.text);
  return {
    text,
    getCurrent: (from, to) => read(content.getCurrent(0, DOUBLE_BYTES)).slice(from, to),
    write: (from, digits) => {
      const view = createDataView(content.text);
      view.setFloat64(
        0,
        Number(text.slice(0, from) + digits + text.slice(from + digits.length)),
        true,
      );
      content.write(0, toBinaryString(new Uint8Array(view.buffer)));
    },
    getOrigin: () => content.getOrigin(0),
  };
}

const DOUBLE_BYTES = 8;

function createDataView(binary: string): DataView {
  return new DataView(decodeBinaryString(binary).slice().buffer);
}
