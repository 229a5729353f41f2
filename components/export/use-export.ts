"use client";
// What leaves, in the making: begun, followed, given up, and kept as long as nothing else is wanted.
import { useCallback, useEffect, useRef, useState } from "react";
import type { ExportJob, ExportResult } from "../../lib/session/export-job.ts";
import { createExport, getLogFile } from "../../lib/session/export-log.ts";
import type { RunSource } from "../../lib/session/run.ts";

export type ExportState =
  | { readonly kind: "idle" }
  | { readonly kind: "making"; readonly share: number }
  | { readonly kind: "made"; readonly made: ExportResult }
  | { readonly kind: "failed"; readonly who: "Loupe" | "File"; readonly reason: string };

export interface ExportJobRequest extends Omit<ExportJob, "file"> {
  readonly source: RunSource;
}

const IDLE_STATE: ExportState = { kind: "idle" };

export interface ExportControls {
  readonly state: ExportState;
  /** Nobody began to make what is wished for now, or gave it up. */
  readonly isIdle: boolean;
  /** What was made already, or makes it; `null` where that was given up, or failed. */
  runExport(): Promise<ExportResult | null>;
  cancel(): void;
}

/** What is kept of a wish is made once; another wish takes back what was made of the one before. */
export function useExport(wish: ExportJobRequest | null, isKept: boolean): ExportControls {
  const [state, setState] = useState<{ wish: ExportJobRequest | null; making: ExportState }>({
    wish: null,
    making: IDLE_STATE,
  });
  const leave = useRef(new AbortController());
  const made = useRef<{ wish: ExportJobRequest; made: ExportResult } | null>(null);
  const isUntouched = state.wish !== wish;
  const making = isUntouched ? IDLE_STATE : state.making;

  const cancel = useCallback(() => {
    leave.current.abort();
    setState({ wish, making: IDLE_STATE });
  }, [wish]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is being made is left with its wish
  useEffect(() => () => leave.current.abort(), [wish]);

  const make = useCallback(async (): Promise<ExportResult | null> => {
    if (wish === null) return null;
    if (isKept && made.current?.wish === wish) return made.current.made;
    leave.current.abort();
    leave.current = new AbortController();
    const { signal } = leave.current;
    const tell = (now: ExportState) => {
      if (!signal.aborted) setState({ wish, making: now });
    };
    tell({ kind: "making", share: 0 });
    try {
      const { source, ...job } = wish;
      const file = await getLogFile(source, job.selection, signal);
      const share = (done: number) => tell({ kind: "making", share: done });
      const done = await createExport({ ...job, file }, share, signal);
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

  return { state: making, isIdle: isUntouched, runExport: make, cancel };
}
