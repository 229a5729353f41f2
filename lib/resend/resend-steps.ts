/** The requests of a recorded run that can be made again, in order, and why others are not. */

import type { Call } from "../protocol/call.ts";
import { readRecordedCall } from "../protocol/call-from-recording.ts";
import { isObject } from "../protocol/json.ts";
import { joinPartTexts } from "../protocol/read-parts.ts";
import { getLastSegment } from "../protocol/request-from-record.ts";
import type { Exchange } from "../timeline/exchange.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { isCall } from "../timeline/timeline-queries.ts";
import { truncateToGraphemes } from "../wire/graphemes.ts";
import type { OpenRecord } from "../wire/record.ts";
import { findSecretMasks } from "./masked-secrets.ts";

/** What is sent: a call in whatever the agent speaks, or the very body that was recorded. */
export type ResendContent =
  | { readonly kind: "call"; readonly call: Call; readonly hasClientIds: boolean }
  | { readonly kind: "raw"; readonly body: string; readonly secrets: readonly string[] };

export interface ResendStep {
  readonly index: number;
  /** The recorded exchange. */
  readonly exchange: Exchange;
  readonly title: string;
  /** What it said first, if it was a message. */
  readonly messageText: string;
  /** `null` where it is not sent again. */
  readonly sending: ResendContent | null;
  /** Why it is not sent, or what of it is not. */
  readonly notes: readonly string[];
  /** The marks of secrets that were masked when it was recorded. */
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
  const recalled = readRecordedCall(open.record);
  if (typeof recalled === "string") return { ...step, sending: null, notes: [recalled] };
  if (recalled) {
    const { call, hasClientIds, omitted } = recalled;
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

/** A method that nobody knows can still be called in JSON-RPC. */
function getRawBody({ body, method }: OpenRecord): string | null {
  if (body === undefined || method !== "POST") return null;
  try {
    const value: unknown = JSON.parse(body);
    return isObject(value) && value.jsonrpc !== undefined ? body : null;
  } catch {
    return null;
  }
}
