/** Looking through a log for what should not leave, and taking it out, in slices. */

import type { FieldPath } from "../redact/field-path.ts";
import { type Finding, secretsOf, withCounts } from "../redact/finding.ts";
import { Redaction } from "../redact/redaction.ts";
import { Scan } from "../redact/scan.ts";
import { Pace } from "./pace.ts";
import { recordsIn, type Tell } from "./records-in.ts";

export interface FindJob {
  readonly file: File;
  /** What the user named. */
  readonly texts: readonly string[];
  readonly fields: readonly FieldPath[];
  /** Nothing is looked for but the texts. */
  readonly isOnlyNamed: boolean;
}

export interface RedactionWish {
  /** What is replaced. */
  readonly findings: readonly Finding[];
  readonly texts: readonly string[];
  readonly fields: readonly FieldPath[];
  /** Of a log that still grows: what of it may stay. What else is found when it is written may not. */
  readonly left: readonly string[] | null;
}

/** What was found, and how often each stands in the log. */
export async function findSecrets(
  { file, texts, fields, isOnlyNamed }: FindJob,
  tell: Tell,
  left: AbortSignal,
): Promise<Finding[]> {
  const scan = new Scan({ texts, fields });
  if (!isOnlyNamed) {
    for await (const records of recordsIn(file, (share) => tell(share / 2), left)) {
      for (const record of records) scan.push(record);
    }
  }
  const found = await inSlices(scan.finish(), left);
  const counting = new Redaction(secretsOf(found), { fields, isDry: true });
  const share = (done: number) => tell(isOnlyNamed ? done : (1 + done) / 2);
  for await (const records of recordsIn(file, share, left)) {
    for (const record of records) counting.push(record);
  }
  return withCounts(found, (await inSlices(counting.finish(), left)).counts);
}

/** What is replaced in a log, and how. */
export async function redactionFor(
  file: File,
  { findings, texts, fields, left: mayStay }: RedactionWish,
  left: AbortSignal,
): Promise<{ readonly redaction: Redaction; readonly taken: readonly Finding[] }> {
  const taken = [...findings];
  if (mayStay !== null) {
    const job = { file, texts, fields, isOnlyNamed: false };
    const known = new Set([...mayStay, ...findings.map(({ secret }) => secret)]);
    const isNew = ({ kind, secret }: Finding) => kind !== "email" && !known.has(secret);
    const found = await findSecrets(job, () => undefined, left);
    for (const finding of found) if (isNew(finding)) taken.push(finding);
  }
  return { redaction: new Redaction(secretsOf(taken), { fields }), taken };
}

/** Work that pauses by itself, without holding up what else is to be done. */
export async function inSlices<T>(steps: Generator<void, T>, left: AbortSignal): Promise<T> {
  const pace = new Pace();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await pace.breathe();
    left.throwIfAborted();
  }
}
