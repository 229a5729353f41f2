"use client";
// The version of the run, updated at most ten times per second. Lists do not need every frame.
import { useEffect, useState } from "react";
import { waitForPaint } from "../lib/session/scheduling.ts";
import { useSession } from "./session.tsx";

const THROTTLE_MS = 100;

export function useThrottledVersion(): number {
  const { run } = useSession();
  const [version, setVersion] = useState(0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const update = () => {
      timer = undefined;
      setVersion((now) => now + 1);
    };
    update();
    const stop = run.subscribe((now, before) => {
      // Updates soon when a run begins or ends, but after the rows, which have the most to draw.
      if (now.timeline !== before.timeline || now.live !== before.live)
        void waitForPaint().then(update);
      else timer ??= setTimeout(update, THROTTLE_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [run]);
  return version;
}
