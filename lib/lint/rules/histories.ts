/** Rules about the histories that clients request, and about lists of tasks. */

import { isArray, isObject, type JsonObject } from "../../protocol/json.ts";
import type { Exchange } from "../../timeline/exchange.ts";
import { getRequestParams, toObjectOrEmpty } from "../../timeline/request-params.ts";
import type { EventContext } from "../../timeline/timeline-observer.ts";
import type { MessageFactory } from "../examples/message-factory.ts";
import type { ExampleJson } from "../examples/recording-builder.ts";
import { addJsonResponse, createBareTask } from "../examples/shared-examples.ts";
import { hasTimeZone } from "../schema/states.ts";
import { defineRule, type RuleGroup, VERSIONS_FROM_1 } from "./rule.ts";

export const HISTORIES = {
  title: "Snapshots, history and lists",
  rules: [
    defineRule({
      id: "HIST-LEN",
      severity: "error",
      versions: VERSIONS_FROM_1,
      title: "history too long",
      message: "A task's history is longer than the historyLength that the client requested.",
      clients:
        "Clients that request few messages have little room: they receive, store and pay for all of them. The SDKs' servers truncate the history.",
      remedy: "Send at most historyLength messages, the newest ones.",
      spec: "1.0 §3.2.4",
      at: [["history"], ["tasks"]],
      breaks: (factory) => recordHistory(factory, 2, 3),
      nearly: (factory) => recordHistory(factory, 2, 2),
      check: {
        kinds: ["task", "tasks"],
        onEvent(seen) {
          const limit = getRequestedLength(seen.exchange);
          return limit !== null && limit > 0 && getLongestHistory(seen) > limit;
        },
      },
    }),
    defineRule({
      id: "HIST-ZERO",
      severity: "warning",
      versions: VERSIONS_FROM_1,
      title: "unwanted history",
      message: "A task has a history although historyLength is 0.",
      clients: "The client asked for no history and receives it anyway. The SDKs' servers omit it.",
      remedy: "Omit history when historyLength is 0.",
      spec: "1.0 §3.2.4",
      at: [["history"], ["tasks"]],
      breaks: (factory) => recordHistory(factory, 0, 1),
      nearly: (factory) => recordHistory(factory, 0, 0),
      check: {
        kinds: ["task", "tasks"],
        onEvent: (seen) => getLongestHistory(seen) >= 0 && getRequestedLength(seen.exchange) === 0,
      },
    }),
    defineRule({
      id: "LIST-TOKEN",
      severity: "error",
      versions: VERSIONS_FROM_1,
      title: "no nextPageToken",
      message: "A page of tasks has no nextPageToken: the last page must have it too, empty.",
      clients:
        "A client that requests pages until the token is empty never stops: without a token it requests the first page again.",
      remedy: 'Always send nextPageToken, and "" on the last page.',
      spec: "1.0 §3.1.4",
      breaks: (factory) =>
        recordTaskPage(factory, [createBareTask(factory)], { nextPageToken: undefined }),
      nearly: (factory) => recordTaskPage(factory, [createBareTask(factory)]),
      check: {
        kinds: ["tasks"],
        onEvent: (seen) =>
          getPageTasks(seen) !== null && typeof seen.raw?.nextPageToken !== "string",
      },
    }),
    defineRule({
      id: "LIST-ART",
      severity: "error",
      versions: VERSIONS_FROM_1,
      title: "unwanted artifacts",
      message: "Listed tasks have artifacts (full or empty) although includeArtifacts is not true.",
      clients:
        "A client that stores what it receives takes an empty list for a task without artifacts, and forgets those it knew.",
      remedy: "Omit artifacts from listed tasks unless includeArtifacts is true.",
      spec: "1.0 §3.1.4",
      at: [["tasks"]],
      breaks: (factory) => recordTaskPage(factory, [createBareTask(factory, { artifacts: [] })]),
      nearly: (factory) =>
        recordTaskPage(
          factory,
          [createBareTask(factory, { artifacts: [] })],
          {},
          { includeArtifacts: true },
        ),
      check: {
        kinds: ["tasks"],
        onEvent(seen) {
          const isAsked = seen.exchange.request?.operation === "list";
          return (
            isAsked &&
            (getPageTasks(seen) ?? []).some(hasArtifacts) &&
            !isArtifactsRequested(getRequestParams(seen.exchange))
          );
        },
      },
    }),
    defineRule({
      id: "LIST-SORT",
      severity: "error",
      versions: VERSIONS_FROM_1,
      title: "list out of order",
      message: "Listed tasks are not sorted by status timestamp, newest first.",
      clients:
        "A client that reads pages until it finds a task it knows stops too early and misses changes.",
      remedy: "Sort tasks by status timestamp, newest first.",
      spec: "1.0 §3.1.4",
      at: [["tasks"]],
      breaks: (factory) =>
        recordTaskPage(factory, [
          createTimedTask(factory, "t1", "2026-05-01T10:00:00Z"),
          createTimedTask(factory, "t2", "2026-05-01T10:00:01Z"),
        ]),
      nearly: (factory) =>
        recordTaskPage(factory, [
          createTimedTask(factory, "t2", "2026-05-01T10:00:00Z"),
          createTimedTask(factory, "t1", "2026-05-01T10:00:00.000Z"),
        ]),
      check: { kinds: ["tasks"], onEvent: (seen) => !isSorted(getPageTasks(seen) ?? []) },
    }),
  ],
} as const satisfies RuleGroup;

