// The look of a well: exact text on a sunken ground.

export const WELL =
  "ui-well mono rounded-2 bg-well px-2.25 py-1.75 text-11/4.25 wrap-anywhere whitespace-pre-wrap text-fg-2 inset-ring inset-ring-line-2 forced-colors:border";
