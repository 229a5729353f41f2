"use client";
// The session and what of its screen is open, at hand for every part; one for the whole page.
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { useStore } from "zustand";
import { type Brought, useSession } from "../session.tsx";
import { keepAddress } from "./address.ts";
import { type Place, placeFor } from "./screen-controls.ts";
import type { ScreenState } from "./screen-state.ts";

const DeskContext = createContext<Place | null>(null);

interface DeskProviderProps {
  brought?: Brought;
  children: ReactNode;
}

export function DeskProvider({ brought, children }: DeskProviderProps) {
  const session = useSession();
  const [place] = useState(() => placeFor(session));
  useEffect(() => keepAddress(place, brought), [place, brought]);
  return <DeskContext value={place}>{children}</DeskContext>;
}

/** The stores, and what the screen can be told to do. */
export function useDesk(): Place {
  const place = useContext(DeskContext);
  if (!place) throw new Error("useDesk outside of DeskProvider");
  return place;
}

export function useScreen<T>(select: (state: ScreenState) => T): T {
  return useStore(useDesk().store, select);
}

/** Is there anything to show but the first visit: a run, a card, or an agent to talk to? */
export function useIsOpen(): boolean {
  const { run, agent, store } = useDesk();
  const hasRun = useStore(run, ({ source }) => source !== null);
  const hasAgent = useStore(agent, ({ phase }) => phase.kind === "connected");
  const hasCard = useStore(store, ({ card }) => card !== null);
  return hasRun || hasAgent || hasCard;
}
