// The look of a well: exact text on a sunken ground.

/** `color` is the utility for the text. */
export function wellClass(color: string): string {
  return `mono rounded-2 bg-well px-2.25 py-1.75 text-11/4.25 wrap-anywhere whitespace-pre-wrap inset-ring inset-ring-line-2 forced-colors:border ${color}`;
}

export const WELL = wellClass("text-fg-2");
