"use client";
import { useCallback, useEffect, useRef, useState } from "react";
import type { ExportJob, ExportResult } from "../../lib/session/export-job.ts";
import { createExport, getLogFile } from "../../lib/session/export-log.ts";
import type { RunSource } from "../../lib/session/run.ts";
// Hook that runs the export job: starts it, reports progress, cancels it, and keeps the result until
// the request changes.
import { getErrorMessage } from "../../lib/text/error-message.ts";

export type ExportState =
  | { readonly kind: "idle" }
  | { readonly kind: "making"; readonly share: number }
  | { readonly kind: "made"; readonly made: ExportResult }
  | { readonly kind: "failed"; readonly who: "Loupe" | "File"; readonly reason: string };

export interface ExportJobRequest extends Omit<ExportJob, "file"> {
  readonly source: RunSource;
}

const IDLE_STATE: ExportState = { kind: "idle" };

interface ExportControls {
  readonly state: ExportState;
  /** The current request was not started, or was cancelled. */
  readonly isIdle: boolean;
  /** Returns the finished export or runs it; `null` if it was cancelled or failed. */
  runExport(): Promise<ExportResult | null>;
  cancel(): void;
}

/** With `isKept`, one request is exported only once; a new request drops the earlier result. */
export function useExport(request: ExportJobRequest | null, isKept: boolean): ExportControls {
  const [state, setState] = useState<{ request: ExportJobRequest | null; making: ExportState }>({
    request: null,
    making: IDLE_STATE,
  });
  const abortController = useRef(new AbortController());
  const made = useRef<{ request: ExportJobRequest; made: ExportResult } | null>(null);
  const isUntouched = state.request !== request;
  const making = isUntouched ? IDLE_STATE : state.making;

  const cancel = useCallback(() => {
    abortController.current.abort();
    setState({ request, making: IDLE_STATE });
  }, [request]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a job is aborted when its request changes
  useEffect(() => () => abortController.current.abort(), [request]);

  const runExport = useCallback(async (): Promise<ExportResult | null> => {
    if (request === null) return null;
    if (isKept && made.current?.request === request) return made.current.made;
    abortController.current.abort();
    abortController.current = new AbortController();
    const { signal } = abortController.current;
    const report = (now: ExportState) => {
      if (!signal.aborted) setState({ request, making: now });
    };
    report({ kind: "making", share: 0 });
    try {
      const { source, ...job } = request;
      const file = await getLogFile(source, job.selection, signal);
      const share = (done: number) => report({ kind: "making", share: done });
      const done = await createExport({ ...job, file }, share, signal);
      report({ kind: "made", made: done });
      if (signal.aborted) return null;
      made.current = { request, made: done };
      return done;
    } catch (error) {
      const who = request.source.kind === "recording" ? "Loupe" : "File";
      report({
        kind: "failed",
        who,
        reason: getErrorMessage(error),
      });
      return null;
    }
  }, [request, isKept]);

  return { state: making, isIdle: isUntouched, runExport, cancel };
}
