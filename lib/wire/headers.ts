/** Lookups in header lists, which keep wire order, case and duplicates. */

import type { HeaderList } from "./record.ts";

/** The first value of a header, whatever the case of its name. */
export function getHeaderValue(headers: HeaderList, name: string): string | null {
  for (const [key, value] of headers) if (key.toLowerCase() === name) return value;
  return null;
}

/** All values of a header, in wire order. */
export function getHeaderValues(headers: HeaderList, name: string): string[] {
  return headers.filter(([key]) => key.toLowerCase() === name).map(([, value]) => value);
}
