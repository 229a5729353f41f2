/** Rules about the A2A version that a client states, and the header in which it requests extensions. */

import { findGrpcVersion } from "../../protocol/grpc/packages.ts";
import { METHODS } from "../../protocol/request.ts";
import { parseVersion, type Version } from "../../protocol/versions.ts";
import type { Exchange } from "../../timeline/exchange.ts";
import { isDiscovery } from "../../timeline/exchange-queries.ts";
import { parseQueryParams } from "../../timeline/request-params.ts";
import type { HeaderList } from "../../wire/record.ts";
import type { Checker, VersionTracker } from "../checkers/checker.ts";
import { hasRecordedHeaders, isRestExchange, isVersion1 } from "../checkers/lookups.ts";
import type { MessageFactory } from "../examples/message-factory.ts";
import type { RecordingBuilder } from "../examples/recording-builder.ts";
import {
  CITATION_URI,
  createExtensionHeader,
  isVersionFrom1,
  recordRequestWithHeaders,
} from "../examples/shared-examples.ts";
import { defineRule, type RuleGroup, VERSIONS_FROM_1 } from "./rule.ts";

export const VERSIONS = {
  title: "Versions",
  rules: [
    defineRule({
      id: "VER-PATCH",
      severity: "warning",
      versions: VERSIONS_FROM_1,
      title: "patch number in version",
      message:
        "The client's A2A-Version has a patch number: versions consist of major and minor only.",
      clients:
        "The JavaScript SDK looks for exactly this text among the versions in its card and responds with VersionNotSupported (−32009); the Python SDK compares only the major number.",
      remedy: "Fix the client, not the agent: send only major and minor, such as 1.0.",
      spec: "1.0 §3.6",
      header: "A2A-Version",
      breaks: (factory) =>
        addWorkingTask(
          recordRequestWithHeaders(factory, [["A2A-Version", `${factory.version}.1`]]),
          factory,
        ),
      nearly: (factory) =>
        addWorkingTask(
          recordRequestWithHeaders(factory, [["A2A-Version", factory.version]]),
          factory,
        ),
      check: {
        onOpen: (exchange) => /^\s*\d+\.\d+\.\d/.test(readClientVersion(exchange)?.stated ?? ""),
      },
    }),
    defineRule({
      id: "VER-NOHEADER",
      severity: "warning",
      versions: VERSIONS_FROM_1,
      title: "no version sent",
      message: "The client sent no A2A-Version: agents must treat the request as 0.3.",
      clients:
        "The Python SDK responds with VersionNotSupported (−32009); so does the JavaScript SDK, unless the agent's card has a 0.3 interface.",
      remedy:
        "Fix the client, not the agent: send A2A-Version: 1.0 with every request, or A2A-Version=1.0 in the URL.",
      spec: "1.0 §3.6.1",
      breaks: (factory) => addWorkingTask(recordRequestWithHeaders(factory, []), factory),
      nearly: (factory) =>
        addWorkingTask(
          recordRequestWithHeaders(factory, [], {
            url: `http://agent.example/?A2A-Version=${factory.version}`,
          }),
          factory,
        ),
      check: createMissingVersionChecker,
    }),
    defineRule({
      id: "VER-OLDHEADER",
      severity: "info",
      versions: VERSIONS_FROM_1,
      title: "1.0 method as 0.3",
      message: "The client calls a 1.0 method but sends A2A-Version 0.3.",
      clients:
        "The Python SDK responds with VersionNotSupported (−32009); the JavaScript SDK passes the call to its 0.3 handler, if enabled, which has no such method.",
      remedy: "Fix the client: send the version whose methods it calls.",
      dispute:
        "Agents must follow the header (1.0 §3.6.2), yet the 1.0 specification itself calls its methods with A2A-Version: 0.3 in the examples of §9.2, §10.2 and §11.2.",
      spec: "1.0 §3.6.2",
      header: "A2A-Version",
      breaks: (factory) =>
        addWorkingTask(recordRequestWithHeaders(factory, [["A2A-Version", "0.3"]]), factory),
      nearly: (factory) =>
        addWorkingTask(
          recordRequestWithHeaders(factory, [["A2A-Version", factory.version]]),
          factory,
        ),
      check: {
        onOpen(exchange) {
          const client = readClientVersion(exchange);
          return client?.method === "1.0" && client.version !== null && !client.isFrom1;
        },
      },
    }),
    defineRule({
      id: "VER-METHOD",
      severity: "error",
      title: "method from before 1.0",
      message:
        "The client sends A2A-Version 1.0 or later but uses a method name from an earlier version.",
      clients:
        "An agent that speaks 1.0 has no such method: both SDKs respond with MethodNotFound (−32601), unless they serve 0.3 at the same URL.",
      remedy:
        "Fix the client, not the agent: call SendMessage, GetTask and so on, or send the version whose method names you use.",
      spec: "1.0 §9.1",
      header: "A2A-Version",
      breaks: (factory) =>
        addWorkingTask(
          recordRequestWithHeaders(factory, [["A2A-Version", "1.0"]], {
            method: isVersionFrom1(factory) ? "message/stream" : factory.method("stream"),
          }),
          factory,
        ),
      nearly: (factory) =>
        addWorkingTask(
          recordRequestWithHeaders(factory, [
            ["A2A-Version", isVersionFrom1(factory) ? factory.version : "0.3"],
          ]),
          factory,
        ),
      check: {
        onOpen(exchange) {
          const client = readClientVersion(exchange);
          return client?.method === "0.x" && client.isFrom1;
        },
      },
    }),
    defineRule({
      id: "EXT-OLDHDR",
      severity: "info",
      versions: VERSIONS_FROM_1,
      title: "old header name",
      message: "X-A2A-Extensions is the name from before 1.0: it is now A2A-Extensions.",
      clients:
        "The 1.0 SDKs read the new name in 1.0 requests: extensions under the old name are not requested, or not confirmed.",
      remedy: "Send A2A-Extensions; sending the old name as well does no harm.",
      spec: "1.0 §3.2.6",
      breaks: (factory) =>
        recordRequestWithHeaders(factory, [
          ...factory.versionHeaders,
          ["X-A2A-Extensions", CITATION_URI],
        ]).addEvents(factory.task("working")),
      nearly: (factory) =>
        recordRequestWithHeaders(factory, [
          ...createExtensionHeader(factory, CITATION_URI),
          ["X-A2A-Extensions", CITATION_URI],
        ]).addEvents(factory.task("working")),
      check: {
        onOpen(exchange) {
          const client = readClientVersion(exchange);
          const is1 = client?.method === "1.0" || client?.isFrom1 === true;
          return is1 && hasOnlyLegacyHeader(exchange.open.record.headers);
        },
        onHead: ({ head }) => hasOnlyLegacyHeader(head?.record.headers ?? []),
      },
    }),
  ],
} as const satisfies RuleGroup;

