"use client";
// The limits as the server keeps them, and the way to set them.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { service } from "../../lib/session/service.ts";
import { signal } from "../../lib/session/signals.ts";
import type { LimitChange, LimitsState } from "../../lib/wire/limits.ts";

export interface LimitsUse {
  /** `null` before they are known. */
  readonly limits: LimitsState | null;
  /** The server does not answer. */
  readonly lost: boolean;
  /** Throws what the server says against it. */
  readonly change: (change: LimitChange) => Promise<void>;
}

const KEY = ["limits"];

export function useLimits(): LimitsUse {
  const queries = useQueryClient();
  const { data, isError } = useQuery({ queryKey: KEY, queryFn: service.limits, retry: 1 });
  return {
    limits: data ?? null,
    lost: isError,
    async change(change) {
      queries.setQueryData(KEY, await service.setLimits(change));
      signal("library-changed");
    },
  };
}
