const FIGURE = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });

/** A count with its noun, as reports, errors and exports write it: `1 event`, `1,200 events`. */
export function formatPlural(count: number, noun: string): string {
  return `${FIGURE.format(count)} ${noun}${count === 1 ? "" : "s"}`;
}
