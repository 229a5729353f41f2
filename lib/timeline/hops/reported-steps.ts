/**
 * The calls to other agents that an agent reports of its own work: steps of the traceability
 * extension of the A2A samples, in the metadata of messages and artifacts or in an artifact of its own.
 *
 * Guarantees: reads only what has the shape of such a trace; the traces of sub-agents inside a step are
 * theirs.
 */

import { isArray, isObject, type JsonObject } from "../../protocol/json.ts";
import type { Artifact, Message, Part, ProtocolEvent } from "../../protocol/model.ts";

interface ReportedStep {
  /** Unique among the steps of one agent. */
  readonly id: string;
  /** The agent that was called, as its caller names it. */
  readonly url: string;
}

const EXTENSION = /\/extensions\/traceability\/v\d+(?:\/traceability)?$/;

/** The calls that an event reports. An event of a token costs no more than a look at its metadata. */
export function findReportedSteps(event: ProtocolEvent): ReportedStep[] {
  switch (event.kind) {
    case "message":
      return readMessage(event.message);
    case "artifact":
      return [...readMetadata(event.metadata), ...readArtifact(event.artifact)];
    case "status": {
      const { message } = event.status;
      return [...readMetadata(event.metadata), ...(message ? readMessage(message) : [])];
    }
    case "task": {
      const { metadata, artifacts, status } = event.task;
      return [
        ...readMetadata(metadata),
        ...artifacts.flatMap(readArtifact),
        ...(status.message ? readMessage(status.message) : []),
      ];
    }
    default:
      return [];
  }
}

const readMessage = ({ metadata, parts }: Message): ReportedStep[] => [
  ...readMetadata(metadata),
  ...parts.flatMap(readPart),
];

const readArtifact = ({ metadata, parts }: Artifact): ReportedStep[] => [
  ...readMetadata(metadata),
  ...parts.flatMap(readPart),
];

const readPart = (part: Part): ReportedStep[] =>
  part.kind === "data" ? [...readMetadata(part.metadata), ...readTrace(part.data)] : [];

function readMetadata(metadata: unknown): ReportedStep[] {
  if (!isObject(metadata)) return [];
  return Object.entries(metadata).flatMap(([key, value]) =>
    EXTENSION.test(key) ? readTrace(value) : [],
  );
}

/** Members are spelled in either case. */
const getMember = (value: unknown, name: string): unknown => {
  if (!isObject(value)) return undefined;
  return value[name] ?? value[name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase())];
};

function readTrace(trace: unknown): ReportedStep[] {
  const steps = getMember(trace, "steps");
  if (!isArray(steps) || typeof getMember(trace, "trace_id") !== "string") return [];
  return steps.filter(isObject).flatMap((step, index) => readStep(trace, step, index));
}

function readStep(trace: unknown, step: JsonObject, index: number): ReportedStep[] {
  const invocation = getMember(getMember(step, "step_action"), "agent_invocation");
  const url = getMember(invocation, "agent_url");
  if (typeof url !== "string") return [];
  const id = getMember(step, "step_id") ?? index;
  return [{ id: `${getMember(trace, "trace_id")} ${id}`, url }];
}
