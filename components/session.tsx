"use client";
// React context with the stores of the page, and the hooks that read them.
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { useStore } from "zustand";
import type { AgentState } from "../lib/session/agent-state.ts";
import {
  getOrigin,
  NO_CREDENTIALS,
  type OriginCredentials,
} from "../lib/session/origin-credentials.ts";
import type { Run } from "../lib/session/run.ts";
import type { View } from "../lib/session/view.ts";
import { createSession, type Session, type SessionOptions } from "./app-shell/session.ts";

interface SessionProviderProps extends SessionOptions {
  children: ReactNode;
}

const SessionContext = createContext<Session | null>(null);

export function SessionProvider({ children, ...options }: SessionProviderProps) {
  const [session] = useState(() => createSession(options));
  useEffect(() => {
    if (!session.standsAlone) return session.credentials.load();
  }, [session]);
  return <SessionContext value={session}>{children}</SessionContext>;
}

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error("useSession outside of SessionProvider");
  return session;
}

export function useRun<T>(select: (run: Run) => T): T {
  return useStore(useSession().run, select);
}

/** State that begins anew when another run is opened. A log that is saved is still the same run. */
export function useRunState<T>(initial: T): [T, (value: T) => void] {
  const timeline = useRun((run) => run.timeline);
  const [state, setState] = useState({ timeline, value: initial });
  const isCurrent = state.timeline === timeline;
  // Does not keep what is no longer open.
  if (!isCurrent) setState({ timeline, value: initial });
  return [isCurrent ? state.value : initial, (value) => setState({ timeline, value })];
}

export function useAgent<T>(select: (agent: AgentState) => T): T {
  return useStore(useSession().agent, select);
}

/** The stored credentials for the origin of a URL. */
export function useOriginCredentials(url: string): OriginCredentials {
  const { credentials } = useSession();
  return useStore(
    credentials,
    (credentialsByOrigin) => credentialsByOrigin[getOrigin(url)] ?? NO_CREDENTIALS,
  );
}

/** The event up to which the run is shown. */
export function usePlayheadEvent(): number {
  return usePlayheadBefore(useRun(({ version }) => version.lastEvent));
}

/** The same of a run whose last event is this one. */
export function usePlayheadBefore(last: number): number {
  const cursor = useView((view) => view.cursor);
  return cursor === null ? last : Math.min(cursor, last);
}

export function useView<T>(select: (view: View) => T): T {
  return useStore(useSession().view, select);
}