/** What a request says about the version that its client speaks. */
interface ClientVersion {
  /** As the client states it. */
  readonly stated: string | null;
  /** The stated version, if it is known. */
  readonly version: Version | null;
  /** Whether it states 1.0 or later. */
  readonly isFrom1: boolean;
  /** By the method name, or in gRPC by the package. */
  readonly method: "0.x" | "1.0" | null;
}

/** `null` for notifications and lookups of a card, which state no version. */
function readClientVersion(exchange: Exchange): ClientVersion | null {
  const { record } = exchange.open;
  if (record.inbound || record.method === "" || isDiscovery(exchange)) return null;
  const stated = getStatedVersion(exchange);
  const version = parseVersion(stated ?? "");
  const isFrom1 = version !== null && VERSIONS_FROM_1.includes(version);
  return { stated, version, isFrom1, method: getMethodVersion(exchange) };
}

function createMissingVersionChecker(versions: VersionTracker): Checker {
  return {
    onOpen(timeline, exchange) {
      const client = readClientVersion(exchange);
      const isMissing = client?.method === "1.0" && client.stated === null;
      if (isMissing && hasRecordedHeaders(exchange))
        timeline.reportPhaseViolation("VER-NOHEADER", exchange, "open");
    },
    kinds: ["task", "status", "message", "tasks"],
    /** Over HTTP+JSON only the response shows that 1.0 is used. */
    onEvent({ timeline, exchange }) {
      if (exchange.events.count !== 1 || exchange.request === null || !isRestExchange(exchange))
        return;
      const isUnstated = getStatedVersion(exchange) === null && hasRecordedHeaders(exchange);
      if (isUnstated && isVersion1(versions, timeline, exchange)) {
        timeline.reportPhaseViolation("VER-NOHEADER", exchange, "open");
      }
    },
  };
}

const addWorkingTask = (recording: RecordingBuilder, factory: MessageFactory) =>
  recording.addEvents(factory.task("working"));

/** The version that the client states; an empty header states none. */
function getStatedVersion({ versionHeader, open: { record } }: Exchange): string | null {
  return versionHeader || parseQueryParams(record.url)["A2A-Version"] || null;
}

/** Determined by the method name, or in gRPC by the package. */
function getMethodVersion({ request, open: { record } }: Exchange): "0.x" | "1.0" | null {
  const packaged = findGrpcVersion(record.url);
  if (packaged) return packaged === "1.0" ? "1.0" : null;
  const versions = METHODS.get(request?.method ?? "")?.versions as readonly Version[] | undefined;
  if (!versions) return null;
  return versions.some((version) => VERSIONS_FROM_1.includes(version)) ? "1.0" : "0.x";
}

function hasOnlyLegacyHeader(headers: HeaderList): boolean {
  const has = (name: string) => headers.some(([key]) => key.toLowerCase() === name);
  return has("x-a2a-extensions") && !has("a2a-extensions");
}
