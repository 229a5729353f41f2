"use client";
// The page's one session: the stores, and the hooks by which panels read them.
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { useStore } from "zustand";
import type { AgentStore } from "../lib/session/agent.ts";
import type { Agent } from "../lib/session/agent-state.ts";
import { type Held, NOTHING, originOf } from "../lib/session/credential.ts";
import { type CredentialStore, createCredentialStore } from "../lib/session/credentials.ts";
import { createRunStore, type Run, type RunStore } from "../lib/session/run.ts";
import { onStored, readSetting, SETTINGS } from "../lib/session/settings.ts";
import {
  createViewStore,
  dialectsOf,
  fromQuery,
  INITIAL_VIEW,
  toQuery,
  type View,
  type ViewStore,
} from "../lib/session/view.ts";

interface Session {
  readonly run: RunStore;
  readonly agent: AgentStore;
  readonly view: ViewStore;
  readonly credentials: CredentialStore;
  /** No server stands behind the page: all there is to do is to look at the run that it brought. */
  readonly standsAlone: boolean;
}

/** The log that a page without a server brings with it, and what the run is called. */
export interface Brought {
  readonly file: File;
  readonly name: string;
}

interface SessionProps {
  /** Makes the one who talks to agents, or somebody who does not. */
  agentFor: (run: RunStore, credentials: CredentialStore) => AgentStore;
  brought?: Brought;
  children: ReactNode;
}

const SessionContext = createContext<Session | null>(null);

export function SessionProvider({ agentFor, brought, children }: SessionProps) {
  const [session] = useState(() => createSession(agentFor, brought !== undefined));
  useEffect(() => {
    if (brought) return keepFragment(session, brought);
    const stops = [session.credentials.recall(), keepAddress(session)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [session, brought]);
  return <SessionContext value={session}>{children}</SessionContext>;
}

function createSession(agentFor: SessionProps["agentFor"], standsAlone: boolean): Session {
  const run = createRunStore({ holdsFiles: standsAlone });
  const credentials = createCredentialStore();
  const agent = agentFor(run, credentials);
  return { run, agent, view: createViewStore(), credentials, standsAlone };
}

/** Opens what the address bar names, and keeps it naming what is open. */
function keepAddress({ run, agent, view }: Session): () => void {
  hideToken();
  addEventListener("hashchange", hideToken);
  const named = fromQuery(location.search);
  const { explained } = named.view;
  const dialects = { ...readSetting(SETTINGS.dialects), on: named.view.dialects.on };
  const own = { dialects, mutes: readSetting(SETTINGS.mutes) };
  if (named.recording !== null) run.openRecording(named.recording);
  view.setState(named.recording === null ? { explained, ...own } : { ...named.view, ...own });
  const write = () => {
    const { source } = run.getState();
    const recording = source?.kind === "recording" ? source.id : null;
    const query = toQuery(recording, view.getState());
    if (query !== location.search) history.replaceState(null, "", `/${query}`);
  };
  const writeSoon = settled(write);
  addEventListener("pagehide", write);
  const stops = [
    () => removeEventListener("pagehide", write),
    () => removeEventListener("hashchange", hideToken),
    run.subscribe((now, before) => {
      if (now.source !== before.source) {
        if (before.source !== null) view.setState({ ...INITIAL_VIEW, ...usersOwn(view) });
        // A log is read from its beginning; what comes in at its end is no news.
        if (now.source?.kind === "file") view.setState({ following: false });
        write();
      }
      const isReady = now.phase.kind === "ready" && before.phase.kind !== "ready";
      if (isReady && now.source?.kind === "recording" && agent.getState().phase.kind === "none") {
        void agent.adopt(now.source.id, now.timeline);
      }
    }),
    view.subscribe(writeSoon),
    onStored(SETTINGS.mutes, () => view.setState({ mutes: readSetting(SETTINGS.mutes) })),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** The address that the server printed brings its token also to who has shown it before. */
function hideToken(): void {
  if (location.hash.startsWith("#token=")) history.replaceState(null, "", location.search || "/");
}

/** Opens the one log there is, at the place that the address's fragment names. */
function keepFragment({ run, view }: Session, brought: Brought): () => void {
  const named = () => fromQuery(location.hash.replace(/^#/, "")).view;
  const { on } = named().dialects;
  const dialects = { ...readSetting(SETTINGS.dialects), on };
  view.setState({ ...named(), dialects, mutes: readSetting(SETTINGS.mutes), following: false });
  void run.openFile(brought.file);
  run.setState({ name: brought.name });
  // How the run is read stays: that is no place in it.
  const goThere = () => view.setState({ ...named(), ...usersOwn(view) });
  const write = () => {
    const fragment = toQuery(null, view.getState()).replace(/^\?/, "#");
    if (fragment === location.hash) return;
    try {
      history.replaceState(null, "", fragment || "#");
    } catch {
      // Some browsers let no script change the address of a file.
    }
  };
  addEventListener("hashchange", goThere);
  const stop = view.subscribe(settled(write));
  return () => {
    removeEventListener("hashchange", goThere);
    stop();
  };
}

/** How the dialects are set and what is muted is not a run's, but the user's. */
function usersOwn(view: ViewStore): Pick<View, "dialects" | "mutes"> {
  const { mutes } = view.getState();
  return { dialects: dialectsOf(view.getState()), mutes };
}

const SETTLE_MS = 150;

/** Calls once things have stood still for a moment: an address cannot follow a drag. */
function settled(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(act, SETTLE_MS);
  };
}

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error("useSession outside of SessionProvider");
  return session;
}

export function useRun<T>(select: (run: Run) => T): T {
  return useStore(useSession().run, select);
}

export function useAgent<T>(select: (agent: Agent) => T): T {
  return useStore(useSession().agent, select);
}

/** What is held for the origin of a URL. */
export function useHeld(url: string): Held {
  const { credentials } = useSession();
  return useStore(credentials, (held) => held[originOf(url)] ?? NOTHING);
}

/** The event everything is shown as of. */
export function useMoment(): number {
  const { run } = useSession();
  const last = useStore(run, ({ timeline, version }) => (version < 0 ? -1 : timeline.lastEvent));
  const cursor = useView((view) => view.cursor);
  return cursor === null ? last : Math.min(cursor, last);
}

export function useView<T>(select: (view: View) => T): T {
  return useStore(useSession().view, select);
}
