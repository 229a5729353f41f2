/**
 * The bytes of events that a plan changes or adds, in the binding of their response.
 *
 * Guarantees: in JSON, what an edit does not name stays to the character; an event keeps its SSE
 * fields and its envelope.
 */

import { editJson, getJsonMember, type JsonEdits } from "../../../json/json-edit.ts";
import { decodeProtobuf } from "../../../protocol/grpc/decode.ts";
import { encodeProtobuf } from "../../../protocol/grpc/encode.ts";
import { type GrpcCall, parseGrpcCall } from "../../../protocol/grpc/services.ts";
import { decodeBinaryString } from "../../../text/utf8.ts";
import { encodeGrpcFrame, GRPC_PREFIX_BYTES } from "../../../wire/grpc-framer.ts";
import { formatPlanError, type PlanError } from "./plan-error.ts";
import { hasRpcEnvelope, type WatchedEvent, type WatchedExchange } from "./watched-exchange.ts";

export interface EventEdits extends JsonEdits {
  readonly raw?: string;
}

export interface EditedBytes {
  readonly bytes: Buffer;
  /** What could not be done. */
  readonly note?: string;
}

export interface EventFormat {
  /** The A2A object of an event as JSON: where the pointers of edits begin. */
  getPayload(event: WatchedEvent): string;
  /** The bytes of an event with edits; `missing` lead nowhere. */
  edit(event: WatchedEvent, edits: EventEdits): EditedBytes;
  /** The bytes of another event. */
  create(object: unknown): EditedBytes;
  /** An error inside a stream; `null` if the binding has it in its trailers. */
  createError(error: PlanError): Buffer | null;
}

export function createEventFormat(watched: WatchedExchange, grpcUrl: string | null): EventFormat {
  return grpcUrl === null ? new JsonFormat(watched) : new GrpcFormat(parseGrpcCall(grpcUrl));
}

class JsonFormat implements EventFormat {
  readonly #watched: WatchedExchange;

  constructor(watched: WatchedExchange) {
    this.#watched = watched;
  }

  getPayload({ text, value }: WatchedEvent): string {
    const json = this.#readJson(text);
    return getJsonMember(json, getBase(value)) ?? json;
  }

  edit({ text, value }: WatchedEvent, { raw, ...edits }: EventEdits): EditedBytes {
    if (raw !== undefined) return { bytes: Buffer.from(raw) };
    const edited = editJson(this.#readJson(text), edits, getBase(value));
    const bytes = Buffer.from(
      this.#watched.isSse ? replaceSseData(text, edited.text) : edited.text,
    );
    return { bytes, ...describeMissing(edited.missing) };
  }

  create(object: unknown): EditedBytes {
    const { binding } = this.#watched.version;
    const { requestId: id } = this.#watched;
    const value = binding === "jsonrpc" ? { jsonrpc: "2.0", id, result: object } : object;
    return { bytes: this.#wrap(JSON.stringify(value)) };
  }

  createError(error: PlanError): Buffer {
    const { version, requestId } = this.#watched;
    return this.#wrap(formatPlanError(error, version, requestId).json);
  }

  #readJson(text: string): string {
    return this.#watched.isSse ? readSseData(text) : text;
  }

  #wrap(json: string): Buffer {
    return Buffer.from(this.#watched.isSse ? `data: ${json}\n\n` : json);
  }
}

const getBase = (value: unknown) => (hasRpcEnvelope(value) ? ["result"] : []);

const DATA_LINE = /^data:[^\r\n]*(?:\r\n|\n|\r|$)/gm;

const readSseData = (text: string): string =>
  Array.from(text.matchAll(DATA_LINE), ([line]) =>
    line.replace(/^data: ?/, "").replace(/[\r\n]+$/, ""),
  ).join("\n");

/** Puts the data where the first of its lines was. */
function replaceSseData(text: string, data: string): string {
  let isFirst = true;
  return text.replace(DATA_LINE, (line) => {
    if (!isFirst) return "";
    isFirst = false;
    const end = /(?:\r\n|\n|\r)?$/.exec(line)?.[0] || "\n";
    return data
      .split("\n")
      .map((one) => `data: ${one}${end}`)
      .join("");
  });
}

class GrpcFormat implements EventFormat {
  readonly #call: GrpcCall;

  constructor(call: GrpcCall) {
    this.#call = call;
  }

  getPayload({ text }: WatchedEvent): string {
    const { schema, response } = this.#call;
    const message = decodeBinaryString(text.slice(GRPC_PREFIX_BYTES));
    return JSON.stringify(decodeProtobuf(schema, response, message).value);
  }

  edit(event: WatchedEvent, { raw, ...edits }: EventEdits): EditedBytes {
    if (raw !== undefined) return { bytes: Buffer.from(raw, "latin1") };
    const edited = editJson(this.getPayload(event), edits);
    const created = this.create(JSON.parse(edited.text));
    return { ...describeMissing(edited.missing), ...created };
  }

  create(object: unknown): EditedBytes {
    const { schema, response } = this.#call;
    const { bytes, omitted } = encodeProtobuf(schema, response, object);
    const note = omitted.length > 0 ? { note: `gRPC has no field for ${omitted.join(", ")}.` } : {};
    return { bytes: Buffer.from(encodeGrpcFrame(bytes)), ...note };
  }

  createError(): null {
    return null;
  }
}

function describeMissing(missing: readonly string[]): { note?: string } {
  if (missing.length === 0) return {};
  return { note: `The event has no ${missing.join(", ")}: not changed.` };
}
