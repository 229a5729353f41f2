"use client";
// The saved requests as the server stores them, and what may be done to them. A change shows at once.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  applyChanges,
  createCollectionChanges,
  createUniqueName,
  findSavedRequest,
  NO_SAVED_REQUESTS,
} from "../../lib/requests/saved-requests.ts";
import type {
  CollectionHead,
  RequestCollection,
  SavedRequest,
  SavedRequests,
  SavedRequestsChange,
} from "../../lib/requests/schemas.ts";
import {
  getVariableValues,
  resolveVariables,
  type VariableValues,
} from "../../lib/requests/variables.ts";
import { apiClient } from "../../lib/session/api-client.ts";
import { getOrigin } from "../../lib/session/origin-credentials.ts";
import { useAppContext } from "../app-context.tsx";
import { createOptimisticUpdate, SAVED_REQUESTS_KEY } from "../server-state.ts";
import { useAgent } from "../session.tsx";
import { announce } from "../ui/announce.ts";
import { showFailureToast, showToast } from "../ui/toast.tsx";
import { getRequestsStore } from "./requests-store.ts";

export interface SavedRequestsControls {
  readonly saved: SavedRequests;
  readonly isLoaded: boolean;
  /** Why they could not be loaded. */
  readonly error: Error | null;
  reload(): void;
  /** Resolves to whether the server accepted the changes; if not, a toast says why. */
  change(changes: readonly SavedRequestsChange[]): Promise<boolean>;
  duplicate(request: SavedRequest): Promise<string | null>;
  /** Removes with undo. */
  removeRequest(request: SavedRequest): void;
  removeCollection(collection: RequestCollection): void;
}

export function useSavedRequests(): SavedRequestsControls {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: SAVED_REQUESTS_KEY,
    queryFn: apiClient.getSavedRequests,
    retry: 1,
  });
  const { mutateAsync } = useMutation({
    mutationKey: SAVED_REQUESTS_KEY,
    // One after the other, so that they arrive in order.
    scope: { id: "saved-requests" },
    mutationFn: (changes: readonly SavedRequestsChange[]) => apiClient.changeSavedRequests(changes),
    ...createOptimisticUpdate(queries, { getKey: () => SAVED_REQUESTS_KEY, apply: applyChanges }),
    onSettled() {
      const isLast = queries.isMutating({ mutationKey: SAVED_REQUESTS_KEY }) === 1;
      if (isLast) void queries.invalidateQueries({ queryKey: SAVED_REQUESTS_KEY });
    },
  });
  const saved = data ?? NO_SAVED_REQUESTS;
  const change = async (changes: readonly SavedRequestsChange[]) => {
    try {
      await mutateAsync(changes);
      return true;
    } catch (problem) {
      showFailureToast(problem);
      return false;
    }
  };
  const removeWithUndo = (
    name: string,
    removal: SavedRequestsChange,
    restoration: readonly SavedRequestsChange[],
  ) => {
    void change([removal]).then((isRemoved) => {
      if (!isRemoved) return;
      const action = { label: "Undo", run: () => void change(restoration) };
      showToast({ text: `Deleted ${name}`, action });
    });
  };
  return {
    saved,
    isLoaded: data !== undefined,
    error,
    reload: () => void refetch(),
    change,
    async duplicate(request) {
      const found = findSavedRequest(saved, request.id);
      if (!found) return null;
      const { collection, at } = found;
      const names = collection.requests.map(({ name }) => name);
      const copy = {
        ...request,
        id: crypto.randomUUID(),
        name: createUniqueName(request.name, names),
      };
      const isAdded = await change([
        { kind: "request", collection: collection.id, request: copy, at: at + 1 },
      ]);
      return isAdded ? copy.id : null;
    },
    removeRequest({ id, name }) {
      const found = findSavedRequest(saved, id);
      if (!found) return;
      const { collection, request, at } = found;
      removeWithUndo(name, { kind: "remove-request", id }, [
        { kind: "request", collection: collection.id, request, at },
      ]);
    },
    removeCollection(collection) {
      const at = saved.collections.indexOf(collection);
      const { id, name } = collection;
      const restoration = createCollectionChanges(collection, at);
      removeWithUndo(name, { kind: "remove-collection", id }, restoration);
    },
  };
}

/** The origin of the connected agent; `null` for none. */
export function useAgentOrigin(): string | null {
  const url = useAgent(({ endpoint }) => endpoint?.url ?? null);
  return url === null ? null : getOrigin(url);
}

export function createCollection(name: string, agent: string | null): CollectionHead {
  return { id: crypto.randomUUID(), name, agent };
}

/** The values of the active environments for an agent. What was given for this sending comes first. */
export function getValuesWithGiven(
  { environments }: SavedRequests,
  agent: string | null,
  given: ReadonlyMap<string, string>,
): VariableValues {
  const known = getVariableValues(environments, agent);
  const values = new Map(known);
  for (const [name, value] of given) if (value !== "") values.set(name, { name, value });
  return values;
}

type SendSaved = (saved: SavedRequest) => Promise<void>;

/**
 * Sends a saved request with one click, if all of its variables have a value; else shows it. What was
 * edited is sent as edited. `onSent` closes the dialog.
 */
export function useSendSaved({ saved }: SavedRequestsControls, onSent: () => void): SendSaved {
  const app = useAppContext();
  const origin = useAgentOrigin();
  return async (request) => {
    const { drafts, givenValues, show } = getRequestsStore(app).getState();
    const { content, name } = drafts.get(request.id) ?? request;
    const values = getValuesWithGiven(saved, origin, givenValues);
    const resolved = resolveVariables(content, values);
    const missing = [...resolved.unresolved, ...resolved.misplaced];
    if (missing.length > 0) {
      show(request.id);
      announce(`Not sent: ${missing.join(", ")} has no value.`);
      return;
    }
    const reason = await app.actions.sendContent(resolved.content);
    if (reason !== null) {
      showToast({ text: reason });
      return;
    }
    announce(`Sent ${name}`);
    onSent();
  };
}
