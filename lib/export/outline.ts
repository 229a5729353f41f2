/**
 * Creates the outline of a response for generated tests: kinds of events, states and names of
 * artifacts, without consecutive duplicates. The generated test contains the same code in JavaScript
 * (`test-template.ts`).
 */

import { parseJson } from "../json/exact-json.ts";
import { isArray, isObject, type JsonObject, toPlainText } from "../protocol/json.ts";

/** `body` is an event stream, a JSON value, or JSON Lines. */
export function createOutline(body: string): string[] {
  const lines: string[] = [];
  for (const event of parseEvents(body)) {
    const line = formatOutlineLine(event);
    if (line !== lines.at(-1)) lines.push(line);
  }
  return lines;
}

function parseEvents(body: string): JsonObject[] {
  const whole = parseJson(body);
  if (whole !== undefined)
    return isArray(whole) ? whole.filter(isObject) : [whole].filter(isObject);
  const blocks = body.replace(/\r\n?/g, "\n").split("\n\n");
  const texts = blocks.flatMap((block) => {
    const lines = block.split("\n");
    const data = lines.filter((line) => line.startsWith("data:")).map((line) => line.slice(5));
    return data.length > 0 ? [data.join("\n")] : lines;
  });
  return texts.map(parseJson).filter(isObject);
}

function formatOutlineLine(event: JsonObject): string {
  if (isObject(event.error)) return `error ${toPlainText(event.error.code)}`;
  const update = isObject(event.result) ? event.result : event;
  const status = update.statusUpdate ?? (update.kind === "status-update" ? update : null);
  if (isObject(status)) return `status ${getStateName(status)}`;
  const artifact = update.artifactUpdate ?? (update.artifact ? update : null);
  if (isObject(artifact)) return `artifact ${getArtifactName(artifact.artifact)}`;
  const task = update.task ?? (update.status ? update : null);
  if (isObject(task)) return `task ${getStateName(task)}`;
  return update.message || update.parts ? "message" : "other";
}

function getStateName({ status }: JsonObject): string {
  const state = isObject(status) ? status.state : status;
  return toPlainText(state).toLowerCase().replace("task_state_", "").replaceAll("_", "-");
}

function getArtifactName(artifact: unknown): string {
  return isObject(artifact) && typeof artifact.name === "string" ? artifact.name : "without a name";
}
