/** The user's choices about the secrets of a run, and the redaction options made from them. */

import type { FieldPath } from "../../lib/redact/field-path.ts";
import type { SecretFinding } from "../../lib/redact/secret-finding.ts";
import { SECRET_RULES, type SecretRule } from "../../lib/redact/secret-rules.ts";
import type { RedactionOptions } from "../../lib/session/redaction-job.ts";

interface RedactionDecisions {
  /** Redaction is on. */
  readonly isOn: boolean;
  /** Choices that differ from the default, by secret. */
  readonly decided: ReadonlyMap<string, boolean>;
  readonly texts: readonly string[];
  readonly fields: readonly FieldPath[];
}

export interface RedactionDraft extends RedactionDecisions {
  /** The input that is being typed. */
  readonly text: string;
  readonly field: string;
}

export const EMPTY_REDACTION_DRAFT: RedactionDraft = {
  isOn: true,
  decided: new Map(),
  texts: [],
  fields: [],
  text: "",
  field: "",
};

/** Everything but email addresses is redacted unless the user chooses otherwise. */
export function isReplaced(
  { decided }: RedactionDecisions,
  { secret, kind }: SecretFinding,
): boolean {
  return decided.get(secret) ?? kind !== "email";
}

/** Findings of one rule. */
export interface SecretFindingGroup {
  readonly rule: SecretRule;
  readonly title: string;
  readonly findings: readonly SecretFinding[];
  readonly count: number;
}

export function groupFindings(findings: readonly SecretFinding[]): SecretFindingGroup[] {
  const groups = new Map<SecretRule, SecretFinding[]>();
  for (const finding of findings) {
    const rule = finding.rules[0] ?? "text";
    const group = groups.get(rule);
    if (group) group.push(finding);
    else groups.set(rule, [finding]);
  }
  return Array.from(groups, ([rule, those]) => ({
    rule,
    title: SECRET_RULES[rule].title,
    findings: those,
    count: countOccurrences(those),
  }));
}

export function countOccurrences(findings: readonly SecretFinding[]): number {
  return findings.reduce((sum, { count }) => sum + count, 0);
}

/** Findings by location or shape that are exported unredacted. */
export function findExportedCredentials(
  draft: RedactionDecisions,
  findings: readonly SecretFinding[],
): SecretFinding[] {
  return findings.filter(
    (finding) =>
      (finding.kind === "place" || finding.kind === "shape") &&
      !(draft.isOn && isReplaced(draft, finding)),
  );
}

/** `isGrowing`: the log may contain more by the time it is exported. */
export function createRedactionOptions(
  draft: RedactionDecisions,
  findings: readonly SecretFinding[],
  isGrowing: boolean,
): RedactionOptions | null {
  if (!draft.isOn) return null;
  const { texts, fields } = draft;
  const isIn = (finding: SecretFinding) => isReplaced(draft, finding);
  const others = findings.filter((finding) => !isIn(finding)).map(({ secret }) => secret);
  return { findings: findings.filter(isIn), texts, fields, keptSecrets: isGrowing ? others : null };
}
