/** Looking through a log for what should not leave, and taking it out, in slices. */

import type { FieldPath } from "../redact/field-path.ts";
import { Redaction } from "../redact/redaction.ts";
import { addSecretCounts, type SecretFinding, toSecrets } from "../redact/secret-finding.ts";
import { SecretScan } from "../redact/secret-scan.ts";
import { type ReportProgress, readRecords } from "./read-records.ts";
import { TimeSlicer } from "./scheduling.ts";

export interface SecretSearchJob {
  readonly file: File;
  /** What the user named. */
  readonly texts: readonly string[];
  readonly fields: readonly FieldPath[];
  /** Nothing is looked for but the texts. */
  readonly isOnlyNamed: boolean;
}

export interface RedactionOptions {
  /** What is replaced. */
  readonly findings: readonly SecretFinding[];
  readonly texts: readonly string[];
  readonly fields: readonly FieldPath[];
  /** Of a log that still grows: what of it may stay. What else is found when it is written may not. */
  readonly keptSecrets: readonly string[] | null;
}

/** What was found, and how often each stands in the log. */
export async function findSecrets(
  { file, texts, fields, isOnlyNamed }: SecretSearchJob,
  tell: ReportProgress,
  left: AbortSignal,
): Promise<SecretFinding[]> {
  const scan = new SecretScan({ texts, fields });
  if (!isOnlyNamed) {
    for await (const records of readRecords(file, (share) => tell(share / 2), left)) {
      for (const record of records) scan.push(record);
    }
  }
  const found = await runInSlices(scan.finish(), left);
  const counting = new Redaction(toSecrets(found), { fields, isDry: true });
  const share = (done: number) => tell(isOnlyNamed ? done : (1 + done) / 2);
  for await (const records of readRecords(file, share, left)) {
    for (const record of records) counting.push(record);
  }
  return addSecretCounts(found, (await runInSlices(counting.finish(), left)).counts);
}

/** What is replaced in a log, and how. */
export async function createRedaction(
  file: File,
  { findings, texts, fields, keptSecrets }: RedactionOptions,
  left: AbortSignal,
): Promise<{ readonly redaction: Redaction; readonly taken: readonly SecretFinding[] }> {
  const taken = [...findings];
  if (keptSecrets !== null) {
    const job = { file, texts, fields, isOnlyNamed: false };
    const known = new Set([...keptSecrets, ...findings.map(({ secret }) => secret)]);
    const isNew = ({ kind, secret }: SecretFinding) => kind !== "email" && !known.has(secret);
    const found = await findSecrets(job, () => undefined, left);
    for (const finding of found) if (isNew(finding)) taken.push(finding);
  }
  return { redaction: new Redaction(toSecrets(taken), { fields }), taken };
}

/** Work that pauses by itself, without holding up what else is to be done. */
export async function runInSlices<T>(steps: Generator<void, T>, left: AbortSignal): Promise<T> {
  const pace = new TimeSlicer();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await pace.yieldToMain();
    left.throwIfAborted();
  }
}
