"use client";
// The limits as the server keeps them, and the way to set them.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { apiClient } from "../../lib/session/api-client.ts";
import { emitUiEvent } from "../../lib/session/ui-events.ts";
import type { LimitChange, LimitsState } from "../../lib/wire/limits.ts";

export interface LimitsControls {
  /** `null` before they are known. */
  readonly limits: LimitsState | null;
  /** The server does not answer. */
  readonly isServerLost: boolean;
  /** Throws what the server says against it. */
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
