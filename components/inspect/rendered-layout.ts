// The look of rendered content: the scrolling box, and the bar above a part of it.

export const RENDERED = "flex min-h-0 flex-1 flex-col overflow-auto";
export const RENDERED_BAR =
  "flex min-h-8 flex-none flex-wrap items-center gap-1 py-[3px] pr-2 pl-3 text-12/5 empty:hidden";
/** At the end of the bar. */
export const RENDERED_TOOLS = "ml-auto flex items-center gap-1";
export const MARKED_TEXT = "flex min-h-30 flex-1 flex-col";
