/** Rules about tasks, updates, messages and artifacts: their members, states, roles and timestamps. */

import type { Checker } from "../checkers/checker.ts";
import type { MessageFactory } from "../examples/message-factory.ts";
import type { ExampleJson } from "../examples/recording-builder.ts";
import { isVersionFrom1, recordArtifact, recordWorkingTask } from "../examples/shared-examples.ts";
import { createSchemaChecker } from "../schema/event-schema.ts";
import { hasTimeZone } from "../schema/states.ts";
import { defineRule, type RuleGroup, VERSIONS_FROM_1, VERSIONS_FROM_02 } from "./rule.ts";

export const OBJECTS = {
  title: "Object schemas",
  rules: [
    defineRule({
      id: "DM-STATE-UNKNOWN",
      severity: "error",
      title: "unknown state",
      message: "This version of A2A does not have the state.",
      clients:
        "The Python SDK rejects the event, and the stream ends; the JavaScript SDK from 1.0 on reads it as unrecognized.",
      remedy: "Use a state of this version; describe anything more specific in the status message.",
      spec: "1.0 §4.1.3, 0.3 §6.3, 0.2 §6.3, 0.1 §6.3",
      breaks: (factory) => recordState(factory, factory.state("thinking")),
      nearly: (factory) => recordStatusMessage(factory, { parts: [factory.part("thinking")] }),
      check: createSchemaChecker,
    }),
    defineRule({
      id: "DM-STATE-SPELL",
      severity: "warning",
      title: "state misspelled",
      message: "The state is not spelled as this version of A2A spells it.",
      clients:
        "Clients compare states exactly: the Python SDK rejects the event, others never see the task waiting or ended.",
      remedy:
        "Write input-required before 1.0 and TASK_STATE_INPUT_REQUIRED from 1.0 on; canceled has one L, but two over REST and gRPC in 0.3.",
      spec: "1.0 §5.5, 0.3 §6.3, 0.2 §6.3, 0.1 §6.3",
      breaks: (factory) =>
        recordState(factory, isVersionFrom1(factory) ? "input-required" : "input_required"),
      nearly: (factory) => recordState(factory, factory.state("input-required")),
      check: createSchemaChecker,
    }),
    defineRule({
      id: "DM-ENUM-INT",
      severity: "warning",
      versions: VERSIONS_FROM_1,
      title: "enum as number",
      message: "A state or a role is sent as a number instead of its name.",
      clients: "The SDKs also read numbers; clients that compare names don't recognize them.",
      remedy: "Configure the JSON encoder to write enums by name.",
      spec: "1.0 §5.5",
      breaks: (factory) => recordState(factory, 2),
      nearly: (factory) =>
        recordWorkingTask(factory).addEvents(
          factory.status("working", undefined, { metadata: { state: 2, role: 2 } }),
        ),
      check: createSchemaChecker,
    }),
    defineRule({
      id: "DM-ROLE",
      severity: "error",
      title: "invalid role",
      message:
        "A message has a role that this version does not have, or the agent sends it as the user.",
      clients:
        "The Python SDK rejects an unknown role; others show the agent's text as the user's, or on neither side.",
      remedy: "Write agent before 1.0 and ROLE_AGENT from 1.0 on.",
      spec: "1.0 §4.1.5, 0.3 §6.4, 0.2 §6.4, 0.1 §6.4",
      breaks: (factory) =>
        recordStatusMessage(factory, { role: isVersionFrom1(factory) ? "agent" : "assistant" }),
      nearly: (factory) => recordHistoryMessage(factory, {}),
      check: createSchemaChecker,
    }),
    defineRule({
      id: "DM-MSG-REQ",
      severity: "error",
      versions: VERSIONS_FROM_02,
      title: "incomplete message",
      message: "A message lacks a required member: messageId, role or parts, and before 1.0 kind.",
      clients:
        "The Python SDK 0.3 rejects the message. Without an ID it cannot be told from others, so it is shown twice.",
      remedy: "Give every message a unique ID, its role and its parts.",
      spec: "1.0 §4.1.4, 0.3 §6.4, 0.2 §6.4",
      breaks: (factory) => recordStatusMessage(factory, { messageId: undefined }),
      nearly: (factory) => recordHistoryMessage(factory, { messageId: undefined }),
      check: createSchemaChecker,
    }),
    defineRule({
      id: "DM-TASK-REQ",
      severity: "error",
      title: "incomplete task",
      message: "A task lacks a member that its version requires, such as id or status.state.",
      clients:
        "The Python SDK 0.3 rejects a task without id, contextId or state; JavaScript clients skip an object without a kind.",
      remedy: "Send id and status.state with every task; before 1.0 also contextId and kind.",
      spec: "1.0 §4.1.1, 0.3 §6.1, 0.2 §6.1, 0.1 §6.1",
      breaks: (factory) => factory.stream().addEvents(factory.task("working", { status: {} })),
      nearly: (factory) => factory.stream().addEvents(factory.task("working", { artifacts: [] })),
      check: createSchemaChecker,
    }),
    defineRule({
      id: "DM-STATUS-REQ",
      severity: "error",
      versions: VERSIONS_FROM_02,
      title: "incomplete update",
      message:
        "An update lacks a member that its version requires: taskId, contextId, a state, and before 1.0 kind and final.",
      clients:
        "The Python SDK 0.3 rejects the update, and the stream ends; without a taskId no client knows which task it belongs to.",
      remedy:
        "Send taskId, contextId and status.state with every update; in 0.2 and 0.3 also kind, and final with every status.",
      spec: "1.0 §4.2.1, §4.2.2, 0.3 §7.2.2, §7.2.3, 0.2 §7.2.2, §7.2.3",
      breaks: (factory) =>
        recordWorkingTask(factory).addEvents(
          factory.status("working", undefined, { contextId: undefined }),
        ),
      nearly: (factory) =>
        recordWorkingTask(factory).addEvents(
          factory.status("working", undefined, { metadata: {} }),
        ),
      check: createSchemaChecker,
    }),
    defineRule({
      id: "DM-ART-REQ",
      severity: "error",
      versions: VERSIONS_FROM_02,
      title: "incomplete artifact",
      message: "An artifact lacks its artifactId or its parts.",
      clients:
        "The Python SDK 0.3 rejects it; other clients take all artifacts without an ID for the same one and overwrite them.",
      remedy:
        "Give every artifact an ID that is the same in each of its chunks, and from 1.0 on at least one part.",
      spec: "1.0 §4.1.7, 0.3 §6.7, 0.2 §6.7",
      breaks: (factory) => recordArtifact(factory, { parts: [factory.part("one")] }),
      nearly: (factory) => recordArtifact(factory, { artifactId: "a1", parts: [factory.part("")] }),
      check: createSchemaChecker,
    }),
    defineRule({
      id: "DM-TIME",
      severity: "warning",
      title: "invalid timestamp",
      message: "A timestamp is not ISO 8601, or from 1.0 on not in UTC with a Z.",
      clients:
        "Without a time zone every client reads it as its local time. The Python SDK from 1.0 on rejects such an event.",
      remedy: "Write timestamps in UTC, as in 2026-05-01T10:00:00Z.",
      spec: "1.0 §5.6.1, 0.3 §6.2, 0.2 §6.2, 0.1 §6.2",
      breaks: (factory) =>
        recordTimestamps(
          factory,
          isVersionFrom1(factory) ? "2026-05-01T10:00:00" : "2026-05-01 10:00:00",
        ),
      nearly: (factory) =>
        recordTimestamps(
          factory,
          isVersionFrom1(factory) ? "2026-05-01T10:00:00Z" : "2026-05-01T10:00:00",
        ),
      check: createSchemaChecker,
    }),
    defineRule({
      id: "DM-TIME-BACK",
      severity: "warning",
      title: "timestamp goes back",
      message: "A status has an earlier timestamp than the one before it.",
      clients:
        "Clients that go by time take the newer status for the older one and show an outdated state.",
      remedy: "Send statuses in order, and take their timestamps from one clock.",
      spec: "1.0 §3.5.2, 0.3 §6.2, 0.2 §6.2, 0.1 §6.2",
      at: [["status", "timestamp"]],
      breaks: (factory) =>
        recordTimestamps(factory, "2026-05-01T10:05:00Z", "2026-05-01T10:01:00Z"),
      nearly: (factory) =>
        recordTimestamps(factory, "2026-05-01T10:05:00.900Z", "2026-05-01T10:05:00Z"),
      check: createTimestampChecker,
    }),
  ],
} as const satisfies RuleGroup;

