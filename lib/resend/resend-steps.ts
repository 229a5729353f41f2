/** The requests of a recorded run in order: what to resend, and why others are not resent. */

import { readRecordedCall } from "../protocol/call-from-recording.ts";
import { isObject } from "../protocol/json.ts";
import { joinPartTexts } from "../protocol/read-parts.ts";
import { getLastSegment } from "../protocol/request-from-record.ts";
import { truncateToGraphemes } from "../text/graphemes.ts";
import type { Exchange } from "../timeline/exchange.ts";
import { isCall } from "../timeline/exchange-queries.ts";
import type { Timeline } from "../timeline/timeline.ts";
import type { OpenRecord } from "../wire/record.ts";
import { findSecretMasks, type ResendContent } from "./masked-secrets.ts";

export interface ResendStep {
  readonly index: number;
  /** The recorded exchange. */
  readonly exchange: Exchange;
  readonly title: string;
  /** The beginning of its message text; empty if it has none. */
  readonly messageText: string;
  /** `null` if it is not resent. */
  readonly sending: ResendContent | null;
  /** Why it, or a part of it, is not resent. */
  readonly notes: readonly string[];
  /** The masks of secrets that were masked when it was recorded. */
  readonly masks: readonly string[];
}

export function createResendSteps({ exchanges }: Timeline): ResendStep[] {
  return exchanges.filter(isCall).map(createResendStep);
}

const MAX_TEXT_LENGTH = 200;

function createResendStep(exchange: Exchange, index: number): ResendStep {
  const { request, open } = exchange;
  const { method, url } = open.record;
  const step = {
    index,
    exchange,
    title: request?.method ?? (`${method} ${getLastSegment(url)}`.trim() || "unknown request"),
    messageText: truncateToGraphemes(joinPartTexts(request?.message?.parts ?? []), MAX_TEXT_LENGTH),
    masks: [],
  };
  if (method === "") {
    return { ...step, sending: null, notes: ["The log does not contain the request."] };
  }
  const recorded = readRecordedCall(open.record);
  if (typeof recorded === "string") return { ...step, sending: null, notes: [recorded] };
  if (recorded) {
    const { call, hasClientIds, omitted } = recorded;
    const notes = omitted.map((what) => `Not requested again: ${what}.`);
    const masks = "message" in call ? findSecretMasks(call.message) : [];
    return { ...step, sending: { kind: "call", call, hasClientIds }, notes, masks };
  }
  const body = getRawBody(open.record);
  if (body === null) {
    return { ...step, sending: null, notes: ["This is not an A2A request."] };
  }
  return {
    ...step,
    sending: { kind: "raw", body, secrets: [] },
    notes: ["Not an A2A method: the recorded body is sent unchanged."],
    masks: findSecretMasks(body),
  };
}

/** The body of an unknown JSON-RPC method, which can be resent unchanged. */
function getRawBody({ body, method }: OpenRecord): string | null {
  if (body === undefined || method !== "POST") return null;
  try {
    const value: unknown = JSON.parse(body);
    return isObject(value) && value.jsonrpc !== undefined ? body : null;
  } catch {
    return null;
  }
}
