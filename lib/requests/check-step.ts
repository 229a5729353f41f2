/**
 * A saved request as a step of a build: the `loupe check` command that sends its message, and the
 * step of a GitHub workflow around it.
 *
 * Guarantees: the command contains no secret; credentials and variables without a value are read from
 * the environment, and an unset one stops the command.
 */

import { getCallMessage } from "../protocol/call.ts";
import { readRecordedCall } from "../protocol/call-from-recording.ts";
import { parseJsonObject } from "../protocol/json.ts";
import { METHODS } from "../protocol/request.ts";
import { isRest03Url } from "../protocol/rest-call.ts";
import { formatShellWord } from "../protocol/snippets/curl.ts";
import { parseVersion } from "../protocol/versions.ts";
import type { ExactRequest, SavedMessage, SavedRequest } from "./schemas.ts";
import { type ResolvedContent, resolveVariables, type VariableValues } from "./variables.ts";

interface CheckTarget {
  /** Where the agent is found; `null` if none is known. */
  readonly address: string | null;
  /** Header lines with placeholders for the credentials of the agent. */
  readonly headers: readonly string[];
}

interface CheckStep {
  readonly command: string;
  /** The environment variables that it reads. */
  readonly variables: readonly string[];
  /** What the command line can't express, and is left out. */
  readonly omitted: readonly string[];
}

/** Returns why the request can't be a step. */
export function createCheckStep(
  { content }: SavedRequest,
  values: VariableValues,
  target: CheckTarget,
): CheckStep | string {
  const written =
    content.kind === "message"
      ? createMessageArguments(resolveVariables(content, values), target)
      : createRequestArguments(resolveVariables(content, values));
  if (typeof written === "string") return written;
  const { words, omitted } = written;
  const variables = new Set<string>();
  const line = words.map((word) => formatWord(word, variables)).join(" ");
  return { command: `npx a2a-loupe check ${line}`, variables: [...variables], omitted };
}

interface CheckArguments {
  readonly words: readonly string[];
  readonly omitted: readonly string[];
}

function createMessageArguments(
  { content }: ResolvedContent<SavedMessage>,
  { address, headers }: CheckTarget,
): CheckArguments | string {
  if (address === null) return "Connect to the agent first: the command needs its address.";
  const { text, operation, parts, metadata, requestMetadata } = content;
  const { acceptedOutputModes, historyLength, returnImmediately } = content;
  if (text.trim() === "") return "The command needs a message with text.";
  const data = parts.flatMap((part) => (part.kind === "data" ? [part.json] : []));
  const hasOptions =
    acceptedOutputModes.length > 0 || historyLength.trim() !== "" || returnImmediately;
  return {
    words: [
      address,
      ...headers.flatMap((header) => ["-H", header]),
      operation === "stream" ? "--stream" : "--no-stream",
      ...createMessageOption(text),
      ...data.flatMap((json) => ["--data", json]),
    ],
    omitted: [
      ...(data.length < parts.length ? ["files (add them with --file)"] : []),
      ...(metadata.trim() + requestMetadata.trim() === "" ? [] : ["metadata"]),
      ...(hasOptions ? ["options"] : []),
    ],
  };
}

/** A text that begins like an option must be part of the option. */
const createMessageOption = (text: string) =>
  text.startsWith("-") ? [`--message=${text}`] : ["-m", text];

function createRequestArguments({
  content,
}: ResolvedContent<ExactRequest>): CheckArguments | string {
  const { method, url, body, isGrpc } = content;
  if (isGrpc) return "A gRPC request can't be a step. Save the message instead.";
  const headers = content.headers.split("\n").filter((line) => line.trim() !== "");
  const recorded = readRecordedCall({
    r: "open",
    x: "",
    t: 0,
    method,
    url,
    headers: headers.map(splitHeader),
    body,
  });
  const call = typeof recorded === "object" && recorded !== null ? recorded.call : null;
  const message = call && getCallMessage(call);
  if (!call || !message) return "Only requests that send a message can be a step.";
  const isRest = parseJsonObject(body)?.jsonrpc === undefined;
  const parts = message.content?.parts ?? [];
  const data = parts.flatMap((part) => (part.kind === "data" ? [JSON.stringify(part.data)] : []));
  const own = headers.filter((line) => !/^(?:content-type|accept|a2a-version)\s*:/i.test(line));
  const hasFiles = parts.some((part) => part.kind === "file");
  const hasMetadata = Object.keys(message.content?.metadata ?? {}).length > 0;
  return {
    words: [
      isRest ? url.replace(/\/message:(?:send|stream)(?:\?.*)?$/s, "") : url,
      ...["--binding", isRest ? "http+json" : "jsonrpc"],
      ...["--a2a-version", findVersion(content)],
      ...own.flatMap((header) => ["-H", header]),
      call.operation === "stream" ? "--stream" : "--no-stream",
      ...createMessageOption(message.text),
      ...data.flatMap((json) => ["--data", json]),
    ],
    omitted: [
      ...(hasFiles ? ["files (add them with --file)"] : []),
      ...(hasMetadata ? ["metadata"] : []),
      ...(message.taskId === null && message.contextId === null ? [] : ["the ids of its task"]),
    ],
  };
}

/** The version that the request states, or else the one that has its method. */
function findVersion({ url, headers, body }: ExactRequest): string {
  const stated = parseVersion(/^a2a-version:\s*(\S+)/im.exec(headers)?.[1] ?? "");
  if (stated !== null) return stated;
  const method = parseJsonObject(body)?.method;
  const known = typeof method === "string" ? METHODS.get(method)?.versions.at(-1) : undefined;
  return known ?? (isRest03Url(url) ? "0.3" : "1.0");
}

function splitHeader(line: string): readonly [name: string, value: string] {
  const colon = line.indexOf(":");
  return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
}

const PLACEHOLDER = /‹(A2A_[A-Z0-9_]+)›|\{\{\s*([A-Za-z_][\w.-]*)\s*\}\}/g;

/** Quotes a word for a shell; placeholders become variables, whose names are added to the set. */
function formatWord(text: string, variables: Set<string>): string {
  const pieces: (string | { variable: string })[] = [];
  let done = 0;
  for (const { 0: written, 1: credential, 2: name = "", index } of text.matchAll(PLACEHOLDER)) {
    const variable = credential ?? toEnvironmentName(name);
    variables.add(variable);
    if (index > done) pieces.push(text.slice(done, index));
    pieces.push({ variable });
    done = index + written.length;
  }
  if (done < text.length) pieces.push(text.slice(done));
  return formatShellWord(pieces);
}

const toEnvironmentName = (name: string) => name.toUpperCase().replace(/[^A-Z0-9_]/g, "_");

/** The step of a GitHub workflow. Credentials come from its secrets, other variables from its variables. */
export function formatWorkflowStep(
  name: string,
  { command, variables, omitted }: CheckStep,
): string {
  const environment = variables.map(
    (variable) =>
      `    ${variable}: \${{ ${variable.startsWith("A2A_") ? "secrets" : "vars"}.${variable} }}\n`,
  );
  return [
    `- name: ${JSON.stringify(`Check ${name}`)}\n`,
    ...(omitted.length > 0 ? [`  # Not included: ${omitted.join(", ")}.\n`] : []),
    ...(environment.length > 0 ? ["  env:\n", ...environment] : []),
    "  run: |\n",
    ...command.split("\n").map((line) => `    ${line}\n`),
  ].join("");
}
