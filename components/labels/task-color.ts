// The color that distinguishes a task wherever tasks are listed.

/** The golden angle: neighboring tasks get distant hues, and no two of many get the same. */
const HUE_STEP = 137.508;
/** The first task is blue-green, which no state is. */
const FIRST_HUE = 200;

/** The color of a task by its index: as light on dark ground as it is dark on light ground. */
export function getTaskColor(task: number): string {
  return `oklch(0.66 0.14 ${((FIRST_HUE + task * HUE_STEP) % 360).toFixed(1)})`;
}
