"use client";
// The limits as stored by the server, and a function to change them.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { LimitChange, LimitsState } from "../../lib/api/limits.ts";
import { apiClient } from "../../lib/session/api-client.ts";
import { emitUiEvent } from "../../lib/session/ui-events.ts";

export interface LimitsControls {
  /** `null` until they are loaded. */
  readonly limits: LimitsState | null;
  /** The server does not respond. */
  readonly isServerLost: boolean;
  /** Throws the error of the server if it rejects the change. */
  readonly change: (change: LimitChange) => Promise<void>;
}

const LIMITS_QUERY_KEY = ["limits"];

export function useLimits(): LimitsControls {
  const queries = useQueryClient();
  const { data, isError } = useQuery({
    queryKey: LIMITS_QUERY_KEY,
    queryFn: apiClient.getLimits,
    retry: 1,
  });
  return {
    limits: data ?? null,
    isServerLost: isError,
    async change(change) {
      queries.setQueryData(LIMITS_QUERY_KEY, await apiClient.setLimits(change));
      emitUiEvent("library-changed");
    },
  };
}
