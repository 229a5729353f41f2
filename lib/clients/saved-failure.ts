/** The log of a failure: one response as it was served to a client, for the app to open. */

import { PRODUCT } from "../api/version.ts";
import { encodeBase64 } from "../text/utf8.ts";
import type { EndRecord, HeadRecord, OpenRecord, WireRecord } from "../wire/record.ts";

/** `writes`: the pieces of the body, in order. */
export function createFailureLog(
  name: string,
  at: string,
  { open, head, end }: { open: OpenRecord; head: HeadRecord | null; end: EndRecord | null },
  writes: readonly Uint8Array[],
): string {
  const { x, t } = open;
  const headers = open.headers.filter(([header]) => KEPT_HEADERS.test(header));
  const records: WireRecord[] = [
    { r: "loupe", version: 1, id: "", at, by: PRODUCT, name },
    { ...open, headers },
    ...(head ? [head] : []),
    ...writes.map((bytes) => ({ r: "data" as const, x, t, b64: encodeBase64(bytes) })),
    ...(end ? [end] : []),
  ];
  return records.map((record) => `${JSON.stringify(record)}\n`).join("");
}

/** No recorded credential is copied. */
const KEPT_HEADERS = /^(?:accept|content-type|a2a-version|(?:x-)?a2a-extensions)$/i;
