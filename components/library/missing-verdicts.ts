"use client";

// Analyzes recordings that have no verdict yet, one after the other, while a list of them is visible.

import { useEffect, useRef, useState } from "react";
import type { RecordingSummary } from "../../lib/api/api-types.ts";
import { emitUiEvent } from "../../lib/session/ui-events.ts";

/** Larger recordings are analyzed when they are opened. */
const MAX_BYTES = 16e6;

/** Recordings analyzed between updates of the list. */
const BATCH_SIZE = 12;

type AnalyzeRecording = (id: string, signal: AbortSignal) => Promise<unknown>;

export class MissingVerdictAnalyzer {
  readonly #load: () => Promise<AnalyzeRecording>;
  readonly #tried = new Set<string>();
  #isAnalyzing = false;

  /** `load` is called for the first recording to analyze. */
  constructor(load: () => Promise<AnalyzeRecording>) {
    this.#load = load;
  }

  /**
   * Resolves to whether anything was analyzed, in which case more may be missing by now. Rejects if
   * the analyzer could not be loaded; the caller can then try again.
   */
  async analyze(list: readonly RecordingSummary[], signal: AbortSignal): Promise<boolean> {
    const missing = list.filter((one) => this.#isMissing(one));
    if (missing.length === 0 || this.#isAnalyzing) return false;
    this.#isAnalyzing = true;
    try {
      await this.#analyzeAll(missing, signal);
      return true;
    } finally {
      this.#isAnalyzing = false;
    }
  }

  #isMissing(one: RecordingSummary): boolean {
    const isReadable = one.verdict === null && !one.live && one.bytes <= MAX_BYTES;
    return isReadable && !this.#tried.has(getContentKey(one));
  }

  async #analyzeAll(missing: readonly RecordingSummary[], signal: AbortSignal): Promise<void> {
    const analyzeRecording = await this.#load();
    for (const [index, one] of missing.entries()) {
      if (signal.aborted) return;
      this.#tried.add(getContentKey(one));
      await analyzeRecording(one.id, signal);
      if (index % BATCH_SIZE === BATCH_SIZE - 1) emitUiEvent("library-changed");
    }
    emitUiEvent("library-changed");
  }
}

function getContentKey({ id, bytes }: RecordingSummary): string {
  return `${id} ${bytes}`;
}

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
