/**
 * What an answer says in outline, for the tests that Loupe writes: the kinds of its events, states
 * and the names of artifacts, each once in a row. The written test has the same in JavaScript.
 */

import { isArray, isObject, type JsonObject, parseJson, toPlainText } from "../protocol/json.ts";

/** Of a body that is an event stream, a JSON value, or JSON Lines. */
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
  const said = isObject(event.result) ? event.result : event;
  const status = said.statusUpdate ?? (said.kind === "status-update" ? said : null);
  if (isObject(status)) return `status ${getStateName(status)}`;
  const update = said.artifactUpdate ?? (said.artifact ? said : null);
  if (isObject(update)) return `artifact ${getArtifactName(update.artifact)}`;
  const task = said.task ?? (said.status ? said : null);
  if (isObject(task)) return `task ${getStateName(task)}`;
  return said.message || said.parts ? "message" : "other";
}

function getStateName({ status }: JsonObject): string {
  const state = isObject(status) ? status.state : status;
  return toPlainText(state).toLowerCase().replace("task_state_", "").replaceAll("_", "-");
}

function getArtifactName(artifact: unknown): string {
  return isObject(artifact) && typeof artifact.name === "string" ? artifact.name : "without a name";
}
