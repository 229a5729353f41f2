"use client";
// Provides the list of recordings to the page. Reloads it when the open run changes, or when this page
// changes the library.

import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import type { LibraryState, RecordingSummary } from "../../lib/api/api-types.ts";
import { isOfGrade } from "../../lib/api/recording-metadata.ts";
import type { StoreState } from "../../lib/api/shared-store.ts";
import { apiClient } from "../../lib/session/api-client.ts";
import type { Run } from "../../lib/session/run.ts";
import { onUiEvent } from "../../lib/session/ui-events.ts";
import { LIBRARY_KEY } from "../server-state.ts";
import { useSession } from "../session.tsx";
import { useDeletionStore } from "./deletions.tsx";

/** The server may be on this machine and reachable without a network. */
const IGNORE_NETWORK_STATE = { networkMode: "always" } as const;

export function RecordingsProvider({ children }: { children: ReactNode }) {
  const { run } = useSession();
  const [queries] = useState(
    () =>
      new QueryClient({
        defaultOptions: { queries: IGNORE_NETWORK_STATE, mutations: IGNORE_NETWORK_STATE },
      }),
  );
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const reload = () => {
      timer = undefined;
      void queries.invalidateQueries({ queryKey: LIBRARY_KEY });
    };
    // A run that begins or ends changes several things within a moment.
    const reloadSoon = () => {
      timer ??= setTimeout(reload, RELOAD_DELAY_MS);
    };
    const stops = [
      onUiEvent("library-changed", reloadSoon),
      run.subscribe((now, before) => {
        if (now.live !== before.live || isNewlyRecorded(queries, now, before)) reloadSoon();
      }),
    ];
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [run, queries]);
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>;
}

const RELOAD_DELAY_MS = 300;

/** Whether a recording was opened that the list does not have yet. */
function isNewlyRecorded(queries: QueryClient, { source }: Run, before: Run): boolean {
  if (source === before.source || source?.kind !== "recording") return false;
  const library = queries.getQueryData<LibraryState>(LIBRARY_KEY);
  return library !== undefined && !library.recordings.some(({ id }) => id === source.id);
}

const NO_RECORDINGS: readonly RecordingSummary[] = [];

/** A few recordings are being analyzed, and will have a verdict in a moment. */
const isNearlyAnalyzed = (pending = 0) => pending > 0 && pending < 50;

interface RecordingsState {
  /** Last changed first, without those of conformance grades; at most `MAX_LISTED_RECORDINGS`. */
  readonly list: readonly RecordingSummary[];
  /** The same with those of grades. */
  readonly all: readonly RecordingSummary[];
  /** How many more the library has. */
  readonly unlisted: number;
  /** Bytes that all recordings use, and their limit. `null` until loaded. */
  readonly usedBytes: number | null;
  readonly limitBytes: number | null;
  /** `null` if there is none, or until loaded. */
  readonly store: StoreState | null;
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
    refetchInterval: ({ state }) => (isNearlyAnalyzed(state.data?.pending) ? 1000 : 5000),
    // Parts that appear one after the other share one list.
    staleTime: 2000,
    retry: 1,
  });
  const removed = useDeletionStore(({ hidden }) => hidden);
  const loaded = data?.recordings ?? NO_RECORDINGS;
  const all = useMemo(
    () => (removed.size === 0 ? loaded : loaded.filter(({ id }) => !removed.has(id))),
    [loaded, removed],
  );
  const list = useMemo(
    () => (all.some(isOfGrade) ? all.filter((one) => !isOfGrade(one)) : all),
    [all],
  );
  return {
    list,
    all,
    unlisted: data ? data.total - loaded.length : 0,
    usedBytes: data?.usedBytes ?? null,
    limitBytes: data?.limitBytes ?? null,
    store: data?.store ?? null,
    isServerLost: isError,
    reload: () => void refetch(),
    fetchFresh: async () => (await refetch()).data?.recordings ?? loaded,
  };
}
