/**
 * Frames of gRPC: a message of protocol buffers read by the call that its exchange makes, each
 * field with its place in the frame; and what trailers say in the place of a message.
 */

import { DecodeIssue } from "../protocol/decode-flags.ts";
import { type GrpcMessage, shiftPastPrefix } from "../protocol/grpc/body.ts";
import { type DecodedProtobuf, decodeProtobuf, type FieldRange } from "../protocol/grpc/decode.ts";
import { type GrpcStatus, readGrpcStatus } from "../protocol/grpc/status.ts";
import { type Frame, FrameIssue } from "../wire/frame.ts";
import { GrpcFramer, isGrpcContentType } from "../wire/grpc-framer.ts";
import { getHeaderValue } from "../wire/headers.ts";
import type { HeaderList } from "../wire/record.ts";
import { decodeBinaryString, decodeLenient } from "../wire/utf8.ts";
import type { Exchange } from "./exchange.ts";
import { isTextMember, matchStrings, type TextRange } from "./string-ranges.ts";

/** Is the answer one of gRPC? Its head says so; before or without one, what was asked. */
export function isGrpcResponse({ head, open }: Exchange): boolean {
  const type = head && getHeaderValue(head.record.headers, "content-type");
  return type ? isGrpcContentType(type) : open.record.framing === "grpc";
}

/** How the call ended; `null` where neither trailers nor, without a body, the head say it. */
export function getGrpcStatus({ head }: Exchange, trailers: HeaderList = []): GrpcStatus | null {
  return readGrpcStatus(trailers) ?? readGrpcStatus(head?.record.headers ?? []);
}

/** The message of a frame: what was irregular about it beside. */
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

/** Why a frame has no message that could be read; `null` where it has one. */
export function getUnreadableReason({ kind, issues, data }: Frame): string | null {
  if (kind === "stray") {
    const first = data.charCodeAt(0).toString(16).padStart(2, "0");
    return `A message begins with 00, or with 01 when it is compressed; here is ${first}.`;
  }
  if (issues & FrameIssue.Compressed) return "It is compressed, which was not asked for.";
  return null;
}

/** The frame in the text of one: an event's text is its frame's bytes. */
export function parseGrpcFrame(text: string): Frame | null {
  let found: Frame | null = null;
  const framer = new GrpcFramer((frame) => {
    found ??= frame;
  });
  framer.push(text);
  framer.end();
  return found;
}

/** The value of an event's frame; of an event without a frame, what the trailers said. */
export function getGrpcValue(exchange: Exchange, text: string): unknown {
  if (text === "") return getGrpcStatus(exchange, exchange.end?.record.trailers) ?? undefined;
  return parseGrpcMessage(exchange, text)?.value;
}

/** The message in the text of a frame, with its fields by their places there; `null` where it has none. */
export function parseGrpcMessage(exchange: Exchange, text: string): GrpcMessage | null {
  const frame = parseGrpcFrame(text);
  if (!frame || getUnreadableReason(frame) !== null) return null;
  const fields: FieldRange[] = [];
  const { value } = decodeGrpcMessage(exchange, frame, (field) =>
    fields.push(shiftPastPrefix(field)),
  );
  return { value, fields };
}

/** Where a text stands in a frame, in bytes of it. */
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
