/** Finds the credentials of a log, to replace them in texts that were read from it before. */

import { LogOpener } from "../log/log-opener.ts";
import { SecretScan } from "../redact/secret-scan.ts";

/** Throws if this is no log. */
export async function findCredentials(
  chunks: AsyncIterable<Uint8Array>,
): Promise<readonly string[]> {
  const scan = new SecretScan();
  const opener = new LogOpener({
    record: (record) => scan.push(record),
    skip: () => undefined,
  });
  for await (const chunk of chunks) opener.push(chunk);
  opener.end();
  for (const steps = scan.finish(); ; ) {
    const { done, value } = steps.next();
    if (done) return value.flatMap(({ kind, secret }) => (kind === "email" ? [] : [secret]));
  }
}