/** A status with this exact state. */
const recordState = (factory: MessageFactory, state: unknown) =>
  recordWorkingTask(factory).addEvents(factory.status("working", undefined, { status: { state } }));

const recordStatusMessage = (factory: MessageFactory, over: ExampleJson) =>
  recordWorkingTask(factory).addEvents(factory.status("working", factory.message("Wait.", over)));

/** A task with a client message in its history. */
const recordHistoryMessage = (factory: MessageFactory, over: ExampleJson) =>
  factory.stream().addEvents(
    factory.task("working", {
      history: [factory.message("go", { role: factory.role("user"), ...over })],
    }),
  );

const recordTimestamps = (factory: MessageFactory, ...times: readonly string[]) =>
  recordWorkingTask(factory).addEvents(
    ...times.map((timestamp) =>
      factory.status("working", undefined, {
        status: { state: factory.state("working"), timestamp },
      }),
    ),
  );

function createTimestampChecker(): Checker {
  /** By exchange, the last timestamp of each task. */
  const newestTimes: (Map<string, string> | undefined)[] = [];
  return {
    kinds: ["status", "task"],
    onEvent({ timeline, exchange, event, ordinal }) {
      const isStatus = event.kind === "status";
      if (!isStatus && event.kind !== "task") return;
      const { timestamp } = isStatus ? event.status : event.task.status;
      if (timestamp === null) return;
      const id = (isStatus ? event.taskId : event.task.id) ?? "";
      newestTimes[exchange.index] ??= new Map();
      const times = newestTimes[exchange.index];
      const before = times?.get(id);
      times?.set(id, timestamp);
      if (before !== undefined && before !== timestamp && isBefore(timestamp, before)) {
        timeline.reportViolation("DM-TIME-BACK", ordinal);
      }
    },
  };
}

/** If one of the times has no fraction, the fraction of the other is ignored. */
function isBefore(time: string, other: string): boolean {
  // A time without a time zone can only be compared with another one without.
  if (hasTimeZone(time) !== hasTimeZone(other)) return false;
  const unit = hasFraction(time) && hasFraction(other) ? 1 : 1000;
  // An invalid time is NaN, which is before nothing.
  return Math.floor(Date.parse(time) / unit) < Math.floor(Date.parse(other) / unit);
}

function hasFraction(time: string): boolean {
  return /:\d\d[.,]\d/.test(time);
}
