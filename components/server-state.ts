"use client";
// What the server stores, as queries: their keys, and updates that show before the server confirms them.
import type { QueryClient, QueryKey } from "@tanstack/react-query";

/** The list of recordings, and the space that they use. */
export const LIBRARY_KEY: QueryKey = ["recordings"];
export const LIMITS_KEY: QueryKey = ["limits"];
export const TELEMETRY_KEY: QueryKey = ["telemetry"];
export const TAPS_KEY: QueryKey = ["taps"];
export const GRADES_KEY: QueryKey = ["grades"];
/** The ACTS test files of the server. */
export const ACTS_FILES_KEY: QueryKey = ["acts-files"];
export const CLIENTS_KEY: QueryKey = ["clients"];
export const getGradeKey = (id: string | null): QueryKey => ["grade", id];
export const SAVED_REQUESTS_KEY: QueryKey = ["requests"];
/** Name, tags and notes of one recording; `null` for none. */
export const getMetadataKey = (recording: string | null): QueryKey => ["about", recording];

/** What an optimistic update replaced. */
interface Replaced<Data> {
  readonly before: Data | undefined;
}

interface OptimisticUpdate<Data, Variables> {
  /** The query that the mutation changes. */
  getKey: (variables: Variables) => QueryKey;
  /** Its data after the change. */
  apply: (data: Data, variables: Variables) => Data;
}

/**
 * Callbacks of a mutation: its change shows at once, and is taken back if the server rejects it.
 * Data that is not loaded yet is left alone.
 */
export function createOptimisticUpdate<Data, Variables>(
  queries: QueryClient,
  { getKey, apply }: OptimisticUpdate<Data, Variables>,
) {
  return {
    async onMutate(variables: Variables): Promise<Replaced<Data>> {
      const queryKey = getKey(variables);
      // A response from before the change must not undo it.
      await queries.cancelQueries({ queryKey });
      const before = queries.getQueryData<Data>(queryKey);
      if (before !== undefined) queries.setQueryData(queryKey, apply(before, variables));
      return { before };
    },
    onError(_error: unknown, variables: Variables, replaced?: Replaced<Data>): void {
      if (replaced?.before !== undefined) {
        queries.setQueryData(getKey(variables), replaced.before);
      }
    },
  };
}
