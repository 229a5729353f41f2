"use client";
// Hooks for what the browser knows: whether a media query matches (on the server, none does), the width
// of an element, and whether the page responds to input. Each query is created once, because
// `matchMedia` makes the browser recalculate styles.

import { type RefObject, useCallback, useEffect, useState, useSyncExternalStore } from "react";

const mediaQueries = new Map<string, MediaQueryList>();

function getMediaQuery(query: string): MediaQueryList {
  const known = mediaQueries.get(query);
  if (known) return known;
  const media = matchMedia(query);
  mediaQueries.set(query, media);
  return media;
}

export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const media = getMediaQuery(query);
      media.addEventListener("change", changed);
      return () => media.removeEventListener("change", changed);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => getMediaQuery(query).matches,
    () => false,
  );
}

function onWindowResize(changed: () => void): () => void {
  addEventListener("resize", changed);
  return () => removeEventListener("resize", changed);
}

/** The largest of some widths that the window has; 0 if it is narrower. */
export function useWindowStep(steps: readonly number[]): number {
  const getStep = () => Math.max(0, ...steps.filter((step) => innerWidth >= step));
  return useSyncExternalStore(onWindowResize, getStep, () => 0);
}

/** 0 until the browser has laid out the element: reading it earlier would force a layout. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const box = element.current;
    if (!box) return;
    const observer = new ResizeObserver(() => setWidth(box.clientWidth));
    observer.observe(box);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

const subscribeNever = () => () => {};

export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    subscribeNever,
    () => true,
    () => false,
  );
}
