"use client";
// What leaves, in the making: begun, followed, given up, and kept as long as nothing else is wanted.
import { useCallback, useEffect, useRef, useState } from "react";
import { logOf, makeHandedOn } from "../../lib/session/hand-on.ts";
import type { HandedOn, HandOnJob } from "../../lib/session/hand-on-job.ts";
import type { RunSource } from "../../lib/session/run.ts";

export type Making =
  | { readonly kind: "idle" }
  | { readonly kind: "making"; readonly share: number }
  | { readonly kind: "made"; readonly made: HandedOn }
  | { readonly kind: "failed"; readonly who: "Loupe" | "File"; readonly reason: string };

export interface Wish extends Omit<HandOnJob, "file"> {
  readonly source: RunSource;
}

const IDLE: Making = { kind: "idle" };

export interface HandingOn {
  readonly making: Making;
  /** Nobody began to make what is wished for now, or gave it up. */
  readonly isUntouched: boolean;
  /** What was made already, or makes it; `null` where that was given up, or failed. */
  make(): Promise<HandedOn | null>;
  cancel(): void;
}

/** What is kept of a wish is made once; another wish takes back what was made of the one before. */
export function useHandedOn(wish: Wish | null, isKept: boolean): HandingOn {
  const [state, setState] = useState<{ wish: Wish | null; making: Making }>({
    wish: null,
    making: IDLE,
  });
  const leave = useRef(new AbortController());
  const made = useRef<{ wish: Wish; made: HandedOn } | null>(null);
  const isUntouched = state.wish !== wish;
  const making = isUntouched ? IDLE : state.making;

  const cancel = useCallback(() => {
    leave.current.abort();
    setState({ wish, making: IDLE });
  }, [wish]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is being made is left with its wish
  useEffect(() => () => leave.current.abort(), [wish]);

  const make = useCallback(async (): Promise<HandedOn | null> => {
    if (wish === null) return null;
    if (isKept && made.current?.wish === wish) return made.current.made;
    leave.current.abort();
    leave.current = new AbortController();
    const { signal } = leave.current;
    const tell = (now: Making) => {
      if (!signal.aborted) setState({ wish, making: now });
    };
    tell({ kind: "making", share: 0 });
    try {
      const { source, ...job } = wish;
      const file = await logOf(source, job.selection, signal);
      const share = (done: number) => tell({ kind: "making", share: done });
      const done = await makeHandedOn({ ...job, file }, share, signal);
      tell({ kind: "made", made: done });
      if (signal.aborted) return null;
      made.current = { wish, made: done };
      return done;
    } catch (error) {
      const who = wish.source.kind === "recording" ? "Loupe" : "File";
      tell({ kind: "failed", who, reason: error instanceof Error ? error.message : String(error) });
      return null;
    }
  }, [wish, isKept]);

  return { making, isUntouched, make, cancel };
}
