/** Detects an exchange's protocol version and binding from its request and first events. */

import { decodeValue } from "../../protocol/decode.ts";
import { VersionEvidence } from "../../protocol/decode-flags.ts";
import { isObject, tryParseJson } from "../../protocol/json.ts";
import type { RpcRequest } from "../../protocol/model.ts";
import { isRest03Url } from "../../protocol/rest-call.ts";
import { type DetectedVersion, detectVersion, isVersion1Header } from "../../protocol/versions.ts";
import { stripRecordSeparator } from "../../wire/frame.ts";
import { readFrames, SniffingFramer } from "../../wire/framing.ts";
import { getHeaderValue } from "../../wire/headers.ts";
import type { RawExchange } from "./logs-without-http.ts";

/** Later events add no evidence. */
const MAX_EVENTS = 40;

export function detectExchangeVersion(
  raw: RawExchange,
  request: RpcRequest | null,
  cardVersion: string | null,
): Pick<DetectedVersion, "version" | "binding"> & { sessionId: string | null } {
  const { open, head } = raw;
  let bits = 0;
  let kinds = 0;
  let seen = 0;
  const header = getHeaderValue(open.headers, "a2a-version");
  const context = {
    requestId: undefined,
    operation: request?.operation ?? null,
    httpStatus: head?.status ?? null,
    rest03: isRest03Url(open.url),
    not03: isVersion1Header(header),
  };
  const framer = new SniffingFramer(open.framing ?? null, getContentType(raw));
  for (const { kind, data } of readFrames(framer, raw.data)) {
    if (seen >= MAX_EVENTS) break;
    const value = kind === "data" ? tryParseJson(stripRecordSeparator(data)) : null;
    if (!isObject(value)) continue;
    for (const { evidence } of decodeValue(value, context, 0)) {
      bits |= evidence;
      if (evidence & VersionEvidence.Kind) kinds++;
      if (evidence & VersionEvidence.Wrapper) kinds--;
      seen++;
    }
  }
  const body = tryParseJson(open.body ?? "");
  const params = isObject(body) && isObject(body.params) ? body.params : {};
  const sessionId = typeof params.sessionId === "string" ? params.sessionId : null;
  const { version, binding } = detectVersion({
    has: (bit) => (bits & bit) !== 0 || (bit === VersionEvidence.Session && sessionId !== null),
    method: request?.method ?? null,
    header,
    url: open.url,
    card: cardVersion,
    mostlyKind: kinds > 0,
  });
  return { version, binding, sessionId };
}

export function getContentType({ head }: Pick<RawExchange, "head">): string | null {
  return head ? getHeaderValue(head.headers, "content-type") : null;
}
