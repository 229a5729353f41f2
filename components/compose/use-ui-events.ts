"use client";
// Words from afar, heard for as long as the one who listens is on the screen.
import { useEffect, useRef } from "react";
import { onUiEvent, type UiEventName } from "../../lib/session/ui-events.ts";

type UiEventListeners = Partial<Record<UiEventName, () => void>>;

/** The signals listened for stay the same; what is done at one may change. */
export function useUiEvents(listeners: UiEventListeners): void {
  const latest = useRef(listeners);
  useEffect(() => {
    latest.current = listeners;
  });
  useEffect(() => {
    const names = Object.keys(latest.current) as UiEventName[];
    const stops = names.map((name) => onUiEvent(name, () => latest.current[name]?.()));
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
}
