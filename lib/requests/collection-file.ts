/**
 * The file of a collection: JSON with its requests and the environments that have their variables.
 *
 * Guarantees: a file that was written is read as the same collection; reading gives everything new
 * ids, so that nothing in the library is replaced; a file with a secret in it is refused.
 */

import { isArray, isObject } from "../protocol/json.ts";
import { parseSavedRequest, type SavedRequest } from "./saved-request.ts";
import {
  parseCollectionHead,
  type RequestCollection,
  type SavedRequestsChange,
} from "./saved-requests.ts";
import {
  findEnvironmentReason,
  findSecretInContent,
  removeCredentials,
} from "./secrets-in-requests.ts";
import { type Environment, findVariables, parseEnvironment } from "./variables.ts";

const FORMAT = "a2a-loupe requests";
const VERSION = 1;

export interface CollectionFile {
  readonly collection: RequestCollection;
  readonly environments: readonly Environment[];
}

/** With the environments that have a value for one of its variables. */
export function formatCollectionFile(
  { name, agent, requests }: RequestCollection,
  environments: readonly Environment[],
): string {
  const used = new Set(requests.flatMap(({ content }) => findVariables(content)));
  const own = environments.filter(({ variables }) => variables.some((one) => used.has(one.name)));
  const file = {
    format: FORMAT,
    version: VERSION,
    name,
    agent,
    requests: requests.map((request) => ({ name: request.name, ...request.content })),
    environments: own.map((one) => ({
      name: one.name,
      agent: one.agent,
      variables: one.variables,
    })),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** Returns what is wrong with the file if it can't be read. `createId`: for everything in it. */
export function parseCollectionFile(text: string, createId: () => string): CollectionFile | string {
  const file = parseJson(text);
  if (!isObject(file)) return "The file is not JSON.";
  if (file.format !== FORMAT) return "The file is no collection of saved requests.";
  if (typeof file.version !== "number" || file.version > VERSION) {
    return "A newer version of Loupe wrote the file.";
  }
  const { requests, environments = [] } = file;
  if (!isArray(requests) || !isArray(environments)) return "The file has no list of requests.";
  const head = parseCollectionHead({ id: createId(), name: file.name, agent: file.agent });
  if (typeof head === "string") return head;
  const read = requests.map((item) => parseFileRequest(item, createId));
  const sets = environments.map((item) => parseFileEnvironment(item, createId));
  const problem = [...read, ...sets].find((item) => typeof item === "string");
  if (problem !== undefined) return problem;
  return {
    collection: { ...head, requests: read.filter((item) => typeof item !== "string") },
    environments: sets.filter((item) => typeof item !== "string"),
  };
}

function parseFileRequest(value: unknown, createId: () => string): SavedRequest | string {
  if (!isObject(value)) return "A saved request must be an object.";
  const { name, ...content } = value;
  const request = parseSavedRequest({ id: createId(), name, content });
  if (typeof request === "string") return request;
  const secret = findSecretInContent(request.content);
  if (secret !== null) return `“${request.name}” contains what looks like ${secret}.`;
  return request.content.kind === "request"
    ? { ...request, content: removeCredentials(request.content).content }
    : request;
}

function parseFileEnvironment(value: unknown, createId: () => string): Environment | string {
  const environment = parseEnvironment(
    isObject(value) ? { ...value, id: createId(), isActive: false } : value,
  );
  if (typeof environment === "string") return environment;
  return findEnvironmentReason(environment) ?? environment;
}

/** The changes that add what a file contains. */
export function createImportChanges({
  collection: { requests, ...collection },
  environments,
}: CollectionFile): SavedRequestsChange[] {
  return [
    { kind: "collection", collection },
    ...requests.map(
      (request) => ({ kind: "request", collection: collection.id, request }) as const,
    ),
    ...environments.map((environment) => ({ kind: "environment", environment }) as const),
  ];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return undefined;
  }
}
