"use client";
// Reads both runs and compares them, as long as somebody looks; again when one is chosen anew.
import { useEffect, useState } from "react";
import type { RunDiff } from "../../lib/diff/compare.ts";
import { compareInSlices, readRun } from "../../lib/session/side.ts";
import { dialectsOf } from "../../lib/session/view.ts";
import { useDesk } from "../command/desk.tsx";
import type { Diffed } from "../command/screen-state.ts";

export type Comparing =
  | { readonly kind: "reading" }
  | { readonly kind: "ready"; readonly diff: RunDiff }
  /** A sentence that says which of the two, and why. */
  | { readonly kind: "failed"; readonly reason: string };

const READING: Comparing = { kind: "reading" };

/** `null` while there is nothing to compare with. */
export function useRunDiff(diffed: Diffed | null, isOpen: boolean): Comparing | null {
  const { view } = useDesk();
  const [found, setFound] = useState<{ of: Diffed; comparing: Comparing } | null>(null);
  const isKnown = found?.of === diffed && found?.comparing.kind === "ready";
  useEffect(() => {
    if (!diffed?.right || !isOpen || isKnown) return;
    const { left, right } = diffed;
    const leave = new AbortController();
    const { signal } = leave;
    const tell = (comparing: Comparing) => {
      if (!signal.aborted) setFound({ of: diffed, comparing });
    };
    const read = async () => {
      const timelines = await Promise.all(
        [left, right].map((choice) =>
          readRun(choice, signal).catch((error: unknown) => {
            const reason = error instanceof Error ? error.message : String(error);
            throw new Error(`${choice.name} cannot be read: ${reason}`);
          }),
        ),
      );
      const [one, other] = timelines;
      if (!one || !other || signal.aborted) return;
      const settings = dialectsOf(view.getState());
      const diff = await compareInSlices(one, other, settings, signal);
      if (diff) tell({ kind: "ready", diff });
    };
    read().catch((error: unknown) => {
      tell({ kind: "failed", reason: error instanceof Error ? error.message : String(error) });
    });
    return () => leave.abort();
  }, [diffed, isOpen, isKnown, view]);
  if (!diffed?.right) return null;
  return found?.of === diffed ? found.comparing : READING;
}
