"use client";
// Whether a media query holds, kept up to date. On the server nothing holds.
// Each query is put to the browser once: asking anew makes it bring all styles up to date.
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
