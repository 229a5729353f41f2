"use client";
// Hook that listens to UI events while the component is mounted.
import { useEffect, useRef } from "react";
import { onUiEvent, type UiEventName } from "../../lib/session/ui-events.ts";

type UiEventListeners = Partial<Record<UiEventName, () => void>>;

/** The set of event names must not change; the listeners may. */
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
