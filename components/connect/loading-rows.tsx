"use client";
// Skeleton rows while a log loads. They appear after a delay, so that fast loads do not flash them.
import { useEffect, useState } from "react";
import { useRun } from "../session.tsx";

const SHOW_DELAY_MS = 200;
const WIDTHS = [38, 24, 52, 30, 61, 20, 44, 34, 57, 28];

const CELL = "h-2 rounded-1 bg-bg-3";

export function LoadingRows() {
  const isWaiting = useRun(
    ({ phase, version }) => phase.kind === "reading" && version.timeline.entries.length === 0,
  );
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setIsLong(true), SHOW_DELAY_MS);
    return () => {
      clearTimeout(timer);
      setIsLong(false);
    };
  }, [isWaiting]);
  if (!isWaiting || !isLong) return null;
  return (
    <div className="absolute inset-x-0 top-0 z-1 bg-bg-1" role="status">
      <span className="sr-only">Loading</span>
      {WIDTHS.map((width) => (
        <div
          key={width}
          className="grid h-7.5 grid-cols-[48px_86px_minmax(0,1fr)] items-center gap-3 border-b border-line-1 px-3"
        >
          <i className={CELL} />
          <i className={CELL} />
          <i className={CELL} style={{ width: `${width}%` }} />
        </div>
      ))}
    </div>
  );
}
