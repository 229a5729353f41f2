/**
 * The file of a collection: JSON with its requests and the environments that have their variables.
 *
 * Guarantees: a file that was written is read as the same collection; reading gives everything new
 * ids, so that nothing in the library is replaced; a file with a secret in it is refused.
 */

import { parseWith } from "../api/schemas/parse-with.ts";
import { isArray, isObject, tryParseJson } from "../protocol/json.ts";
import { createAllChanges } from "./saved-requests.ts";
import {
  COLLECTION_FILE,
  type CollectionFile,
  type Environment,
  type RequestCollection,
  type SavedRequest,
  type SavedRequestsChange,
} from "./schemas.ts";
import {
  findEnvironmentReason,
  findSecretInContent,
  removeCredentials,
} from "./secrets-in-requests.ts";
import { findVariables } from "./variables.ts";

const FORMAT = "a2a-loupe requests";
const VERSION = 1;

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
  const file = tryParseJson(text);
  if (!isObject(file)) return "The file is not JSON.";
  const { format, version, name, agent, requests, environments = [] } = file;
  if (format !== FORMAT) return "The file is no collection of saved requests.";
  if (typeof version !== "number" || version > VERSION) {
    return "A newer version of Loupe wrote the file.";
  }
  if (!isArray(requests) || !isArray(environments)) return "The file has no list of requests.";
  const read = parseWith(COLLECTION_FILE, {
    collection: {
      id: createId(),
      name,
      agent,
      requests: requests.map((item) => addRequestId(item, createId())),
    },
    environments: environments.map((item) =>
      isObject(item) ? { ...item, id: createId(), isActive: false } : item,
    ),
  });
  if (typeof read === "string") return read;
  const { collection } = read;
  const secret =
    findFirst(collection.requests, describeSecret) ??
    findFirst(read.environments, findEnvironmentReason);
  return (
    secret ?? {
      ...read,
      collection: { ...collection, requests: collection.requests.map(dropCredentials) },
    }
  );
}

/** A file has the name of a request beside its content. */
function addRequestId(item: unknown, id: string): unknown {
  if (!isObject(item)) return item;
  const { name, ...content } = item;
  return { id, name, content };
}

function describeSecret({ name, content }: SavedRequest): string | null {
  const secret = findSecretInContent(content);
  return secret && `“${name}” contains what looks like ${secret}.`;
}

function dropCredentials(request: SavedRequest): SavedRequest {
  const { content } = request;
  return content.kind === "request"
    ? { ...request, content: removeCredentials(content).content }
    : request;
}

function findFirst<T>(list: readonly T[], find: (item: T) => string | null): string | null {
  for (const item of list) {
    const found = find(item);
    if (found !== null) return found;
  }
  return null;
}

/** The changes that add what a file contains. */
export function createImportChanges({
  collection,
  environments,
}: CollectionFile): SavedRequestsChange[] {
  return createAllChanges({ collections: [collection], environments });
}
