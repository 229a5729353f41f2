/** Scans or redacts a whole run synchronously, for callers that need not yield in between. */

import type { WireRecord } from "../wire/record.ts";
import { Redaction } from "./redaction.ts";
import { addSecretCounts, type Secret, type SecretFinding, toSecrets } from "./secret-finding.ts";
import { type NamedSecrets, NO_NAMED_SECRETS, SecretScan } from "./secret-scan.ts";

/** What should not leave, and how often each stands in it; the most telling first. */
export function findSecretsInRun(
  records: Iterable<WireRecord>,
  asked: NamedSecrets = NO_NAMED_SECRETS,
): SecretFinding[] {
  const scan = new SecretScan(asked);
  for (const record of records) scan.push(record);
  const found = runToEnd(scan.finish());
  const redaction = new Redaction(toSecrets(found), { fields: asked.fields, isDry: true });
  for (const record of records) redaction.push(record);
  return addSecretCounts(found, runToEnd(redaction.finish()).counts);
}

export interface RedactedRun {
  readonly records: readonly WireRecord[];
  /** What is called so goes with them. */
  readonly name: string;
}

export function redactRun(
  records: Iterable<WireRecord>,
  secrets: readonly Secret[],
  asked: NamedSecrets = NO_NAMED_SECRETS,
  name = "",
): RedactedRun {
  const redaction = new Redaction(secrets, { fields: asked.fields });
  for (const record of records) redaction.push(record);
  return { records: runToEnd(redaction.finish()).records, name: redaction.redactText(name) };
}

function runToEnd<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
