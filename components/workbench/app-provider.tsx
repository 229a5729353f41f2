"use client";
// Creates the app context of a page from its features, and keeps the URL in step with it.
import { type ReactNode, useEffect, useState } from "react";
import { AppContextProvider } from "../app-context.tsx";
import { createAppContext } from "../app-shell/create-app-context.ts";
import type { Feature } from "../app-shell/feature.ts";
import { useSession } from "../session.tsx";
import { COMMAND_ORDER } from "./command-order.ts";
import type { EmbeddedLog } from "./url-source.ts";
import { syncUrl } from "./url-sync.ts";

interface AppProviderProps {
  features: readonly Feature[];
  embeddedLog?: EmbeddedLog;
  children: ReactNode;
}

export function AppProvider({ features, embeddedLog, children }: AppProviderProps) {
  const session = useSession();
  const [app] = useState(() =>
    createAppContext({ session, features, commandOrder: COMMAND_ORDER }),
  );
  useEffect(() => syncUrl(app, embeddedLog), [app, embeddedLog]);
  return <AppContextProvider app={app}>{children}</AppContextProvider>;
}
