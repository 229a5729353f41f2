"use client";
// The session and what of its screen is open, at hand for every part; one for the whole page.
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { useStore } from "zustand";
import { type AppContext, createAppContext } from "./app-shell/create-app-context.ts";
import type { ScreenState } from "./app-shell/screen-state.ts";
import { syncUrl } from "./app-shell/url-sync.ts";
import { type EmbeddedLog, useSession } from "./session.tsx";

const CurrentAppContext = createContext<AppContext | null>(null);

interface AppProviderProps {
  brought?: EmbeddedLog;
  children: ReactNode;
}

export function AppProvider({ brought, children }: AppProviderProps) {
  const session = useSession();
  const [place] = useState(() => createAppContext(session));
  useEffect(() => syncUrl(place, brought), [place, brought]);
  return <CurrentAppContext value={place}>{children}</CurrentAppContext>;
}

/** The stores, and what the screen can be told to do. */
export function useAppContext(): AppContext {
  const place = useContext(CurrentAppContext);
  if (!place) throw new Error("useDesk outside of DeskProvider");
  return place;
}

export function useScreen<T>(select: (state: ScreenState) => T): T {
  return useStore(useAppContext().store, select);
}

/** Is there anything to show but the first visit: a run, a card, or an agent to talk to? */
export function useIsAnythingOpen(): boolean {
  const { run, agent, store } = useAppContext();
  const hasRun = useStore(run, ({ source }) => source !== null);
  const hasAgent = useStore(agent, ({ phase }) => phase.kind === "connected");
  const hasCard = useStore(store, ({ card }) => card !== null);
  return hasRun || hasAgent || hasCard;
}
