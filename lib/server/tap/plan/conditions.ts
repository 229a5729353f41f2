/** Whether the conditions of a step hold for an exchange or an event, by Loupe's own reading of it. */

import type { TapStep } from "../../../api/schemas/plan.ts";
import { RULES_BY_ID } from "../../../lint/all-rules.ts";
import type { Operation, Part, ProtocolEvent } from "../../../protocol/model.ts";
import { joinPartTexts } from "../../../protocol/read-parts.ts";
import { METHODS } from "../../../protocol/request.ts";
import { isStateWord, readState } from "../../../protocol/state-names.ts";
import type { WatchedEvent, WatchedExchange } from "./watched-exchange.ts";

/** Where an exchange passes. */
export interface MatchPlace {
  /** `host:port` of the tap. */
  readonly listen: string;
  /** `host:port` of the agent. */
  readonly target: string;
}

const OPERATIONS: readonly Operation[] = [
  ...new Set([...METHODS.values()].map(({ operation }) => operation)),
];

/** What is wrong with a step whose members are all right; `null` if nothing is. */
export function checkStep(step: TapStep): string | null {
  const { operation, state, rule } = step.when ?? {};
  if (step.do === "answer" && hasEventConditions(step)) {
    return "answer is about a request, so its conditions are hop and operation alone.";
  }
  if (operation !== undefined && findOperation(operation) === null) {
    return `"when.operation" must be one of ${OPERATIONS.join(", ")}, or a method of A2A, not "${operation}".`;
  }
  if (state !== undefined && !isStateWord(state)) {
    return `"when.state" must be a state of a task, such as working, not "${state}".`;
  }
  if (rule !== undefined && !RULES_BY_ID.has(rule)) {
    return `"when.rule" must be the ID of a rule, such as ART-APPEND-UNKNOWN, not "${rule}".`;
  }
  return null;
}

function findOperation(word: string): Operation | null {
  const known = METHODS.get(word)?.operation;
  return known ?? OPERATIONS.find((operation) => operation === word) ?? null;
}

const REQUEST_ACTIONS: ReadonlySet<TapStep["do"]> = new Set([
  "hold",
  "delay",
  "fail",
  "answer",
  "cut",
  "end",
]);

/** Without a condition about an event, these are done before the agent has the request. */
export const isRequestStep = (step: TapStep): boolean =>
  REQUEST_ACTIONS.has(step.do) && !hasEventConditions(step);

function hasEventConditions({ when = {} }: TapStep): boolean {
  const { hop: _hop, operation: _operation, ...aboutEvents } = when;
  return Object.keys(aboutEvents).length > 0;
}

/** A step without an operation leaves cards alone: without them, most clients do not begin. */
export function matchesExchange(
  { when = {} }: TapStep,
  { request, isCall }: WatchedExchange,
  place: MatchPlace,
): boolean {
  const { hop, operation } = when;
  if (hop !== undefined && !isHop(hop, place)) return false;
  if (operation === undefined) return isCall;
  return request?.operation !== undefined && request.operation === findOperation(operation);
}

/** By address, or by port alone. */
function isHop(hop: string, { listen, target }: MatchPlace): boolean {
  const word = hop.toLowerCase().replace(/^https?:\/\/([^/]*).*$/, "$1");
  return [listen, target].some(
    (address) => address === word || address.endsWith(`:${word.replace(/^:/, "")}`),
  );
}

export function matchesEvent(
  { when = {} }: TapStep,
  watched: WatchedExchange,
  seen: WatchedEvent,
): boolean {
  const { event, state, tool, artifact, text, rule } = when;
  if (event !== undefined && event !== seen.number) return false;
  if (state !== undefined && !hasState(seen.event, state)) return false;
  if (artifact !== undefined && !isAboutArtifact(watched, seen, artifact)) return false;
  if (text !== undefined && !hasText(seen.event, text)) return false;
  if (tool !== undefined && !watched.findTools(seen).includes(tool)) return false;
  return rule === undefined || watched.breaksRule(seen, rule);
}

function hasState(event: ProtocolEvent, word: string): boolean {
  const status =
    event.kind === "status" ? event.status : event.kind === "task" ? event.task.status : null;
  if (!status) return false;
  const { state } = readState(word, { evidence: 0, decodeIssues: 0 });
  return status.rawState === word || (state !== "unknown" && status.state === state);
}

function isAboutArtifact(watched: WatchedExchange, seen: WatchedEvent, name: string): boolean {
  if (seen.event.kind !== "artifact") return false;
  return seen.event.artifact.artifactId === name || watched.findArtifactName(seen) === name;
}

function hasText(event: ProtocolEvent, text: string): boolean {
  const found = joinPartTexts(listParts(event));
  return found !== "" && found.includes(text);
}

function listParts(event: ProtocolEvent): Part[] {
  switch (event.kind) {
    case "artifact":
      return event.artifact.parts;
    case "message":
      return event.message.parts;
    case "status":
      return event.status.message?.parts ?? [];
    case "task":
      return [
        ...(event.task.status.message?.parts ?? []),
        ...event.task.artifacts.flatMap(({ parts }) => parts),
      ];
    default:
      return [];
  }
}
