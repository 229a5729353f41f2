"use client";
// The page's one session: the stores, and the hooks by which panels read them.
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { useStore } from "zustand";
import type { AgentStore } from "../lib/session/agent.ts";
import type { AgentState } from "../lib/session/agent-state.ts";
import { type CredentialStore, createCredentialStore } from "../lib/session/credentials.ts";
import {
  getOrigin,
  NO_CREDENTIALS,
  type OriginCredentials,
} from "../lib/session/origin-credentials.ts";
import { createRunStore, type Run, type RunStore } from "../lib/session/run.ts";
import { createViewStore, type View, type ViewStore } from "../lib/session/view.ts";

interface Session {
  readonly run: RunStore;
  readonly agent: AgentStore;
  readonly view: ViewStore;
  readonly credentials: CredentialStore;
  /** No server stands behind the page: all there is to do is to look at the run that it brought. */
  readonly standsAlone: boolean;
}

/** The log that a page without a server brings with it, and what the run is called. */
export interface EmbeddedLog {
  readonly file: File;
  readonly name: string;
}

interface SessionProviderProps {
  /** Makes the one who talks to agents, or somebody who does not. */
  agentFor: (run: RunStore, credentials: CredentialStore) => AgentStore;
  standsAlone?: boolean;
  children: ReactNode;
}

const SessionContext = createContext<Session | null>(null);

export function SessionProvider({ agentFor, standsAlone = false, children }: SessionProviderProps) {
  const [session] = useState(() => createSession(agentFor, standsAlone));
  useEffect(() => {
    if (!session.standsAlone) return session.credentials.load();
  }, [session]);
  return <SessionContext value={session}>{children}</SessionContext>;
}

function createSession(agentFor: SessionProviderProps["agentFor"], standsAlone: boolean): Session {
  const run = createRunStore({ holdsFiles: standsAlone });
  const credentials = createCredentialStore();
  const agent = agentFor(run, credentials);
  return { run, agent, view: createViewStore(), credentials, standsAlone };
}

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error("useSession outside of SessionProvider");
  return session;
}

export function useRun<T>(select: (run: Run) => T): T {
  return useStore(useSession().run, select);
}

export function useAgent<T>(select: (agent: AgentState) => T): T {
  return useStore(useSession().agent, select);
}

/** What is held for the origin of a URL. */
export function useOriginCredentials(url: string): OriginCredentials {
  const { credentials } = useSession();
  return useStore(credentials, (held) => held[getOrigin(url)] ?? NO_CREDENTIALS);
}

/** The event everything is shown as of. */
export function usePlayheadEvent(): number {
  const { run } = useSession();
  const last = useStore(run, ({ timeline, version }) => (version < 0 ? -1 : timeline.lastEvent));
  const cursor = useView((view) => view.cursor);
  return cursor === null ? last : Math.min(cursor, last);
}

export function useView<T>(select: (view: View) => T): T {
  return useStore(useSession().view, select);
}
