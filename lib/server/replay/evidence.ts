/** Which version an exchange speaks over which binding, from what was asked and its first events. */
import { Decoder } from "../../protocol/decode.ts";
import { isObject } from "../../protocol/json.ts";
import type { RpcRequest } from "../../protocol/model.ts";
import { Evidence } from "../../protocol/notes.ts";
import { isRest03 } from "../../protocol/rest.ts";
import { is1, judgeVersion, type VersionVerdict } from "../../protocol/versions.ts";
import { Body } from "../../wire/body.ts";
import { jsonTextOf } from "../../wire/frame.ts";
import { SniffingFramer } from "../../wire/framing.ts";
import { headerValue } from "../../wire/headers.ts";
import { parsedJson } from "./parsed.ts";
import type { Raw } from "./script.ts";

/** Enough to tell; nothing later says more. */
const EVENTS = 40;

export function evidenceOf(
  raw: Raw,
  asked: RpcRequest | null,
  cardVersion: string | null,
): Pick<VersionVerdict, "version" | "binding"> & { sessionId: string | null } {
  const { open, head } = raw;
  let bits = 0;
  let kinds = 0;
  let seen = 0;
  const decoder = new Decoder((_, { evidence }) => {
    bits |= evidence;
    if (evidence & Evidence.Kind) kinds++;
    if (evidence & Evidence.Wrapper) kinds--;
    seen++;
  });
  const header = headerValue(open.headers, "a2a-version");
  const context = {
    requestId: undefined,
    operation: asked?.operation ?? null,
    httpStatus: head?.status ?? null,
    rest03: isRest03(open.url),
    not03: is1(header),
  };
  const framer = new SniffingFramer(open.framing ?? null, typeOf(raw), (frame) => {
    const value =
      seen < EVENTS && frame.kind === "data" ? parsedJson(jsonTextOf(frame.data)) : null;
    if (isObject(value)) decoder.value(value, context, 0);
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
  const { version, binding } = judgeVersion({
    has: (bit) => (bits & bit) !== 0 || (bit === Evidence.Session && sessionId !== null),
    method: asked?.method ?? null,
    header,
    url: open.url,
    card: cardVersion,
    mostlyKind: kinds > 0,
  });
  return { version, binding, sessionId };
}

export function typeOf({ head }: Pick<Raw, "head">): string | null {
  return head ? headerValue(head.headers, "content-type") : null;
}
