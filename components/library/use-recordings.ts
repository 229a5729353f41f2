"use client";
// The recordings in the data folder, newest first, and whether the server responds.
import { useQuery } from "@tanstack/react-query";
import type { RecordingSummary } from "../../lib/api/api-types.ts";
import { apiClient } from "../../lib/session/api-client.ts";
import { LIBRARY_KEY } from "../server-state.ts";
import { useDeletionStore } from "./deletions.tsx";

const NO_RECORDINGS: readonly RecordingSummary[] = [];

export interface RecordingsState {
  readonly list: readonly RecordingSummary[];
  /** Bytes that all recordings use, and their limit. `null` until loaded. */
  readonly usedBytes: number | null;
  readonly limitBytes: number | null;
  /** The server does not respond. */
  readonly isServerLost: boolean;
  readonly reload: () => void;
  /** Fetches the list now. Returns the last list if the server does not respond. */
  readonly fetchFresh: () => Promise<readonly RecordingSummary[]>;
}

export function useRecordings(): RecordingsState {
  const { data, isError, refetch } = useQuery({
    queryKey: LIBRARY_KEY,
    queryFn: apiClient.getLibrary,
    refetchInterval: 5000,
    retry: 1,
  });
  const removed = useDeletionStore(({ hidden }) => hidden);
  const all = data?.recordings ?? NO_RECORDINGS;
  const list = removed.size === 0 ? all : all.filter(({ id }) => !removed.has(id));
  return {
    list,
    usedBytes: data?.usedBytes ?? null,
    limitBytes: data?.limitBytes ?? null,
    isServerLost: isError,
    reload: () => void refetch(),
    fetchFresh: async () => (await refetch()).data?.recordings ?? all,
  };
}
