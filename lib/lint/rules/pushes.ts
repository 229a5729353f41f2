/** Rules about the format and the authentication of push notifications. */

import { VersionEvidence } from "../../protocol/decode-flags.ts";
import { isObject, type JsonObject } from "../../protocol/json.ts";
import type { Exchange } from "../../timeline/exchange.ts";
import { getRequestParams, toObjectOrEmpty } from "../../timeline/request-params.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import type { EventContext } from "../../timeline/timeline-observer.ts";
import { getHeaderValue } from "../../wire/headers.ts";
import type { HeaderList } from "../../wire/record.ts";
import type { Checker, VersionTracker } from "../checkers/checker.ts";
import { hasRecordedHeaders, isVersion1 } from "../checkers/lookups.ts";
import type { MessageFactory } from "../examples/message-factory.ts";
import { RecordingBuilder } from "../examples/recording-builder.ts";
import {
  BEARER,
  createPushParams,
  HOOK_URL,
  JSON_HEADERS,
  recordPushSetup,
} from "../examples/shared-examples.ts";
import { defineRule, type RuleGroup, VERSIONS_FROM_1 } from "./rule.ts";

export const PUSHES = {
  title: "Push notifications",
  rules: [
    defineRule({
      id: "PUSH-SHAPE",
      severity: "error",
      versions: VERSIONS_FROM_1,
      title: "unwrapped notification",
      message: "A notification is not wrapped in a key that names its type.",
      clients:
        "1.0 receivers look for task, statusUpdate, artifactUpdate or message, and find none of them.",
      remedy: 'Wrap notifications as in a stream: {"statusUpdate": {…}}.',
      spec: "1.0 §4.3.3",
      breaks: (factory) => recordNotification(factory, [BEARER], createBareStatus(factory)),
      nearly: (factory) =>
        recordNotification(factory, [BEARER], { statusUpdate: createBareStatus(factory) }),
      check: createPushChecker,
    }),
    defineRule({
      id: "PUSH-AUTH",
      severity: "error",
      versions: VERSIONS_FROM_1,
      title: "missing authentication",
      message: "A notification arrived without the authentication that its configuration asks for.",
      clients:
        "A receiver that checks authentication rejects the notification; one that does not accepts it from anyone. The Python SDK's own sender sends only the token.",
      remedy: "Send Authorization with the scheme and credentials of the configuration.",
      spec: "1.0 §4.3.3",
      breaks: (factory) =>
        recordNotification(factory, [], { statusUpdate: createBareStatus(factory) }),
      nearly: (factory) =>
        recordNotification(factory, [BEARER], { statusUpdate: createBareStatus(factory) }),
      check: createPushChecker,
    }),
  ],
} as const satisfies RuleGroup;

const recordNotification = (factory: MessageFactory, headers: HeaderList, body: unknown) =>
  recordPushSetup(factory, new RecordingBuilder(), factory.response(createPushParams(factory)))
    .addOpen("n1", { inbound: true, url: HOOK_URL, headers: [...JSON_HEADERS, ...headers] })
    .addText(JSON.stringify(body), "n1")
    .addEnd("complete", "n1");

const createBareStatus = (factory: MessageFactory) => ({
  taskId: "t1",
  contextId: "c1",
  status: { state: factory.state("completed") },
});

function createPushChecker(versions: VersionTracker): Checker {
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
}

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
