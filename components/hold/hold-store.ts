/** Store of what the taps of the server hold, and where they stop. */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { HeldStream, TapHolds } from "../../lib/api/taps.ts";
import { defineStore } from "../app-shell/define-store.ts";
import type { AppContext } from "../app-shell/feature.ts";

interface Holds {
  /** One for each tap. */
  readonly taps: readonly TapHolds[];
}

export const getHoldStore = defineStore<StoreApi<Holds>>(() =>
  createStore<Holds>(() => ({ taps: [] })),
);

/** A stream with the tap that holds it. */
export interface HeldByTap {
  readonly tap: string;
  readonly recording: string;
  readonly stream: HeldStream;
}

/** Oldest first. */
export const listHeld = ({ taps }: Holds): HeldByTap[] =>
  taps
    .flatMap(({ tap, recording, held }) => held.map((stream) => ({ tap, recording, stream })))
    .toSorted((a, b) => a.stream.since - b.stream.since);

/** The open run is recorded by a tap of this server. */
export function isTapped({ run }: AppContext): boolean {
  const { live, isHeldElsewhere, timeline } = run.getState();
  return live && !isHeldElsewhere && timeline.exchanges.some(({ open }) => open.record.hop);
}
