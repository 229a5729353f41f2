// The look of a chip: a small outlined button with an icon and a value.

const LOOK =
  "inline-flex items-center gap-1.5 rounded-1 px-1.75 text-12 text-fg-2 inset-ring inset-ring-line-2 hover:inset-ring-line-3 *:[svg]:text-fg-3 forced-colors:border";

export const CHIP = `${LOOK} h-5.5 whitespace-nowrap`;

/** A chip whose value wraps. */
export const WRAPPING_CHIP = `${LOOK} min-h-5.5 max-w-full min-w-0 text-left wrap-anywhere`;
