/** Redacts the records of `loupe export --redact`, and describes what was redacted. */

import { findSecretsInRun, redactRun } from "../lib/redact/redact-run.ts";
import { summarizeRedaction } from "../lib/redact/redaction-summary.ts";
import { type SecretFinding, toSecrets } from "../lib/redact/secret-finding.ts";
import { formatPlural } from "../lib/text/plural.ts";
import type { WireRecord } from "../lib/wire/record.ts";
import type { ExportRequest } from "./export-options.ts";

export interface RedactionResult {
  readonly name: string;
  readonly records: readonly WireRecord[];
  readonly remarks: readonly string[];
  /** Summary of what was redacted; `null` without `--redact`. */
  readonly redaction: string | null;
}

/** Searches the whole run for secrets: the selected records may echo a secret from other ones. */
export function redactRecords(
  { name, records }: { readonly name: string; readonly records: readonly WireRecord[] },
  selected: readonly WireRecord[],
  { redaction }: Pick<ExportRequest, "redaction">,
): RedactionResult {
  if (!redaction) return { name, records: selected, remarks: [], redaction: null };
  const found = findSecretsInRun(records, redaction);
  const isKept = ({ kind }: SecretFinding) => kind === "email" && !redaction.emails;
  const removed = found.filter((finding) => !isKept(finding));
  const kept = found.filter(isKept);
  const redacted = redactRun(selected, toSecrets(removed), redaction, name);
  const summary = summarizeRedaction(removed);
  const remarks = [`redacted: ${summary}`, ...formatRemarks(removed, kept)];
  return { ...redacted, remarks, redaction: summary };
}

/** What to know before sharing the export. */
function* formatRemarks(
  removed: readonly SecretFinding[],
  kept: readonly SecretFinding[],
): Generator<string> {
  const missing = removed.filter(({ count }) => count === 0).length;
  if (missing > 0)
    yield `${formatPlural(missing, "text")} to redact ${missing === 1 ? "was" : "were"} not found`;
  const short = removed.filter(({ count, everywhere }) => count > 0 && !everywhere).length;
  if (short > 0) {
    yield `${short} of them redacted only in their own fields: too short or too common to search for`;
  }
  if (kept.length > 0) {
    const count = kept.length === 1 ? "1 e-mail address" : `${kept.length} e-mail addresses`;
    yield `${count} not redacted; use --redact-emails to redact ${kept.length === 1 ? "it" : "them"}`;
  }
}
