/**
 * Reads the response of a backend that accepted a request: which spans it rejected all the same, by
 * `ExportTraceServiceResponse` of OTLP 1 in either encoding.
 *
 * Guarantees: never throws; a response in another format rejects nothing.
 */

import {
  BYTES,
  forEachField,
  type RawField,
  readVarint,
  VARINT,
} from "../protocol/grpc/wire-format.ts";
import { isObject } from "../protocol/json.ts";

export interface RejectedSpans {
  readonly spans: number;
  /** The reason as the backend gives it; may be empty. */
  readonly message: string;
}

/** `null` if all were accepted. */
export function readPartialSuccess(body: Uint8Array, isJson: boolean): RejectedSpans | null {
  const found = isJson ? readJson(body) : readMessage(body);
  return found && found.spans > 0 ? found : null;
}

function readJson(body: Uint8Array): RejectedSpans | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(body));
    const found = isObject(value) ? (value.partialSuccess ?? value.partial_success) : null;
    if (!isObject(found)) return null;
    const message = found.errorMessage ?? found.error_message;
    return {
      // A 64-bit number is text in JSON.
      spans: toCount(found.rejectedSpans ?? found.rejected_spans),
      message: typeof message === "string" ? message : "",
    };
  } catch {
    return null;
  }
}

function toCount(value: unknown): number {
  const count = typeof value === "string" ? Number(value) : value;
  return typeof count === "number" && Number.isSafeInteger(count) ? count : 0;
}

function readMessage(body: Uint8Array): RejectedSpans | null {
  const partial = listFields(body).findLast(({ number, wire }) => number === 1 && wire === BYTES);
  if (!partial) return null;
  const inside = body.subarray(partial.from, partial.to);
  const fields = listFields(inside);
  const spans = fields.findLast(({ number, wire }) => number === 1 && wire === VARINT);
  const message = fields.findLast(({ number, wire }) => number === 2 && wire === BYTES);
  return {
    spans: spans ? toCount(Number(readVarint(inside, spans.from, spans.to))) : 0,
    message: message ? new TextDecoder().decode(inside.subarray(message.from, message.to)) : "",
  };
}

function listFields(bytes: Uint8Array): RawField[] {
  const fields: RawField[] = [];
  const issue = forEachField(bytes, 0, bytes.length, (field) => fields.push(field));
  // Text, for example.
  return issue ? [] : fields;
}
