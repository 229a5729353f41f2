// Looks that several primitives share: wells for exact text on a sunken ground, chips, what opens above
// the page, and what is chosen in high contrast, where tints are not drawn.

/** `color` is the utility for the text. */
export function wellClass(color: string): string {
  return `mono rounded-2 bg-well px-2.25 py-1.75 text-11/4.25 wrap-anywhere whitespace-pre-wrap inset-ring inset-ring-line-2 forced-colors:border ${color}`;
}

export const WELL = wellClass("text-fg-2");

/** A small outlined button with an icon and a value. */
const LOOK =
  "inline-flex items-center gap-1.5 rounded-1 px-1.75 text-12 text-fg-2 inset-ring inset-ring-line-2 hover:inset-ring-line-3 *:[svg]:text-fg-3 forced-colors:border";

export const CHIP = `${LOOK} h-5.5 whitespace-nowrap`;

/** A chip whose value wraps. */
export const WRAPPING_CHIP = `${LOOK} min-h-5.5 max-w-full min-w-0 text-left wrap-anywhere`;

/** What opens above the page beside its button. */
export const POPUP =
  "fixed inset-auto m-0 border-0 bg-bg-2 text-fg-1 shadow-2 forced-colors:border";

export const FORCED_PRESSED =
  "forced-colors:aria-pressed:bg-[Highlight] forced-colors:aria-pressed:text-[HighlightText] forced-colors:aria-pressed:forced-color-adjust-none";

export const FORCED_CHECKED =
  "forced-colors:aria-checked:bg-[Highlight] forced-colors:aria-checked:text-[HighlightText] forced-colors:aria-checked:forced-color-adjust-none";
