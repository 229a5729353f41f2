"use client";
// The metadata of a recording: its name, tags, notes and decisions, as they are in all tabs.
import { useQuery } from "@tanstack/react-query";
import type { RecordingMetadata } from "../lib/api/recording-metadata.ts";
import { apiClient } from "../lib/session/api-client.ts";
import { getMetadataKey } from "./server-state.ts";
import { useRun } from "./session.tsx";

/** Others change it too. */
const INTERVAL_MS = 5000;

/** `undefined` until it is loaded, and for a run that is no recording of the server. */
export function useOpenMetadata(): RecordingMetadata | undefined {
  const id = useRun(({ source }) => (source?.kind === "recording" ? source.id : null));
  const { data } = useQuery({
    queryKey: getMetadataKey(id),
    queryFn: () => apiClient.getMetadata(id ?? ""),
    enabled: id !== null,
    refetchInterval: INTERVAL_MS,
    // Parts that appear one after the other share one response.
    staleTime: INTERVAL_MS,
    retry: 1,
  });
  return data;
}
