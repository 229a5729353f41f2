"use client";
// React context with the stores of the page, and the hooks that read them.
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
  /** The page has no server and only shows its embedded run. */
  readonly standsAlone: boolean;
}

/** The embedded log of a page without a server, and the run's name. */
export interface EmbeddedLog {
  readonly file: File;
  readonly name: string;
}

interface SessionProviderProps {
  /** Creates the agent store; the standalone viewer uses one that never calls agents. */
  createAgent: (run: RunStore, credentials: CredentialStore) => AgentStore;
  standsAlone?: boolean;
  children: ReactNode;
}

const SessionContext = createContext<Session | null>(null);

export function SessionProvider({
  createAgent,
  standsAlone = false,
  children,
}: SessionProviderProps) {
  const [session] = useState(() => createSession(createAgent, standsAlone));
  useEffect(() => {
    if (!session.standsAlone) return session.credentials.load();
  }, [session]);
  return <SessionContext value={session}>{children}</SessionContext>;
}

function createSession(
  createAgent: SessionProviderProps["createAgent"],
  standsAlone: boolean,
): Session {
  const run = createRunStore();
  const credentials = createCredentialStore();
  const agent = createAgent(run, credentials);
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
  const last = useRun(({ version }) => version.lastEvent);
  const cursor = useView((view) => view.cursor);
  return cursor === null ? last : Math.min(cursor, last);
}

export function useView<T>(select: (view: View) => T): T {
  return useStore(useSession().view, select);
}
