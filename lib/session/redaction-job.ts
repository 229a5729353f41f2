/** Finds the secrets of a log and prepares their redaction, in slices. */

import type { FieldPath } from "../redact/field-path.ts";
import { Redaction } from "../redact/redaction.ts";
import { addSecretCounts, type SecretFinding, toSecrets } from "../redact/secret-finding.ts";
import { SecretScan } from "../redact/secret-scan.ts";
import { type ReportProgress, readRecords } from "./read-records.ts";
import { TimeSlicer } from "./scheduling.ts";

export interface SecretSearchJob {
  readonly file: File;
  /** The texts that the user entered. */
  readonly texts: readonly string[];
  readonly fields: readonly FieldPath[];
  /** Looks only for the texts and fields, not for other secrets. */
  readonly isOnlyNamed: boolean;
}

export interface RedactionOptions {
  /** The secrets to replace. */
  readonly findings: readonly SecretFinding[];
  readonly texts: readonly string[];
  readonly fields: readonly FieldPath[];
  /**
   * For a log that is growing: secrets to keep. Any others found during the export are replaced.
   */
  readonly keptSecrets: readonly string[] | null;
}

/** Finds secrets and counts how often each occurs in the log. */
export async function findSecrets(
  { file, texts, fields, isOnlyNamed }: SecretSearchJob,
  onProgress: ReportProgress,
  signal: AbortSignal,
): Promise<SecretFinding[]> {
  const scan = new SecretScan({ texts, fields });
  if (!isOnlyNamed) {
    for await (const records of readRecords(file, (share) => onProgress(share / 2), signal)) {
      for (const record of records) scan.push(record);
    }
  }
  const found = await runInSlices(scan.finish(), signal);
  const counter = new Redaction(toSecrets(found), { fields, isDry: true });
  const share = (done: number) => onProgress(isOnlyNamed ? done : (1 + done) / 2);
  for await (const records of readRecords(file, share, signal)) {
    for (const record of records) counter.push(record);
  }
  return addSecretCounts(found, (await runInSlices(counter.finish(), signal)).counts);
}

/** Creates the redaction of a log, with the secrets that it replaces. */
export async function createRedaction(
  file: File,
  { findings, texts, fields, keptSecrets }: RedactionOptions,
  signal: AbortSignal,
): Promise<{ readonly redaction: Redaction; readonly taken: readonly SecretFinding[] }> {
  const taken = [...findings];
  if (keptSecrets !== null) {
    const job = { file, texts, fields, isOnlyNamed: false };
    const known = new Set([...keptSecrets, ...findings.map(({ secret }) => secret)]);
    const isNew = ({ kind, secret }: SecretFinding) => kind !== "email" && !known.has(secret);
    const found = await findSecrets(job, () => undefined, signal);
    for (const finding of found) if (isNew(finding)) taken.push(finding);
  }
  return { redaction: new Redaction(toSecrets(taken), { fields }), taken };
}

/** Runs a generator in slices, between which the page can respond. */
export async function runInSlices<T>(steps: Generator<void, T>, signal: AbortSignal): Promise<T> {
  const pace = new TimeSlicer();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await pace.yieldToMain();
    signal.throwIfAborted();
  }
}
