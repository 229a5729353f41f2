/** What leaves of a run by `loupe export`, with `--redact` without its secrets; and what is said of that. */

import { type Finding, secretsOf } from "../lib/redact/finding.ts";
import { RULES } from "../lib/redact/rules.ts";
import { findIn, redactIn } from "../lib/redact/whole.ts";
import type { WireRecord } from "../lib/wire/record.ts";
import type { ExportRequest } from "./export-arguments.ts";

export interface Leaving {
  readonly name: string;
  readonly records: readonly WireRecord[];
  readonly remarks: readonly string[];
}

/** Secrets are looked for in the whole run: what is chosen of it may hold the echo of one. */
export function redacted(
  { name, records }: { readonly name: string; readonly records: readonly WireRecord[] },
  chosen: readonly WireRecord[],
  { redaction }: Pick<ExportRequest, "redaction">,
): Leaving {
  if (!redaction) return { name, records: chosen, remarks: [] };
  const found = findIn(records, redaction);
  const isLeft = ({ kind }: Finding) => kind === "email" && !redaction.emails;
  const taken = found.filter((finding) => !isLeft(finding));
  const left = found.filter(isLeft);
  const leaving = redactIn(chosen, secretsOf(taken), redaction, name);
  return { ...leaving, remarks: [...remarks(taken, left)] };
}

/** Never what was found, but of which kind and how often. */
function* remarks(taken: readonly Finding[], left: readonly Finding[]): Generator<string> {
  const missing = taken.filter(({ count }) => count === 0).length;
  const there = taken.filter(({ count }) => count > 0);
  if (there.length === 0) yield "redacted: nothing was found";
  else
    yield `redacted: ${there.length === 1 ? "one text" : `${there.length} texts`} (${kinds(there)})`;
  if (missing > 0)
    yield `${missing === 1 ? "one text" : `${missing} texts`} to redact stand nowhere`;
  const short = there.filter(({ everywhere }) => !everywhere).length;
  if (short > 0) {
    yield `${short} of them only in their places: too short or too common to be looked for`;
  }
  if (left.length > 0) {
    const many = left.length === 1 ? "one e-mail address" : `${left.length} e-mail addresses`;
    yield `${many} left in; --redact-emails takes them out`;
  }
}

function kinds(findings: readonly Finding[]): string {
  const counts = new Map<string, number>();
  for (const { rules, count } of findings) {
    const { title } = RULES[rules[0] ?? "text"];
    counts.set(title, (counts.get(title) ?? 0) + count);
  }
  return Array.from(counts, ([title, count]) => `${title.toLowerCase()} ×${count}`).join(", ");
}
