/** Lookups and changes of header lists, which keep wire order, case and duplicates. */

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

/** The headers with the given ones in place of those of the same name. */
export function replaceHeaders(headers: HeaderList, given: HeaderList): HeaderList {
  const names = new Set(given.map(([name]) => name.toLowerCase()));
  return [...headers.filter(([name]) => !names.has(name.toLowerCase())), ...given];
}
