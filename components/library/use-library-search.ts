"use client";
// Searches the texts of all recordings on the server. What the list itself says is found at once, without
// waiting for the server.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import type { RecordingSummary } from "../../lib/api/api-types.ts";
import type { MatchingLine } from "../../lib/api/library-search.ts";
import { filterRecordings } from "../../lib/report/recordings.ts";
import { apiClient } from "../../lib/session/api-client.ts";
import { LIBRARY_KEY } from "../server-state.ts";

/** A search starts when the user pauses. */
const PAUSE_MS = 150;
/** While recordings are analyzed, more may match. */
const PENDING_MS = 1000;

export interface LibrarySearch {
  readonly shown: readonly RecordingSummary[];
  /** By recording. */
  readonly lines: ReadonlyMap<string, readonly MatchingLine[]>;
  /** The server has not answered for this query. */
  readonly isSearching: boolean;
  /** Recordings that cannot be searched yet. */
  readonly pending: number;
  readonly isFailed: boolean;
}

const NO_LINES: LibrarySearch["lines"] = new Map();

export function useLibrarySearch(list: readonly RecordingSummary[], query: string): LibrarySearch {
  const wanted = query.trim();
  const settled = useSettled(wanted);
  const { data, isError, isPlaceholderData } = useQuery({
    queryKey: [...LIBRARY_KEY, "search", settled],
    queryFn: ({ signal }) => apiClient.searchLibrary(settled, signal),
    enabled: settled !== "",
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.pending ? PENDING_MS : false),
    retry: 1,
  });
  const found = wanted === "" ? undefined : data;
  const lines = useMemo(
    () => (found ? new Map(found.hits.map(({ id, lines }) => [id, lines])) : NO_LINES),
    [found],
  );
  const shown = useMemo(() => {
    const listed = new Set(filterRecordings(list, wanted).map(({ id }) => id));
    const more = found?.unlisted ?? [];
    return [...list.filter(({ id }) => listed.has(id) || lines.has(id)), ...more];
  }, [list, wanted, lines, found]);
  const isCurrent = settled === wanted && !isPlaceholderData && data !== undefined;
  return {
    shown,
    lines,
    isSearching: wanted !== "" && !isCurrent && !isError,
    pending: found?.pending ?? 0,
    isFailed: isError && wanted !== "",
  };
}

/** The value after a pause; at once if it is empty. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), value === "" ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
