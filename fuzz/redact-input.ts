/** Checks the guarantees of redaction: found secrets are removed, and everything else is unchanged. */

import { findSecretsInRun, redactRun } from "../lib/redact/redact-run.ts";
import type { SecretFinding } from "../lib/redact/secret-finding.ts";
import { toSecrets } from "../lib/redact/secret-finding.ts";
import { PatternIndex } from "../lib/secrets/pattern-index.ts";
import { SecretMatcher } from "../lib/secrets/secret-matcher.ts";
import { MaskStream } from "../lib/server/masking/mask-stream.ts";
import type { WireRecord } from "../lib/wire/record.ts";

export interface RedactionCheck {
  readonly found: readonly SecretFinding[];
  /** Describes the failure without the secret itself. */
  readonly broken: string | null;
}

/** Finds the secrets in records and removes them. */
export function redact(records: readonly WireRecord[]): RedactionCheck {
  const found = findSecretsInRun(records);
  const after = redactRun(records, toSecrets(found)).records;
  return { found, broken: findRedactionFailure(records, found, after) };
}

function findRedactionFailure(
  before: readonly WireRecord[],
  found: readonly SecretFinding[],
  after: readonly WireRecord[],
): string | null {
  if (after.length !== before.length) return `${before.length} records became ${after.length}`;
  if (found.length === 0) {
    const at = after.findIndex((record, i) => record !== before[i]);
    return at < 0 ? null : `record ${at} has no secret and was changed`;
  }
  const everywhere = found.filter((finding) => finding.everywhere);
  if (everywhere.length === 0) return null;
  const getText = (pattern: number) => everywhere[pattern]?.secret ?? "";
  const index = new PatternIndex({ count: everywhere.length, getBeginning: getText, getText });
  let left: string | null = null;
  for (const [at, record] of after.entries()) {
    for (const text of getTexts(record)) {
      for (const { pattern, from } of index.find(text)) {
        const { sample = "", rules = [] } = everywhere[pattern] ?? {};
        left ??= `record ${at} has ${sample} (${rules.join(", ")}) at ${from}`;
      }
    }
  }
  return left;
}

/** Every text of a record as it is stored, except bytes in base64. */
function getTexts(value: unknown, name = ""): string[] {
  if (typeof value === "string") return /b64$/i.test(name) ? [] : [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => getTexts(member, key));
}

const MASK = "‹masked›";

/** Masks a secret in a text that is read in chunks of `size` bytes. */
export function mask(text: string, secret: string, read: number): string {
  const scrubber = new MaskStream(new SecretMatcher([secret]), () => MASK);
  const bytes = Buffer.from(text);
  const masked: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += read) {
    masked.push(scrubber.push(bytes.subarray(at, at + read)));
  }
  return Buffer.concat([...masked, scrubber.flush()]).toString();
}

const SECRET_LENGTH = 24;

/**
 * A secret that occurs throughout the text. It is never made of backslashes alone, because each run
 * of them could be an escape of any other run.
 */
export function chooseSecret(text: string): string {
  const begin = text.slice(0, SECRET_LENGTH);
  return /^\\+$/.test(begin) ? "\\\\harbour\\berth-12" : begin;
}
