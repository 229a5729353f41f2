/** Parser for the Range header of a request (RFC 9110, section 14): one byte range, or the whole file. */

export interface ByteRange {
  readonly from: number;
  /** The last byte, inclusive. */
  readonly to: number;
}

/** `null` for the whole file, also when the header names no single range; "none" for a range outside the file. */
export function parseRangeHeader(header: string | null, size: number): ByteRange | "none" | null {
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "") ?? [];
  if (first === "" && last === "") return null;
  // `-N` means the last N bytes.
  const from = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== "" && last !== "" && Number(last) < from) return null;
  return from > to ? "none" : { from, to };
}
