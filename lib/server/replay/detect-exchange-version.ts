/** Which version an exchange speaks over which binding, from what was asked and its first events. */
import { Decoder } from "../../protocol/decode.ts";
import { VersionEvidence } from "../../protocol/decode-flags.ts";
import { isObject } from "../../protocol/json.ts";
import type { RpcRequest } from "../../protocol/model.ts";
import { isRest03Url } from "../../protocol/rest-call.ts";
import { type DetectedVersion, detectVersion, isVersion1Header } from "../../protocol/versions.ts";
import { Body } from "../../wire/body.ts";
import { stripRecordSeparator } from "../../wire/frame.ts";
import { SniffingFramer } from "../../wire/framing.ts";
import { getHeaderValue } from "../../wire/headers.ts";
import type { RawExchange } from "./replay-source.ts";
import { tryParseJson } from "./try-parse-json.ts";

/** Enough to tell; nothing later says more. */
const MAX_EVENTS = 40;

export function detectExchangeVersion(
  raw: RawExchange,
  asked: RpcRequest | null,
  cardVersion: string | null,
): Pick<DetectedVersion, "version" | "binding"> & { sessionId: string | null } {
  const { open, head } = raw;
  let bits = 0;
  let kinds = 0;
  let seen = 0;
  const decoder = new Decoder((_, { evidence }) => {
    bits |= evidence;
    if (evidence & VersionEvidence.Kind) kinds++;
    if (evidence & VersionEvidence.Wrapper) kinds--;
    seen++;
  });
  const header = getHeaderValue(open.headers, "a2a-version");
  const context = {
    requestId: undefined,
    operation: asked?.operation ?? null,
    httpStatus: head?.status ?? null,
    rest03: isRest03Url(open.url),
    not03: isVersion1Header(header),
  };
  const framer = new SniffingFramer(open.framing ?? null, getContentType(raw), (frame) => {
    const value =
      seen < MAX_EVENTS && frame.kind === "data"
        ? tryParseJson(stripRecordSeparator(frame.data))
        : null;
    if (isObject(value)) decoder.decodeValue(value, context, 0);
  });
  const body = new Body();
  for (const [i, record] of raw.data.entries()) {
    if (seen >= MAX_EVENTS) break;
    framer.push(body.push(record, i));
  }
  if (seen < MAX_EVENTS) framer.end();
  const question = tryParseJson(open.body ?? "");
  const params = isObject(question) && isObject(question.params) ? question.params : {};
  const sessionId = typeof params.sessionId === "string" ? params.sessionId : null;
  const { version, binding } = detectVersion({
    has: (bit) => (bits & bit) !== 0 || (bit === VersionEvidence.Session && sessionId !== null),
    method: asked?.method ?? null,
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
