"use client";
// React context with the app context of the page, and the hooks that read it.
import { createContext, type ReactNode, useContext } from "react";
import { useStore } from "zustand";
import type { DialogId, DialogParameters } from "./app-shell/dialogs.ts";
import type { AppContext } from "./app-shell/feature.ts";
import type { Layout } from "./app-shell/layout.ts";

const CurrentAppContext = createContext<AppContext | null>(null);

interface AppContextProviderProps {
  app: AppContext;
  children: ReactNode;
}

export function AppContextProvider({ app, children }: AppContextProviderProps) {
  return <CurrentAppContext value={app}>{children}</CurrentAppContext>;
}

export function useAppContext(): AppContext {
  const app = useContext(CurrentAppContext);
  if (!app) throw new Error("useAppContext outside of AppContextProvider");
  return app;
}

export function useLayout<T>(select: (layout: Layout) => T): T {
  return useStore(useAppContext().layout, select);
}

/** Opens dialogs. */
export function useOpenDialog() {
  return useStore(useAppContext().dialogs, ({ openDialog }) => openDialog);
}

/** What a dialog was opened with last. */
export function useDialogParameters<Id extends DialogId>(id: Id): DialogParameters[Id] | undefined {
  return useStore(useAppContext().dialogs, ({ parameters }) => parameters[id]);
}
