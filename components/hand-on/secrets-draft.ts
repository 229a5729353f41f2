/** What the user decided about the secrets of a run, and what follows from it. */

import type { FieldPath } from "../../lib/redact/field-path.ts";
import type { Finding } from "../../lib/redact/finding.ts";
import { RULES, type Rule } from "../../lib/redact/rules.ts";
import type { RedactionWish } from "../../lib/session/redaction-job.ts";

export interface Decision {
  /** Something is replaced at all. */
  readonly isOn: boolean;
  /** What was decided otherwise than by default, by secret. */
  readonly decided: ReadonlyMap<string, boolean>;
  readonly texts: readonly string[];
  readonly fields: readonly FieldPath[];
}

export interface SecretsDraft extends Decision {
  /** What is being typed. */
  readonly text: string;
  readonly field: string;
}

export const NO_DRAFT: SecretsDraft = {
  isOn: true,
  decided: new Map(),
  texts: [],
  fields: [],
  text: "",
  field: "",
};

/** Everything but e-mail addresses is replaced unless somebody says otherwise. */
export function isReplaced({ decided }: Decision, { secret, kind }: Finding): boolean {
  return decided.get(secret) ?? kind !== "email";
}

/** Findings of one kind, the most telling first. */
export interface Group {
  readonly rule: Rule;
  readonly title: string;
  readonly findings: readonly Finding[];
  readonly count: number;
}

export function groupsOf(findings: readonly Finding[]): Group[] {
  const groups = new Map<Rule, Finding[]>();
  for (const finding of findings) {
    const rule = finding.rules[0] ?? "text";
    const group = groups.get(rule);
    if (group) group.push(finding);
    else groups.set(rule, [finding]);
  }
  return Array.from(groups, ([rule, those]) => ({
    rule,
    title: RULES[rule].title,
    findings: those,
    count: countOf(those),
  }));
}

export function countOf(findings: readonly Finding[]): number {
  return findings.reduce((sum, { count }) => sum + count, 0);
}

/** What was found by place or shape and leaves all the same. */
export function leavingCredentials(draft: Decision, findings: readonly Finding[]): Finding[] {
  return findings.filter(
    (finding) =>
      (finding.kind === "place" || finding.kind === "shape") &&
      !(draft.isOn && isReplaced(draft, finding)),
  );
}

/** `isGrowing`: there may be more in the log by the time it is written. */
export function wishOf(
  draft: Decision,
  findings: readonly Finding[],
  isGrowing: boolean,
): RedactionWish | null {
  if (!draft.isOn) return null;
  const { texts, fields } = draft;
  const isIn = (finding: Finding) => isReplaced(draft, finding);
  const others = findings.filter((finding) => !isIn(finding)).map(({ secret }) => secret);
  return { findings: findings.filter(isIn), texts, fields, left: isGrowing ? others : null };
}
