// The look of a chip: a small outlined button with an icon and a value.

export const CHIP =
  "ui-chip inline-flex h-5.5 items-center gap-1.5 rounded-1 px-1.75 text-12 whitespace-nowrap text-fg-2 inset-ring inset-ring-line-2 hover:inset-ring-line-3 *:[svg]:text-fg-3 forced-colors:border";
