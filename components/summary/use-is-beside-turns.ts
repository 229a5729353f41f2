"use client";
/** Hook for whether the turns of a summary are beside it. Where the window is narrow, it covers them. */
import { NARROW_QUERY } from "../app-shell/layout.ts";
import { useMedia } from "../ui/use-media.ts";
import { useShowsTurns } from "../use-interpretation.ts";

export function useIsBesideTurns(): boolean {
  const isNarrow = useMedia(NARROW_QUERY);
  return useShowsTurns() && !isNarrow;
}
