"use client";
// Analyzes recordings without a verdict in the background while the list is visible.
import { useEffect, useRef, useState } from "react";
import type { RecordingSummary } from "../../lib/api/api-types.ts";
import { MissingVerdictAnalyzer } from "./missing-verdicts.ts";

/** The interval of the list, because the analyzer is loaded from the same server. */
const RETRY_MS = 5000;

export function useBackgroundAnalysis(list: readonly RecordingSummary[]): void {
  const [round, setRound] = useState(0);
  const [missing] = useState(() => new MissingVerdictAnalyzer(loadAnalyzer));
  const abort = useRef<AbortController | null>(null);
  useEffect(() => {
    abort.current = new AbortController();
    return () => abort.current?.abort();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round analyzes what came in meanwhile
  useEffect(() => {
    const signal = abort.current?.signal;
    if (!signal) return;
    const next = () => {
      if (!signal.aborted) setRound((now) => now + 1);
    };
    missing.analyze(list, signal).then(
      (hasAnalyzed) => hasAnalyzed && next(),
      () => void setTimeout(next, RETRY_MS),
    );
  }, [list, round, missing]);
}

async function loadAnalyzer() {
  return (await import("../../lib/session/save-verdicts.ts")).analyzeRecording;
}
