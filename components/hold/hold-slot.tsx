"use client";
// Where the notice about what is held appears. It loads with the first tap that can hold something.
import { useStore } from "zustand";
import { useAppContext } from "../app-context.tsx";
import { createLazyComponent } from "../ui/lazy-component.tsx";
import { getHoldStore, listHeld } from "./hold-store.ts";

const HoldNotice = createLazyComponent(() => import("./hold-notice.tsx"));

export function HoldSlot() {
  const app = useAppContext();
  const hasTaps = useStore(getHoldStore(app), ({ taps }) => taps.length > 0);
  return hasTaps ? <HoldNotice /> : null;
}

/** For the title of the document; `null` if nothing is held. */
export function useHeldTitle(): string | null {
  const app = useAppContext();
  const count = useStore(getHoldStore(app), (holds) => listHeld(holds).length);
  return count === 0 ? null : `⏸ ${count} held`;
}
