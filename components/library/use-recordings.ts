"use client";
// The recordings in the data folder, newest first, as the server lists them; and whether it does.
import { useQuery } from "@tanstack/react-query";
import { service } from "../../lib/session/service.ts";
import type { RecordingSummary } from "../../lib/wire/api-types.ts";
import { useRemovals } from "./removals.tsx";

const NONE: readonly RecordingSummary[] = [];

export interface Recordings {
  readonly list: readonly RecordingSummary[];
  /** What all of them take, and may take; `null` before that is known. */
  readonly usedBytes: number | null;
  readonly limitBytes: number | null;
  /** The server does not answer. */
  readonly lost: boolean;
  readonly reload: () => void;
  /** Asks the server now; what is known where it does not answer. */
  readonly fresh: () => Promise<readonly RecordingSummary[]>;
}

export function useRecordings(): Recordings {
  const { data, isError, refetch } = useQuery({
    queryKey: ["recordings"],
    queryFn: service.library,
    refetchInterval: 5000,
    retry: 1,
  });
  const removed = useRemovals();
  const all = data?.recordings ?? NONE;
  const list = removed.size === 0 ? all : all.filter(({ id }) => !removed.has(id));
  return {
    list,
    usedBytes: data?.usedBytes ?? null,
    limitBytes: data?.limitBytes ?? null,
    lost: isError,
    reload: () => void refetch(),
    fresh: async () => (await refetch()).data?.recordings ?? all,
  };
}
