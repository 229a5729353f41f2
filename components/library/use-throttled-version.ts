"use client";
// The run's version, looked at ten times a second at most: lists need not keep pace with frames.
import { useEffect, useState } from "react";
import { waitForPaint } from "../../lib/session/scheduling.ts";
import { useSession } from "../session.tsx";

const THROTTLE_MS = 100;

export function useThrottledVersion(): number {
  const { run } = useSession();
  const [version, setVersion] = useState(0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      timer = undefined;
      setVersion((now) => now + 1);
    };
    look();
    const stop = run.subscribe((now, before) => {
      // What begins or ends is not kept waiting, but for the rows, which then have most to draw.
      if (now.timeline !== before.timeline || now.live !== before.live)
        void waitForPaint().then(look);
      else timer ??= setTimeout(look, THROTTLE_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [run]);
  return version;
}
