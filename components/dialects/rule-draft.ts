/** A rule while it is written: every field a text, and which of them is in the way. */
import {
  checkUserRule,
  type UserRule,
  type UserRuleKind,
  type UserRuleSource,
} from "../../lib/dialects/user-rules.ts";

export interface RuleDraft {
  readonly name: string;
  readonly where: UserRuleSource;
  readonly key: string;
  readonly match: string;
  readonly kind: UserRuleKind;
}

export type RuleField = keyof RuleDraft;

export const EMPTY_RULE_DRAFT: RuleDraft = {
  name: "",
  where: "artifact.name",
  key: "",
  match: "",
  kind: "result",
};

export function toRuleDraft({ name = "", where, key = "", match = "", kind }: UserRule): RuleDraft {
  return { name, where, key, match, kind };
}

/** A key that is written and then not asked for is not part of the rule. */
export function parseRuleDraft({ name, where, key, match, kind }: RuleDraft): UserRule | string {
  return checkUserRule({
    where,
    kind,
    ...(name.trim() !== "" && { name: name.trim() }),
    ...(where === "metadata" && key.trim() !== "" && { key: key.trim() }),
    ...(match !== "" && { match }),
  });
}

/** The field that a problem names; those it does not name are about the expression. */
export function findProblemField(problem: string): RuleField {
  const named = /“(name|key|match|where|kind)”/g;
  const fields = [...problem.matchAll(named)].map(([, field]) => field);
  return (["name", "key", "where", "kind"] as const).find((it) => it === fields[0]) ?? "match";
}
