/** Which bytes of a file a request asks for (RFC 9110, section 14): one range, or all of it. */

export interface ByteRange {
  readonly from: number;
  /** The last one of them. */
  readonly to: number;
}

/** `null` for all: what names no single range may be answered so. "none" where it lies beyond. */
export function parseRangeHeader(header: string | null, size: number): ByteRange | "none" | null {
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "") ?? [];
  if (first === "" && last === "") return null;
  // Without a first, so many at the end.
  const from = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== "" && last !== "" && Number(last) < from) return null;
  return from > to ? "none" : { from, to };
}
