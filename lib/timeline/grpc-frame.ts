/**
 * gRPC frames: decodes a protocol buffers message by the call of its exchange, each field with its
 * byte range in the frame, and reads statuses from trailers.
 */

import { DecodeIssue } from "../protocol/decode-flags.ts";
import { type GrpcMessage, shiftPastPrefix } from "../protocol/grpc/body.ts";
import { type DecodedProtobuf, decodeProtobuf, type FieldRange } from "../protocol/grpc/decode.ts";
import { type GrpcStatus, readGrpcStatus } from "../protocol/grpc/status.ts";
import { decodeBinaryString, decodeLenient } from "../text/utf8.ts";
import { type Frame, FrameIssue, splitIntoFrames } from "../wire/frame.ts";
import { GrpcFramer, isGrpcContentType } from "../wire/grpc-framer.ts";
import { getHeaderValue } from "../wire/headers.ts";
import type { HeaderList } from "../wire/record.ts";
import type { Exchange } from "./exchange.ts";
import { isTextMember, matchStrings, type TextRange } from "./string-ranges.ts";

/** Is the response gRPC? Decided by its content type, or by the request if there is none. */
export function isGrpcResponse({ head, open }: Exchange): boolean {
  const type = head && getHeaderValue(head.record.headers, "content-type");
  return type ? isGrpcContentType(type) : open.record.framing === "grpc";
}

/** How the call ended; `null` if neither the trailers nor the head contain a status. */
export function getGrpcStatus({ head }: Exchange, trailers: HeaderList = []): GrpcStatus | null {
  return readGrpcStatus(trailers) ?? readGrpcStatus(head?.record.headers ?? []);
}

/** Decodes the message of a frame, with its issues. */
export function decodeGrpcMessage(
  exchange: Exchange,
  { data }: Frame,
  onField?: (span: FieldRange) => void,
): DecodedProtobuf & { readonly decodeIssues: number } {
  const { schema, response } = exchange.grpcCall;
  const decoded = decodeProtobuf(schema, response, decodeBinaryString(data), onField);
  let decodeIssues = 0;
  if (decoded.unknown > 0) decodeIssues |= DecodeIssue.UnknownField;
  if (decoded.broken.length > 0) decodeIssues |= DecodeIssue.BrokenMessage;
  if (decoded.invalidUtf8) decodeIssues |= DecodeIssue.InvalidUtf8;
  return { ...decoded, decodeIssues };
}

/** Why a frame contains no readable message. */
interface UnreadableMessage {
  readonly title: string;
  readonly reason: string;
  readonly decodeIssues: number;
}

/** Describes a frame without a readable message; `null` if it contains one. */
export function findUnreadableMessage({ kind, issues, data }: Frame): UnreadableMessage | null {
  if (kind === "stray") {
    const first = data.charCodeAt(0).toString(16).padStart(2, "0");
    return {
      title: "Not a gRPC message",
      reason: `A gRPC message starts with 00, or with 01 if it is compressed; this one starts with ${first}.`,
      decodeIssues: DecodeIssue.Stray,
    };
  }
  if ((issues & FrameIssue.Compressed) === 0) return null;
  return {
    title: "Compressed message",
    reason: "The message is compressed, but compression was not requested.",
    decodeIssues: DecodeIssue.Compressed,
  };
}

/** Parses the text of a frame: one character per byte. */
function parseGrpcFrame(text: string): Frame | null {
  return splitIntoFrames(new GrpcFramer(), text)[0] ?? null;
}

/** The value of an event's frame; for an event without a frame, the status in the trailers. */
export function getGrpcValue(exchange: Exchange, text: string): unknown {
  if (text === "") return getGrpcStatus(exchange, exchange.end?.record.trailers) ?? undefined;
  return parseGrpcMessage(exchange, text)?.value;
}

/**
 * The message in the text of a frame, with the byte ranges of its fields; `null` if it has none.
 */
export function parseGrpcMessage(exchange: Exchange, text: string): GrpcMessage | null {
  const frame = parseGrpcFrame(text);
  if (!frame || findUnreadableMessage(frame)) return null;
  const fields: FieldRange[] = [];
  const { value } = decodeGrpcMessage(exchange, frame, (field) =>
    fields.push(shiftPastPrefix(field)),
  );
  return { value, fields };
}

/** Finds a text in a frame; returns byte ranges. */
export function findTextInMessage(exchange: Exchange, frame: string, text: string): TextRange[] {
  const strings = (parseGrpcMessage(exchange, frame)?.fields ?? [])
    .filter((field) => field.holds === "text" && isTextMember(field))
    .map(({ path, from, to }) => ({
      path,
      from,
      to,
      value: decodeLenient(decodeBinaryString(frame.slice(from, to))).text,
    }));
  return matchStrings(strings, text).map(({ from, to }) => ({ from, to }));
}
