"use client";
// Words from afar, heard for as long as the one who listens is on the screen.
import { useEffect, useRef } from "react";
import { onSignal, type Signal } from "../../lib/session/signals.ts";

type Listeners = Partial<Record<Signal, () => void>>;

/** The signals listened for stay the same; what is done at one may change. */
export function useSignals(listeners: Listeners): void {
  const latest = useRef(listeners);
  useEffect(() => {
    latest.current = listeners;
  });
  useEffect(() => {
    const names = Object.keys(latest.current) as Signal[];
    const stops = names.map((name) => onSignal(name, () => latest.current[name]?.()));
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
}
