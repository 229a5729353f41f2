"use client";
// For parts that together would take longer than a frame: they come one after another.
import { useEffect, useState } from "react";
import { waitForPaint } from "../../lib/session/scheduling.ts";

/** How many times the screen was drawn since this part is there, up to a last one. */
export function useStagedRender(last: number): number {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let isOver = false;
    const count = async () => {
      for (let next = 1; next <= last; next++) {
        await waitForPaint();
        if (isOver) return;
        setTurn(next);
      }
    };
    void count();
    return () => {
      isOver = true;
    };
  }, [last]);
  return turn;
}
