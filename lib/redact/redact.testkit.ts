/** For tests of redaction: a whole run scanned and redacted at once. */

import type { DataRecord, WireRecord } from "../wire/record.ts";
import { bytesFromBase64 } from "../wire/utf8.ts";
import type { Finding } from "./finding.ts";
import { type Redacted, Redaction } from "./redaction.ts";
import { type Asked, NOTHING_ASKED, Scan, type Secret } from "./scan.ts";

export function found(records: readonly WireRecord[], asked: Asked = NOTHING_ASKED): Finding[] {
  const scan = new Scan(asked);
  for (const record of records) scan.push(record);
  return ended(scan.finish());
}

export function redacted(
  records: readonly WireRecord[],
  secrets: readonly Secret[],
  asked: Asked = NOTHING_ASKED,
): Redacted {
  const redaction = new Redaction(secrets, { fields: asked.fields });
  for (const record of records) redaction.push(record);
  return ended(redaction.finish());
}

export const secretsOf = (findings: readonly Finding[]): Secret[] =>
  findings.map(({ secret, everywhere }) => ({ text: secret, everywhere }));

function ended<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

export function bytesOf({ text, b64 }: DataRecord): Uint8Array {
  return b64 === undefined ? new TextEncoder().encode(text) : bytesFromBase64(b64);
}
