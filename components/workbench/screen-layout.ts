// The look of the screen: top bar, notices and panes, one above the other.

export const SCREEN = "grid h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[44px_auto_minmax(0,1fr)]";

/** Stays in its row of the grid while empty. */
export const NOTICES =
  "grid max-h-[50dvh] grid-cols-[minmax(0,760px)] gap-2 overflow-auto border-line-2 bg-bg-1 pr-3 pl-58 not-empty:border-b not-empty:py-2 max-wide:pl-3";

/** Below the notices, so that a toast at its top covers none of them. */
export const MAIN = "relative grid min-h-0 grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)]";

export const PANES = "relative grid min-h-0";
