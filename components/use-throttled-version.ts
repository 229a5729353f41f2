"use client";
// The version of the run, updated at most ten times per second. Lists do not need every frame.
import { useEffect, useMemo, useState } from "react";
import { createRunVersion, type RunVersion } from "../lib/session/run.ts";
import { waitForPaint } from "../lib/session/scheduling.ts";
import { useRun, useSession } from "./session.tsx";

const THROTTLE_MS = 100;

export function useThrottledVersion(): RunVersion {
  const { run } = useSession();
  const timeline = useRun((state) => state.timeline);
  const opened = useMemo(() => createRunVersion(timeline), [timeline]);
  const [version, setVersion] = useState(opened);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const update = () => {
      timer = undefined;
      setVersion(createRunVersion(run.getState().timeline));
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
  return version.timeline === timeline ? version : opened;
}
