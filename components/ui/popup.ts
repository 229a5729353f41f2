// The look of what opens above the page beside its button.

export const POPUP =
  "fixed inset-auto m-0 border-0 bg-bg-2 text-fg-1 shadow-2 forced-colors:border";
