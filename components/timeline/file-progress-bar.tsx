"use client";
// Progress of reading a log; for slow logs, also as text with a button that stops it.
import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { useAppContext } from "../app-context.tsx";
import { Button } from "../ui/button.tsx";
import { ProgressLine } from "../ui/status.tsx";

const SHOW_DELAY_MS = 600;

export function FileProgressBar() {
  const { run } = useAppContext();
  const share = useStore(run.progress, (progress) => progress.share);
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), SHOW_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  if (share === null) return null;
  return (
    <div>
      <ProgressLine value={share} label="Reading the log" />
      {isLong && (
        <div className="flex items-center justify-between gap-3 px-3 py-1 text-12 text-fg-2 tabular-nums">
          <span>Reading the log: {Math.floor(share * 100)} %</span>
          <Button size={24} onClick={run.stopReading}>
            Stop reading
          </Button>
        </div>
      )}
    </div>
  );
}
