/** What leaves of a run by `loupe export`, with `--redact` without its secrets; and what is said of that. */

import { findSecretsInRun, redactRun } from "../lib/redact/redact-run.ts";
import { summarizeRedaction } from "../lib/redact/redaction-summary.ts";
import { type SecretFinding, toSecrets } from "../lib/redact/secret-finding.ts";
import { formatPlural } from "../lib/wire/plural.ts";
import type { WireRecord } from "../lib/wire/record.ts";
import type { ExportRequest } from "./export-arguments.ts";

export interface RedactionResult {
  readonly name: string;
  readonly records: readonly WireRecord[];
  readonly remarks: readonly string[];
  /** What was taken out, in words; `null` where that was not asked for. */
  readonly redaction: string | null;
}

/** Secrets are looked for in the whole run: what is chosen of it may hold the echo of one. */
export function redactRecords(
  { name, records }: { readonly name: string; readonly records: readonly WireRecord[] },
  chosen: readonly WireRecord[],
  { redaction }: Pick<ExportRequest, "redaction">,
): RedactionResult {
  if (!redaction) return { name, records: chosen, remarks: [], redaction: null };
  const found = findSecretsInRun(records, redaction);
  const isLeft = ({ kind }: SecretFinding) => kind === "email" && !redaction.emails;
  const taken = found.filter((finding) => !isLeft(finding));
  const left = found.filter(isLeft);
  const leaving = redactRun(chosen, toSecrets(taken), redaction, name);
  const words = summarizeRedaction(taken);
  const said = [`redacted: ${words}`, ...formatRemarks(taken, left)];
  return { ...leaving, remarks: said, redaction: words };
}

/** What whoever hands it on should know. */
function* formatRemarks(
  taken: readonly SecretFinding[],
  left: readonly SecretFinding[],
): Generator<string> {
  const missing = taken.filter(({ count }) => count === 0).length;
  if (missing > 0)
    yield `${formatPlural(missing, "text")} to redact ${missing === 1 ? "stands" : "stand"} nowhere`;
  const short = taken.filter(({ count, everywhere }) => count > 0 && !everywhere).length;
  if (short > 0) {
    yield `${short} of them only in their places: too short or too common to be looked for`;
  }
  if (left.length > 0) {
    const many = left.length === 1 ? "1 e-mail address" : `${left.length} e-mail addresses`;
    yield `${many} left in; --redact-emails takes them out`;
  }
}
