"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  LIMIT_NAMES,
  type LimitName,
  type LimitState,
  type LimitsState,
} from "../../lib/api/limits.ts";
// The limits as stored by the server, and functions to change them. A change shows at once.
import type { LimitChange } from "../../lib/api/schemas/api-requests.ts";
import { apiClient } from "../../lib/session/api-client.ts";
import { createOptimisticUpdate, LIBRARY_KEY, LIMITS_KEY } from "../server-state.ts";

interface LimitsControls {
  /** `null` until they are loaded. */
  readonly limits: LimitsState | null;
  /** The server does not respond. */
  readonly isServerLost: boolean;
  /** Throws the error of the server if it rejects the change. */
  readonly change: (change: LimitChange) => Promise<unknown>;
}

export function useLimits(): LimitsControls {
  const { data, isError } = useQuery({
    queryKey: LIMITS_KEY,
    queryFn: apiClient.getLimits,
    retry: 1,
  });
  const { mutateAsync } = useChangeLimits();
  return { limits: data ?? null, isServerLost: isError, change: mutateAsync };
}

export function useChangeLimits() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: LimitChange) => apiClient.setLimits(change),
    ...createOptimisticUpdate(queries, { getKey: () => LIMITS_KEY, apply: applyLimitChange }),
    onSuccess: (limits) => void queries.setQueryData(LIMITS_KEY, limits),
    // It has the limit of the library's size.
    onSettled: () => void queries.invalidateQueries({ queryKey: LIBRARY_KEY }),
  });
}

/** `null` resets a limit to its start value. */
function applyLimitChange(limits: LimitsState, change: LimitChange): LimitsState {
  const applyTo = (name: LimitName): LimitState => {
    const { [name]: value } = change;
    const limit = limits[name];
    return value === undefined ? limit : { ...limit, value: value ?? limit.start };
  };
  return { ...limits, ...Object.fromEntries(LIMIT_NAMES.map((name) => [name, applyTo(name)])) };
}
