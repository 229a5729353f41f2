/** A count with its noun, as reports, errors and exports write it: `1 event`, `1,200 events`. */
export function formatPlural(count: number, noun: string): string {
  const figure = count.toLocaleString("en", { maximumFractionDigits: 1 });
  return `${figure} ${noun}${count === 1 ? "" : "s"}`;
}
