"use client";
// Reads what nobody has read yet, for as long as the list is looked at.
import { useEffect, useRef, useState } from "react";
import type { RecordingSummary } from "../../lib/wire/api-types.ts";
import { MissingVerdictAnalyzer } from "./missing-verdicts.ts";

/** As often as the list is asked for: what reads verdicts comes from the same server. */
const RETRY_MS = 5000;

export function useBackgroundAnalysis(list: readonly RecordingSummary[]): void {
  const [round, setRound] = useState(0);
  const [missing] = useState(() => new MissingVerdictAnalyzer(loadAnalyzer));
  const leave = useRef<AbortController | null>(null);
  useEffect(() => {
    leave.current = new AbortController();
    return () => leave.current?.abort();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what came while others were read is next
  useEffect(() => {
    const away = leave.current?.signal;
    if (!away) return;
    const next = () => {
      if (!away.aborted) setRound((now) => now + 1);
    };
    missing.analyze(list, away).then(
      (hasRead) => hasRead && next(),
      () => void setTimeout(next, RETRY_MS),
    );
  }, [list, round, missing]);
}

async function loadAnalyzer() {
  return (await import("../../lib/session/save-verdicts.ts")).analyzeRecording;
}
