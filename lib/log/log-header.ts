/** Adds the header of a Loupe log to the records of a log in another format. */

import { LOG_VERSION, type LogHeader, type WireRecord } from "../wire/record.ts";

/**
 * Returns a function that maps each record to the records to write: a log without a header gets one,
 * a header without a name gets `name`.
 */
export function createHeaderWriter(
  name: string,
): (record: WireRecord, format: string) => WireRecord[] {
  let isFirst = true;
  return (record, by) => {
    const head: LogHeader = { r: "loupe", version: LOG_VERSION, id: "", at: null, by, name };
    const wasFirst = isFirst;
    isFirst = false;
    if (record.r === "loupe") return [{ ...record, name: record.name ?? name }];
    return wasFirst ? [head, record] : [record];
  };
}

/** How each Loupe log begins. */
export const LOUPE_LOG_START = '{"r":"loupe"';
