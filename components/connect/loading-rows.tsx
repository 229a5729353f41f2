"use client";
// Skeleton rows while a log loads. They appear after a delay, so that fast loads do not flash them.
import { useEffect, useState } from "react";
import { useRun } from "../session.tsx";

const SHOW_DELAY_MS = 200;
const WIDTHS = [38, 24, 52, 30, 61, 20, 44, 34, 57, 28];

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
    <div className="skeleton" role="status">
      <span className="sr-only">Loading</span>
      {WIDTHS.map((width) => (
        <div key={width}>
          <i />
          <i />
          <i style={{ width: `${width}%` }} />
        </div>
      ))}
    </div>
  );
}
