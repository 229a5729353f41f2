/** Watches what agents push: its form, and whether it proves who sent it. */

import { VersionEvidence } from "../../protocol/decode-flags.ts";
import { isObject, type JsonObject } from "../../protocol/json.ts";
import type { Exchange } from "../../timeline/exchange.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import type { Seen } from "../../timeline/watcher.ts";
import { getHeaderValue } from "../../wire/headers.ts";
import { hasHeaders, objectOr, paramsOf, speaks1 } from "./asked.ts";
import type { MakeWatch } from "./watch.ts";

export const watchPushes: MakeWatch = (versions) => {
  /** The exchange in which an address to be notified at was given, with the proof to bring. */
  const asked = new Map<string, Exchange>();
  const isNew = (timeline: Timeline, exchange: Exchange | undefined) =>
    exchange !== undefined && speaks1(versions, timeline, exchange);
  return {
    opened(timeline, exchange) {
      const { record } = exchange.open;
      if (!record.inbound) {
        const url = addressWithProof(exchange);
        if (url !== null) asked.set(url, exchange);
      } else if (hasHeaders(exchange) && getHeaderValue(record.headers, "authorization") === null) {
        if (isNew(timeline, asked.get(record.url))) {
          timeline.breachIn("PUSH-AUTH", exchange, "open");
        }
      }
    },
    kinds: ["task", "status", "artifact", "message"],
    saw({ timeline, exchange, event, evidence, ordinal }) {
      if (!exchange.open.record.inbound) return;
      if (evidence & VersionEvidence.Wrapper) return;
      const isOwn = isNew(timeline, exchange);
      if (isOwn || isNew(timeline, callOf(timeline, event))) {
        timeline.breach("PUSH-SHAPE", ordinal);
      }
    },
  };
};

/** The call that the task of a notification was first told in. */
function callOf(timeline: Timeline, event: Seen["event"]): Exchange | undefined {
  const id = taskOf(event);
  const lane = id === null ? undefined : timeline.taskByKey.get(id);
  if (!lane || lane.events.count === 0) return undefined;
  const exchange = timeline.exchanges[timeline.events.exchange.at(lane.events.at(0))];
  return exchange?.open.record.inbound ? undefined : exchange;
}

function taskOf(event: Seen["event"]): string | null {
  if (event.kind === "task") return event.task.id;
  if (event.kind === "message") return event.message.taskId;
  return event.kind === "status" || event.kind === "artifact" ? event.taskId : null;
}

/** The address of a configuration that says how its notifications prove themselves. */
function addressWithProof(exchange: Exchange): string | null {
  const operation = exchange.request?.operation;
  const isSet = operation === "push-set";
  if (!isSet && operation !== "send" && operation !== "stream") return null;
  // Most messages ask for no notifications: their bodies need not be read again.
  const { body, bodyB64 } = exchange.open.record;
  if (!isSet && bodyB64 === undefined && !body?.includes("ushNotification")) return null;
  const params = paramsOf(exchange);
  const config = isSet ? params : inside(objectOr(params.configuration));
  const { url, authentication } = isObject(config.pushNotificationConfig)
    ? config.pushNotificationConfig
    : config;
  const isProof = isObject(authentication) && typeof authentication.scheme === "string";
  return typeof url === "string" && isProof ? url : null;
}

function inside(configuration: JsonObject): JsonObject {
  return objectOr(configuration.taskPushNotificationConfig ?? configuration.pushNotificationConfig);
}
