/** Checks the format and the authentication of push notifications. */

import { VersionEvidence } from "../../protocol/decode-flags.ts";
import { isObject, type JsonObject } from "../../protocol/json.ts";
import type { Exchange } from "../../timeline/exchange.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import type { EventContext } from "../../timeline/timeline-observer.ts";
import { getHeaderValue } from "../../wire/headers.ts";
import type { CheckerFactory } from "./checker.ts";
import {
  getRequestParams,
  hasRecordedHeaders,
  isVersion1,
  toObjectOrEmpty,
} from "./request-params.ts";

export const createPushChecker: CheckerFactory = (versions) => {
  /** By notification URL, the exchange that configured it with authentication. */
  const configExchanges = new Map<string, Exchange>();
  const isFrom1 = (timeline: Timeline, exchange: Exchange | undefined) =>
    exchange !== undefined && isVersion1(versions, timeline, exchange);
  return {
    onOpen(timeline, exchange) {
      const { record } = exchange.open;
      if (!record.inbound) {
        const url = findAuthenticatedUrl(exchange);
        if (url !== null) configExchanges.set(url, exchange);
      } else if (
        hasRecordedHeaders(exchange) &&
        getHeaderValue(record.headers, "authorization") === null
      ) {
        if (isFrom1(timeline, configExchanges.get(record.url))) {
          timeline.reportPhaseViolation("PUSH-AUTH", exchange, "open");
        }
      }
    },
    kinds: ["task", "status", "artifact", "message"],
    onEvent({ timeline, exchange, event, evidence, ordinal }) {
      if (!exchange.open.record.inbound) return;
      if (evidence & VersionEvidence.Wrapper) return;
      const isOwn = isFrom1(timeline, exchange);
      if (isOwn || isFrom1(timeline, findTaskExchange(timeline, event))) {
        timeline.reportViolation("PUSH-SHAPE", ordinal);
      }
    },
  };
};

/** The exchange in which the task of a notification first appeared. */
function findTaskExchange(timeline: Timeline, event: EventContext["event"]): Exchange | undefined {
  const id = getTaskId(event);
  const lane = id === null ? undefined : timeline.taskByKey.get(id);
  if (!lane || lane.events.count === 0) return undefined;
  const exchange = timeline.exchanges[timeline.events.exchange.at(lane.events.at(0))];
  return exchange?.open.record.inbound ? undefined : exchange;
}

function getTaskId(event: EventContext["event"]): string | null {
  if (event.kind === "task") return event.task.id;
  if (event.kind === "message") return event.message.taskId;
  return event.kind === "status" || event.kind === "artifact" ? event.taskId : null;
}

/** The URL of a configuration that requires authentication. */
function findAuthenticatedUrl(exchange: Exchange): string | null {
  const operation = exchange.request?.operation;
  const isSet = operation === "push-set";
  if (!isSet && operation !== "send" && operation !== "stream") return null;
  // Most messages configure no notifications, so their bodies need not be parsed again.
  const { body, bodyB64 } = exchange.open.record;
  if (!isSet && bodyB64 === undefined && !body?.includes("ushNotification")) return null;
  const params = getRequestParams(exchange);
  const config = isSet ? params : getPushConfig(toObjectOrEmpty(params.configuration));
  const { url, authentication } = isObject(config.pushNotificationConfig)
    ? config.pushNotificationConfig
    : config;
  const isProof = isObject(authentication) && typeof authentication.scheme === "string";
  return typeof url === "string" && isProof ? url : null;
}

function getPushConfig(configuration: JsonObject): JsonObject {
  return toObjectOrEmpty(
    configuration.taskPushNotificationConfig ?? configuration.pushNotificationConfig,
  );
}
