/**
 * The saved requests of a user: collections and environments, and the changes to them. The page and
 * the server apply the same changes, so that a change shows at once.
 *
 * Guarantees: every id occurs once; one environment at most is active for each agent, and one for all
 * agents; a change to something that is gone changes nothing.
 */

import { isArray, isObject } from "../protocol/json.ts";
import {
  isId,
  isName,
  MAX_NAME_LENGTH,
  parseSavedRequest,
  type SavedRequest,
} from "./saved-request.ts";
import { type Environment, parseEnvironment } from "./variables.ts";

export interface RequestCollection {
  readonly id: string;
  readonly name: string;
  /** The origin of the agent; `null` for any agent. */
  readonly agent: string | null;
  readonly requests: readonly SavedRequest[];
}

export interface SavedRequests {
  readonly collections: readonly RequestCollection[];
  readonly environments: readonly Environment[];
}

export const NO_SAVED_REQUESTS: SavedRequests = { collections: [], environments: [] };

export type CollectionHead = Omit<RequestCollection, "requests">;

export type SavedRequestsChange =
  /** Adds a collection, or renames or moves it. */
  | { readonly kind: "collection"; readonly collection: CollectionHead; readonly at?: number }
  | { readonly kind: "remove-collection"; readonly id: string }
  /** Adds a request to a collection, or replaces or moves it. */
  | {
      readonly kind: "request";
      readonly collection: string;
      readonly request: SavedRequest;
      readonly at?: number;
    }
  | { readonly kind: "remove-request"; readonly id: string }
  | { readonly kind: "environment"; readonly environment: Environment; readonly at?: number }
  | { readonly kind: "remove-environment"; readonly id: string };

export function applyChanges(
  saved: SavedRequests,
  changes: readonly SavedRequestsChange[],
): SavedRequests {
  return changes.reduce(applyChange, saved);
}

function applyChange(saved: SavedRequests, change: SavedRequestsChange): SavedRequests {
  const { collections, environments } = saved;
  switch (change.kind) {
    case "collection": {
      const { collection, at } = change;
      const requests = collections.find(({ id }) => id === collection.id)?.requests ?? [];
      return { ...saved, collections: put(collections, { ...collection, requests }, at) };
    }
    case "remove-collection":
      return { ...saved, collections: collections.filter(({ id }) => id !== change.id) };
    case "request":
      return { ...saved, collections: putRequest(collections, change) };
    case "remove-request":
      return { ...saved, collections: removeRequest(collections, change.id) };
    case "environment": {
      const { environment, at } = change;
      const others = environment.isActive
        ? environments.map((other) =>
            other.agent === environment.agent ? { ...other, isActive: false } : other,
          )
        : environments;
      return { ...saved, environments: put(others, environment, at) };
    }
    case "remove-environment":
      return { ...saved, environments: environments.filter(({ id }) => id !== change.id) };
  }
}

function putRequest(
  collections: readonly RequestCollection[],
  { collection: target, request, at }: SavedRequestsChange & { readonly kind: "request" },
): readonly RequestCollection[] {
  if (!collections.some(({ id }) => id === target)) return collections;
  return collections.map((collection) => {
    const { id, requests } = collection;
    if (id === target) return { ...collection, requests: put(requests, request, at) };
    return requests.some((one) => one.id === request.id)
      ? { ...collection, requests: requests.filter((one) => one.id !== request.id) }
      : collection;
  });
}

function removeRequest(
  collections: readonly RequestCollection[],
  id: string,
): readonly RequestCollection[] {
  return collections.map((collection) =>
    collection.requests.some((one) => one.id === id)
      ? { ...collection, requests: collection.requests.filter((one) => one.id !== id) }
      : collection,
  );
}

/** Replaces the one with its id, or adds it at the end; `at` is the place that it gets. */
function put<T extends { readonly id: string }>(
  list: readonly T[],
  item: T,
  at: number | undefined,
): readonly T[] {
  const known = list.findIndex(({ id }) => id === item.id);
  if (known >= 0 && at === undefined) return list.with(known, item);
  const others = list.filter(({ id }) => id !== item.id);
  return others.toSpliced(at ?? others.length, 0, item);
}

