/** A rule while it is edited: its fields as text, validation, and the field that an error is about. */
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

type RuleField = keyof RuleDraft;

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

/** Drops a key if the source is not metadata. */
export function parseRuleDraft({ name, where, key, match, kind }: RuleDraft): UserRule | string {
  return checkUserRule({
    where,
    kind,
    ...(name.trim() !== "" && { name: name.trim() }),
    ...(where === "metadata" && key.trim() !== "" && { key: key.trim() }),
    ...(match !== "" && { match }),
  });
}

/** Finds the field that an error names. Other errors are about the regular expression. */
export function findProblemField(problem: string): RuleField {
  const named = /“(name|key|match|where|kind)”/g;
  const fields = [...problem.matchAll(named)].map(([, field]) => field);
  return (["name", "key", "where", "kind"] as const).find((it) => it === fields[0]) ?? "match";
}
