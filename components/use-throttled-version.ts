"use client";
/** Hook for the version of the run, updated at most ten times per second. Lists do not need every frame. */
import { useStore } from "zustand";
import type { RunVersion } from "../lib/session/run.ts";
import { getThrottledVersion } from "../lib/session/throttled-version.ts";
import { useSession } from "./session.tsx";

export function useThrottledVersion(): RunVersion {
  return useStore(getThrottledVersion(useSession().run));
}
