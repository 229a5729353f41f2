"use client";
// Hook that spreads expensive rendering over several frames.
import { useEffect, useState } from "react";
import { waitForPaint } from "../../lib/session/scheduling.ts";

/** The number of paints since the component mounted, up to `last`. */
export function useStagedRender(last: number): number {
  const [paints, setPaints] = useState(0);
  useEffect(() => {
    let isUnmounted = false;
    const count = async () => {
      for (let next = 1; next <= last; next++) {
        await waitForPaint();
        if (isUnmounted) return;
        setPaints(next);
      }
    };
    void count();
    return () => {
      isUnmounted = true;
    };
  }, [last]);
  return paints;
}
