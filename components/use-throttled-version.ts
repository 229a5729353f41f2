"use client";
/** Hooks for what need not follow every frame: the run as of at most ten times per second, and facts of it. */
import { useStore } from "zustand";
import type { RunVersion } from "../lib/session/run.ts";
import { getThrottledVersion } from "../lib/session/throttled-version.ts";
import { useSession } from "./session.tsx";

export function useThrottledVersion(): RunVersion {
  return useStore(getThrottledVersion(useSession().run));
}

/**
 * A fact of the run, looked up at the same pace. Renders only when it is another one: it should be a
 * word, a number, or an object that stays the same.
 */
export function useRunFact<T>(getFact: (version: RunVersion) => T): T {
  return useStore(getThrottledVersion(useSession().run), getFact);
}