/** The number of messages in the longest history of the event's tasks; −1 without a history. */
function getLongestHistory({ event, raw }: EventContext): number {
  if (raw === null) return -1;
  if (event.kind !== "tasks") return getHistoryLength(raw);
  let longest = -1;
  for (const task of isArray(raw.tasks) ? raw.tasks : []) {
    if (isObject(task)) longest = Math.max(longest, getHistoryLength(task));
  }
  return longest;
}

function getHistoryLength({ history }: JsonObject): number {
  return isArray(history) ? history.length : -1;
}

/** The historyLength that the client requested; `null` if none. */
function getRequestedLength(exchange: Exchange): number | null {
  if (exchange.request === null) return null;
  const params = getRequestParams(exchange);
  const configuration = toObjectOrEmpty(params.configuration);
  const stated =
    configuration.historyLength ??
    configuration.history_length ??
    params.historyLength ??
    params.history_length;
  const limit = typeof stated === "string" && stated !== "" ? Number(stated) : stated;
  return typeof limit === "number" && limit >= 0 ? limit : null;
}

/** The tasks of a page; `null` if it is none, or from gRPC, which does not encode empty values. */
function getPageTasks({ raw, exchange }: EventContext): readonly JsonObject[] | null {
  if (raw === null || exchange.body.isBinary) return null;
  return isArray(raw.tasks) ? raw.tasks.filter(isObject) : [];
}

/** A request with a historyLength, and a response with `messageCount` messages. */
const recordHistory = (factory: MessageFactory, historyLength: number, messageCount: number) => {
  const messages = Array.from({ length: messageCount }, (_, i) => factory.message(`said ${i}`));
  const task = createBareTask(factory, messageCount > 0 ? { history: messages } : {});
  return addJsonResponse(factory.call("get", { id: "t1", historyLength }), factory.response(task));
};

const recordTaskPage = (
  factory: MessageFactory,
  tasks: readonly ExampleJson[],
  over: ExampleJson = {},
  params: ExampleJson = {},
) => {
  const page = { tasks, nextPageToken: "", pageSize: 50, totalSize: tasks.length, ...over };
  return addJsonResponse(factory.call("list", params), factory.response(page));
};

const createTimedTask = (factory: MessageFactory, id: string, timestamp: string) =>
  createBareTask(factory, { id, status: { state: factory.state("completed"), timestamp } });

function hasArtifacts({ artifacts }: JsonObject): boolean {
  return artifacts !== undefined;
}

function isArtifactsRequested({ includeArtifacts, include_artifacts }: JsonObject): boolean {
  return String(includeArtifacts ?? include_artifacts) === "true";
}

/** Whether tasks are sorted newest first; invalid timestamps are skipped. */
function isSorted(tasks: readonly JsonObject[]): boolean {
  let before = Number.POSITIVE_INFINITY;
  for (const { status } of tasks) {
    const timestamp = String(isObject(status) ? status.timestamp : "");
    const time = hasTimeZone(timestamp) ? Date.parse(timestamp) : Number.NaN;
    if (Number.isNaN(time)) continue;
    if (time > before) return false;
    before = time;
  }
  return true;
}
