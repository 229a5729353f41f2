/** An edited request as a saved one, and back. */

import { encodeGrpcBody } from "../../lib/protocol/grpc/body.ts";
import { tryParseJson } from "../../lib/protocol/json.ts";
import type { ExactRequest } from "../../lib/requests/schemas.ts";
import { type EditableRequest, toEditableRequest } from "./editable-request.ts";

export function toExactRequest(raw: EditableRequest): ExactRequest {
  const { method, url, headers, omittedTexts } = raw;
  const body = omittedTexts.reduce(
    (text, [mark, original]) => text.replaceAll(mark, () => original),
    raw.body,
  );
  return { kind: "request", method, url, headers, body, isGrpc: raw.bodyB64 !== null };
}

/** A gRPC body that can't be encoded stays as text, so that it can be repaired. */
export function toEditableSavedRequest(request: ExactRequest): EditableRequest {
  const { method, url, headers, body, isGrpc } = request;
  const raw = { ...toEditableRequest({ method, url, headers: [], body }), headers };
  const original = { ...raw.original, headers };
  if (!isGrpc) return { ...raw, original };
  const encoded = encodeGrpcBody(url.trim(), tryParseJson(body));
  const bodyB64 = typeof encoded === "string" ? "" : encoded.bodyB64;
  return { ...raw, original, bodyB64 };
}
