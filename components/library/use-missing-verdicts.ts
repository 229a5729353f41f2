"use client";
// Reads what nobody has read yet, one recording after the other, for as long as the list is looked at.
import { useEffect, useRef } from "react";
import { signal } from "../../lib/session/signals.ts";
import type { RecordingSummary } from "../../lib/wire/service.ts";

/** What takes longer to read is left to whoever opens it. */
const MOST_BYTES = 16e6;

export function useMissingVerdicts(list: readonly RecordingSummary[]): void {
  const tried = useRef(new Set<string>());
  const isReading = useRef(false);
  const leave = useRef<AbortController | null>(null);
  useEffect(() => {
    leave.current = new AbortController();
    return () => leave.current?.abort();
  }, []);
  useEffect(() => {
    const keyOf = ({ id, bytes }: RecordingSummary) => `${id} ${bytes}`;
    const missing = list.filter(
      (one) =>
        one.verdict === null &&
        !one.live &&
        one.bytes <= MOST_BYTES &&
        !tried.current.has(keyOf(one)),
    );
    const away = leave.current?.signal;
    if (missing.length === 0 || isReading.current || !away) return;
    isReading.current = true;
    void (async () => {
      const { judgeRecording } = await import("../../lib/session/verdicts.ts");
      for (const one of missing.slice(0, AT_ONCE)) {
        if (away.aborted) break;
        tried.current.add(keyOf(one));
        await judgeRecording(one.id, away);
      }
      isReading.current = false;
      // The list that comes then brings what is still missing.
      if (!away.aborted) signal("library-changed");
    })();
  }, [list]);
}

/** So many, before the list shows them. */
const AT_ONCE = 12;
