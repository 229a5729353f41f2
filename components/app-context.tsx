"use client";
// React context with the stores and UI actions, one per page.
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { useStore } from "zustand";
import { type AppContext, createAppContext } from "./app-shell/create-app-context.ts";
import type { ScreenState } from "./app-shell/screen-state.ts";
import { type EmbeddedLog, useSession } from "./session.tsx";
import { syncUrl } from "./workbench/url-sync.ts";

const CurrentAppContext = createContext<AppContext | null>(null);

interface AppProviderProps {
  embeddedLog?: EmbeddedLog;
  children: ReactNode;
}

export function AppProvider({ embeddedLog, children }: AppProviderProps) {
  const session = useSession();
  const [appContext] = useState(() => createAppContext(session));
  useEffect(() => syncUrl(appContext, embeddedLog), [appContext, embeddedLog]);
  return <CurrentAppContext value={appContext}>{children}</CurrentAppContext>;
}

/** The stores and UI actions. */
export function useAppContext(): AppContext {
  const appContext = useContext(CurrentAppContext);
  if (!appContext) throw new Error("useAppContext outside of AppProvider");
  return appContext;
}

export function useScreen<T>(select: (state: ScreenState) => T): T {
  return useStore(useAppContext().store, select);
}

/** Whether a run, a card or an agent is open; if not, the start page is shown. */
export function useIsAnythingOpen(): boolean {
  const { run, agent, store } = useAppContext();
  const hasRun = useStore(run, ({ source }) => source !== null);
  const hasAgent = useStore(agent, ({ phase }) => phase.kind === "connected");
  const hasCard = useStore(store, ({ card }) => card !== null);
  return hasRun || hasAgent || hasCard;
}
