"use client";
// The session and what of its screen is open, at hand for every part; one for the whole page.
import { createContext, type ReactNode, useContext, useState } from "react";
import { useStore } from "zustand";
import { useSession } from "../session.tsx";
import { type Place, placeFor } from "./screen-controls.ts";
import type { ScreenState } from "./screen-state.ts";

const DeskContext = createContext<Place | null>(null);

export function DeskProvider({ children }: { children: ReactNode }) {
  const session = useSession();
  const [place] = useState(() => placeFor(session));
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
