/** A whole run at once, for those who need not make room for others in between. */

import type { WireRecord } from "../wire/record.ts";
import { type Finding, type Secret, secretsOf, withCounts } from "./finding.ts";
import { Redaction } from "./redaction.ts";
import { type Asked, NOTHING_ASKED, Scan } from "./scan.ts";

/** What should not leave, and how often each stands in it; the most telling first. */
export function findIn(records: Iterable<WireRecord>, asked: Asked = NOTHING_ASKED): Finding[] {
  const scan = new Scan(asked);
  for (const record of records) scan.push(record);
  const found = ended(scan.finish());
  const redaction = new Redaction(secretsOf(found), { fields: asked.fields, isDry: true });
  for (const record of records) redaction.push(record);
  return withCounts(found, ended(redaction.finish()).counts);
}

export interface Written {
  readonly records: readonly WireRecord[];
  /** What is called so goes with them. */
  readonly name: string;
}

export function redactIn(
  records: Iterable<WireRecord>,
  secrets: readonly Secret[],
  asked: Asked = NOTHING_ASKED,
  name = "",
): Written {
  const redaction = new Redaction(secrets, { fields: asked.fields });
  for (const record of records) redaction.push(record);
  return { records: ended(redaction.finish()).records, name: redaction.textOf(name) };
}

function ended<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
