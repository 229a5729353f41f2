/** Store of the address of traces in the backend, which the server has. */
import { createStore, type StoreApi } from "zustand/vanilla";
import { apiClient } from "../../lib/session/api-client.ts";
import { defineStore } from "../app-shell/define-store.ts";

interface TraceLink {
  /** `null` if none is set. */
  readonly traceUrl: string | null;
}

export const getTraceLinkStore = defineStore<StoreApi<TraceLink>>(() =>
  createStore<TraceLink>(() => ({ traceUrl: null })),
);

/** Without a response there is no link. */
export async function loadTraceLink(store: StoreApi<TraceLink>): Promise<void> {
  try {
    const { traceUrl } = await apiClient.getTelemetry();
    store.setState({ traceUrl });
  } catch {
    store.setState({ traceUrl: null });
  }
}
