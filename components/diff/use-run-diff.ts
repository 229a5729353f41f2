"use client";
// Hook that reads and compares two runs while the dialog is open, and again when a choice changes.
import { useEffect, useState } from "react";
import type { RunDiff } from "../../lib/diff/compare-runs.ts";
import { compareRunsInSlices, loadRun } from "../../lib/session/load-run.ts";
import { getDialectSettings } from "../../lib/session/view.ts";
import { useAppContext } from "../app-context.tsx";
import type { ComparedRuns } from "../app-shell/dialogs.ts";

export type RunDiffState =
  | { readonly kind: "reading" }
  | { readonly kind: "ready"; readonly diff: RunDiff }
  /** Which run failed, and why. */
  | { readonly kind: "failed"; readonly reason: string };

const READING_STATE: RunDiffState = { kind: "reading" };

/** `null` while only one run is chosen. */
export function useRunDiff(diffed: ComparedRuns | null, isOpen: boolean): RunDiffState | null {
  const { view } = useAppContext();
  const [found, setFound] = useState<{ of: ComparedRuns; comparing: RunDiffState } | null>(null);
  const isKnown = found?.of === diffed && found?.comparing.kind === "ready";
  useEffect(() => {
    if (!diffed?.right || !isOpen || isKnown) return;
    const { left, right } = diffed;
    const abortController = new AbortController();
    const { signal } = abortController;
    const update = (comparing: RunDiffState) => {
      if (!signal.aborted) setFound({ of: diffed, comparing });
    };
    const read = async () => {
      const timelines = await Promise.all(
        [left, right].map((choice) =>
          loadRun(choice, signal).catch((error: unknown) => {
            const reason = error instanceof Error ? error.message : String(error);
            throw new Error(`Couldn't read ${choice.name}: ${reason}`);
          }),
        ),
      );
      const [one, other] = timelines;
      if (!one || !other || signal.aborted) return;
      const settings = getDialectSettings(view.getState());
      const diff = await compareRunsInSlices(one, other, settings, signal);
      if (diff) update({ kind: "ready", diff });
    };
    read().catch((error: unknown) => {
      update({ kind: "failed", reason: error instanceof Error ? error.message : String(error) });
    });
    return () => abortController.abort();
  }, [diffed, isOpen, isKnown, view]);
  if (!diffed?.right) return null;
  return found?.of === diffed ? found.comparing : READING_STATE;
}
