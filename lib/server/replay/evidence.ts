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
import { parsedJson } from "./parsed.ts";
import type { Raw } from "./script.ts";

/** Enough to tell; nothing later says more. */
const EVENTS = 40;

export function evidenceOf(
  raw: Raw,
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
  const framer = new SniffingFramer(open.framing ?? null, typeOf(raw), (frame) => {
    const value =
      seen < EVENTS && frame.kind === "data" ? parsedJson(stripRecordSeparator(frame.data)) : null;
    if (isObject(value)) decoder.decodeValue(value, context, 0);
  });
  const body = new Body();
  for (const [i, record] of raw.data.entries()) {
    if (seen >= EVENTS) break;
    framer.push(body.push(record, i));
  }
  if (seen < EVENTS) framer.end();
  const question = parsedJson(open.body ?? "");
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

export function typeOf({ head }: Pick<Raw, "head">): string | null {
  return head ? getHeaderValue(head.headers, "content-type") : null;
}
