/**
 * The saved requests of a user: collections and environments, and the changes to them. The page and
 * the server apply the same changes, so that a change shows at once.
 *
 * Guarantees: every id occurs once; one environment at most is active for each agent, and one for all
 * agents; a change to something that is gone changes nothing.
 */

import { MAX_NAME_LENGTH } from "./request-limits.ts";
import type { RequestCollection, SavedRequests, SavedRequestsChange } from "./schemas.ts";

export const NO_SAVED_REQUESTS: SavedRequests = { collections: [], environments: [] };

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

/** The changes that add everything. */
export function createAllChanges({
  collections,
  environments,
}: SavedRequests): SavedRequestsChange[] {
  return [
    ...collections.flatMap((collection) => createCollectionChanges(collection)),
    ...environments.map((environment) => ({ kind: "environment", environment }) as const),
  ];
}