/** The changes that add a collection with its requests. */
export function createCollectionChanges(
  { requests, ...collection }: RequestCollection,
  at?: number,
): SavedRequestsChange[] {
  return [
    { kind: "collection", collection, ...(at !== undefined && { at }) },
    ...requests.map(
      (request) => ({ kind: "request", collection: collection.id, request }) as const,
    ),
  ];
}

/** The collection of a request, and its place in it. */
export function findSavedRequest({ collections }: SavedRequests, id: string | null) {
  for (const collection of collections) {
    const at = collection.requests.findIndex((request) => request.id === id);
    const request = collection.requests[at];
    if (request) return { collection, request, at };
  }
  return null;
}

/** A name that no other one in the list has: `Name`, `Name 2`. */
export function createUniqueName(name: string, taken: readonly string[]): string {
  const base = name.slice(0, MAX_NAME_LENGTH - 5);
  let unique = base;
  for (let n = 2; taken.includes(unique); n++) unique = `${base} ${n}`;
  return unique;
}

const MAX_CHANGES = 5000;

/** Returns what is wrong with the value if it is not a list of changes. */
export function parseChanges(value: unknown): readonly SavedRequestsChange[] | string {
  if (!isArray(value) || value.length > MAX_CHANGES) {
    return `The changes must be a list of at most ${MAX_CHANGES}.`;
  }
  const changes: SavedRequestsChange[] = [];
  for (const item of value) {
    const change = parseChange(item);
    if (typeof change === "string") return change;
    changes.push(change);
  }
  return changes;
}

function parseChange(value: unknown): SavedRequestsChange | string {
  if (!isObject(value)) return "A change must be an object.";
  const { kind, id } = value;
  const at = readPosition(value.at);
  switch (kind) {
    case "remove-collection":
    case "remove-request":
    case "remove-environment":
      return isId(id) ? { kind, id } : "A change has no valid id.";
    case "collection": {
      const collection = parseCollectionHead(value.collection);
      return typeof collection === "string" ? collection : { kind, collection, ...at };
    }
    case "request": {
      const { collection } = value;
      const request = parseSavedRequest(value.request);
      if (typeof request === "string") return request;
      return isId(collection)
        ? { kind, collection, request, ...at }
        : "A saved request belongs to no collection.";
    }
    case "environment": {
      const environment = parseEnvironment(value.environment);
      return typeof environment === "string" ? environment : { kind, environment, ...at };
    }
    default:
      return "A change has an unknown kind.";
  }
}

const readPosition = (at: unknown) => (typeof at === "number" && at >= 0 ? { at } : {});

export function parseCollectionHead(value: unknown): CollectionHead | string {
  if (!isObject(value)) return "A collection must be an object.";
  const { id, name, agent = null } = value;
  if (!isId(id)) return "A collection has no valid id.";
  if (!isName(name)) return `The name must have 1 to ${MAX_NAME_LENGTH} characters.`;
  if (agent !== null && typeof agent !== "string") return "The agent of a collection must be text.";
  return { id, name: name.trim(), agent };
}

/** Reads what is stored; returns what is wrong with it if it cannot be read. */
export function parseSavedRequests(value: unknown): SavedRequests | string {
  if (!isObject(value)) return "It is not a JSON object.";
  const { collections, environments } = value;
  if (!isArray(collections) || !isArray(environments)) return "It has no collections.";
  const changes: unknown[] = [];
  for (const collection of collections) {
    if (!isObject(collection) || !isArray(collection.requests)) return "A collection is damaged.";
    changes.push({ kind: "collection", collection });
    for (const request of collection.requests) {
      changes.push({ kind: "request", collection: collection.id, request });
    }
  }
  for (const environment of environments) changes.push({ kind: "environment", environment });
  const read = changes.map(parseChange);
  const problem = read.find((change) => typeof change === "string");
  if (problem !== undefined) return problem;
  return applyChanges(
    NO_SAVED_REQUESTS,
    read.filter((change) => typeof change !== "string"),
  );
}
