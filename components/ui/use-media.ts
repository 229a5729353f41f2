"use client";
// Hook that returns whether a media query matches; on the server, none does. Each query is created once,
// because `matchMedia` makes the browser recalculate styles.
import { useCallback, useSyncExternalStore } from "react";

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
