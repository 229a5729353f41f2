/** Encodes a message and its parts in each request format. */

import type { OutgoingMessage } from "../call.ts";
import type { Part } from "../model.ts";
import type { RequestFormat } from "./request-format.ts";

export function encodeMessage(message: OutgoingMessage, shape: RequestFormat): object {
  const { messageId, contextId, taskId } = message;
  const ids = { ...(contextId && { contextId }), ...(taskId && { taskId }) };
  const encoded = encodeContent(message, shape);
  switch (shape) {
    case "0.1":
      return { role: "user", ...encoded };
    case "0.3":
      return { kind: "message", role: "user", messageId, ...ids, ...encoded };
    case "0.3-proto":
    case "1.0":
      return { messageId, role: "ROLE_USER", ...ids, ...encoded };
  }
}

/** The content of a message: its text or its composed parts. */
function encodeContent({ text, content }: OutgoingMessage, shape: RequestFormat): object {
  const list = shape === "0.3-proto" ? "content" : "parts";
  if (!content) return { [list]: [encodePart({ kind: "text", text }, shape)] };
  const { parts, metadata, extensions, referenceTaskIds = [] } = content;
  const isNew = shape !== "0.1";
  const refers = (shape === "0.3" || shape === "1.0") && referenceTaskIds.length > 0;
  return {
    [list]: parts.map((part) => encodePart(part, shape)),
    ...(Object.keys(metadata).length > 0 && { metadata }),
    ...(extensions.length > 0 && isNew && { extensions }),
    ...(refers && { referenceTaskIds }),
  };
}

function encodePart(part: Part, shape: RequestFormat): unknown {
  if (part.kind === "other") return part.raw;
  const metadata = part.metadata === undefined ? {} : { metadata: part.metadata };
  switch (shape) {
    case "0.1":
      return { type: part.kind, ...encodeContent0(part), ...metadata };
    case "0.3":
      return { kind: part.kind, ...encodeContent0(part), ...metadata };
    case "0.3-proto":
      return { ...encodeContentProto03(part), ...metadata };
    case "1.0":
      return { ...encodeContent1(part), ...metadata };
  }
}

type Content = Exclude<Part, { kind: "other" }>;

function encodeContent0(part: Content): object {
  if (part.kind === "text") return { text: part.text };
  if (part.kind === "data") return { data: part.data };
  const { name, mediaType, bytes, uri } = part;
  return { file: { name, mimeType: mediaType, ...(bytes === undefined ? { uri } : { bytes }) } };
}

function encodeContentProto03(part: Content): object {
  if (part.kind === "text") return { text: part.text };
  if (part.kind === "data") return { data: { data: part.data } };
  const { name, mediaType, bytes, uri } = part;
  const source = bytes === undefined ? { fileWithUri: uri } : { fileWithBytes: bytes };
  return { file: { ...source, mimeType: mediaType, name } };
}

function encodeContent1(part: Content): object {
  const { mediaType } = part;
  if (part.kind === "text") return { text: part.text, mediaType };
  if (part.kind === "data") return { data: part.data, mediaType };
  const { name: filename, bytes, uri } = part;
  return { ...(bytes === undefined ? { url: uri } : { raw: bytes }), filename, mediaType };
}
