"use client";
// Where the list of recordings is kept for the page, and asked for again when what it says of the
// open run has changed.
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { useSession } from "../session.tsx";

export function RecordingsProvider({ children }: { children: ReactNode }) {
  const { run } = useSession();
  const [queries] = useState(() => new QueryClient());
  useEffect(
    () =>
      run.subscribe((now, before) => {
        if (now.live === before.live && now.source === before.source) return;
        void queries.invalidateQueries({ queryKey: ["recordings"] });
      }),
    [run, queries],
  );
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>;
}
