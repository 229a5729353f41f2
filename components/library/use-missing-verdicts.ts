"use client";
// Reads what nobody has read yet, one recording after the other, for as long as the list is looked at.
import { useEffect, useRef, useState } from "react";
import { signal } from "../../lib/session/signals.ts";
import type { RecordingSummary } from "../../lib/wire/service.ts";

/** What takes longer to read is left to whoever opens it. */
const MOST_BYTES = 16e6;

/** So many, before the list shows them. */
const AT_ONCE = 12;

export function useMissingVerdicts(list: readonly RecordingSummary[]): void {
  const [round, setRound] = useState(0);
  const tried = useRef(new Set<string>());
  const isReading = useRef(false);
  const leave = useRef<AbortController | null>(null);
  useEffect(() => {
    leave.current = new AbortController();
    return () => leave.current?.abort();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what came while others were read is next
  useEffect(() => {
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
    void readAll(missing, tried.current, away).then(() => {
      isReading.current = false;
      if (!away.aborted) setRound((now) => now + 1);
    });
  }, [list, round]);
}

async function readAll(
  missing: readonly RecordingSummary[],
  tried: Set<string>,
  away: AbortSignal,
): Promise<void> {
  const { judgeRecording } = await import("../../lib/session/verdicts.ts");
  for (const [index, one] of missing.entries()) {
    if (away.aborted) return;
    tried.add(keyOf(one));
    await judgeRecording(one.id, away);
    if (index % AT_ONCE === AT_ONCE - 1) signal("library-changed");
  }
  signal("library-changed");
}

function keyOf({ id, bytes }: RecordingSummary): string {
  return `${id} ${bytes}`;
}
