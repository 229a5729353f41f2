/** Scans or redacts a whole run synchronously, for callers that need not yield in between. */

import type { WireRecord } from "../wire/record.ts";
import { Redaction } from "./redaction.ts";
import {
  addSecretCounts,
  type Secret,
  type SecretCount,
  type SecretFinding,
  toSecrets,
} from "./secret-finding.ts";
import { type NamedSecrets, NO_NAMED_SECRETS, SecretScan } from "./secret-scan.ts";

/** Finds the secrets of a run, without counting them: `addSecretCounts` adds the counts. */
export function scanRun(
  records: Iterable<WireRecord>,
  named: NamedSecrets = NO_NAMED_SECRETS,
): SecretFinding[] {
  const scan = new SecretScan(named);
  for (const record of records) scan.push(record);
  return runToEnd(scan.finish());
}

/** Counts how often secrets occur in a run, those of the most specific rule first. */
export function countSecretsInRun(
  records: Iterable<WireRecord>,
  found: readonly SecretFinding[],
  { fields }: NamedSecrets = NO_NAMED_SECRETS,
): SecretFinding[] {
  const redaction = new Redaction(toSecrets(found), { fields, isDry: true });
  for (const record of records) redaction.push(record);
  return addSecretCounts(found, runToEnd(redaction.finish()).counts);
}

/** Finds the secrets of a run and counts them, those of the most specific rule first. */
export const findSecretsInRun = (
  records: readonly WireRecord[],
  named: NamedSecrets = NO_NAMED_SECRETS,
): SecretFinding[] => countSecretsInRun(records, scanRun(records, named), named);

interface RedactedRun {
  readonly records: readonly WireRecord[];
  /** The redacted name of the run. */
  readonly name: string;
  /** How often each secret occurred in these records. */
  readonly counts: ReadonlyMap<string, SecretCount>;
}

export function redactRun(
  records: Iterable<WireRecord>,
  secrets: readonly Secret[],
  named: NamedSecrets = NO_NAMED_SECRETS,
  name = "",
): RedactedRun {
  const redaction = new Redaction(secrets, { fields: named.fields });
  for (const record of records) redaction.push(record);
  return { ...runToEnd(redaction.finish()), name: redaction.redactText(name) };
}

function runToEnd<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
