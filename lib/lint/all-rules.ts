/** All rules by name, whichever part of Loupe detects their violations. */

import { DIALECT_RULE_NAMES } from "../dialects/dialect-violation.ts";
import { CARD_RULE_ENTRIES } from "./rules/cards.ts";
import { CHECKED_RULES } from "./rules/checked-rules.ts";
import { DIALECT_RULES } from "./rules/dialects.ts";
import { ORDER_RULES } from "./rules/event-order.ts";
import { DECODING_RULES } from "./rules/frame-decoding.ts";
import type { Rule } from "./rules/rule.ts";

export const RULES_BY_NAME: ReadonlyMap<string, Rule> = new Map(
  [
    ...DECODING_RULES,
    ...ORDER_RULES,
    ...CHECKED_RULES,
    ...CARD_RULE_ENTRIES,
    ...DIALECT_RULE_NAMES.map((rule): Rule => ({ rule, ...DIALECT_RULES[rule] })),
  ].map((rule) => [rule.rule, rule]),
);
