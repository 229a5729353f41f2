"use client";
// Provides the list of recordings to the page. Reloads it when the open run changes, or when this page
// changes the library.
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { onUiEvent } from "../../lib/session/ui-events.ts";
import { LIBRARY_KEY } from "../server-state.ts";
import { useSession } from "../session.tsx";

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
    const reload = () => void queries.invalidateQueries({ queryKey: LIBRARY_KEY });
    const stops = [
      onUiEvent("library-changed", reload),
      run.subscribe((now, before) => {
        if (now.live !== before.live || now.source !== before.source) reload();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [run, queries]);
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>;
}
